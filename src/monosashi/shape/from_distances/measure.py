"""``measure_shape_from_distances``: the way in for those who have no vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from monosashi.embeddings import Column, DataError, EmbeddingSet, fault
from monosashi.results import Provenance
from monosashi.shape.asked import choice_faults, confidence_faults, permutation_faults, refuse
from monosashi.shape.configuration import Array
from monosashi.shape.exchange import plan_exchange
from monosashi.shape.from_distances.eigenvalues import centred_gram
from monosashi.shape.from_distances.fields import Measured, free_fields
from monosashi.shape.from_distances.result import ShapeOfDistances
from monosashi.shape.from_distances.table import checked_table
from monosashi.shape.grouping import check_grouping, drop_singletons, read_grouping
from monosashi.shape.measure import GROUPED, named_columns
from monosashi.shape.order import told_of_text
from monosashi.statistics.generators import as_generator

EUCLIDEAN = -1e-9


def measure_shape_from_distances(
    distances: Any,
    groups: Column | None = None,
    *,
    ids: Sequence[Any] | None = None,
    columns: Mapping[str, Any] | None = None,
    permutations: int = 9999,
    within: Column | None = None,
    whole: Column | None = None,
    order: Column | None = None,
    singletons: Literal["keep", "drop"] = "keep",
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> ShapeOfDistances:
    """How objects are spread, and how much of that their groups explain, from distances alone.

    Says the same as ``measure_shape`` about R², F, F2, ICC, W~ and the permutation test, for any
    distances; for Euclidean ones the numbers are those of the vectors. Does not give what needs
    vectors (W*d, PERMDISP, the test of width, r): these are None with the reason, so unequal
    spread cannot be told from a shift here. Distances are squared by the method: for the cosine
    give sqrt(2 (1 - cos)); with 1 - cos itself R² comes out far too high.

    Parameters
    ----------
    distances : (n, n) table, or condensed (n (n - 1)/2,)
        Symmetric, finite, not negative, 0 on the diagonal; rounding up to 1e-8 of the largest
        distance (1e-6 for single precision) is mended, with a notice in the provenance.
    groups : column name, (n,) labels, or a mapping of id to label, optional
    ids : (n,) text or whole numbers, optional
    columns : mapping of name to (n,) values, optional
        What ``groups``, ``within``, ``whole`` and ``order`` may name.
    permutations, within, whole, order, singletons, confidence, rng
        As in ``measure_shape``.

    Returns
    -------
    ShapeOfDistances

    Raises
    ------
    DataError
        What is no table of distances (the largest asymmetry, negative entries, gaps and the
        diagonal are named by id), all distances 0, and what ``measure_shape`` says of groups.

    Notes
    -----
    SS_T = (1/n) sum of d² over pairs, SS_W = sum over groups of (1/n_g) sum of d² over pairs of
    members (Anderson 2001). About three n × n tables are held; up to 5,000 objects all eigenvalues
    are found (some 10 s at 5,000).

    Examples
    --------
    >>> from scipy.spatial.distance import pdist
    >>> table = pdist([[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]])
    >>> shape = measure_shape_from_distances(table, ["A", "A", "B", "B"])
    >>> round(float(shape.r_squared), 6), round(shape.f, 6), shape.welch
    (0.818182, 9.0, None)
    """
    refuse(permutation_faults(permutations), confidence_faults(confidence),
           choice_faults(singletons=(singletons, ("keep", "drop"))))  # fmt: skip
    table, notices = checked_table(distances, ids)
    data = EmbeddingSet.from_arrays(table, ids=ids, columns=columns)
    data = replace(data, notices=notices)
    settings = {"distances": True, "permutations": permutations, "singletons": singletons,
                "confidence": confidence,
                **named_columns(groups=groups, within=within, whole=whole,
                                order=order)}  # fmt: skip
    if groups is None:
        _check_variation(table)
        fields, reasons = free_fields(table, squares := table**2, centred_gram(squares))
        reasons |= dict.fromkeys((*GROUPED, "dbicc", "dbicc_by_group", "r_squared_of_roots"),
                                 fault("shape.reasons.no_groups"))  # fmt: skip
        return ShapeOfDistances(provenance=Provenance.of(data, **settings), reasons=reasons,
                                **fields)  # fmt: skip
    grouping = read_grouping(data, groups)
    exchange = plan_exchange(data, grouping, within, whole, order)
    data = told_of_text(data, order)
    if singletons == "drop" and len(grouping.singletons):
        rows = np.flatnonzero(grouping.sizes[grouping.codes] > 1)
        data, grouping = drop_singletons(data, grouping)
        table, exchange = table[np.ix_(rows, rows)], exchange.take(rows)
    check_grouping(grouping)
    _check_variation(table)
    squares = table**2
    gram = centred_gram(squares)
    fields, reasons = free_fields(table, squares, gram)
    measured = Measured(squares, gram, grouping, exchange, fields["lowest_ratio"] >= EUCLIDEAN,
                        fields["likely_squared"])  # fmt: skip
    more, whys = measured.fields(permutations=permutations, confidence=confidence,
                                 rng=as_generator(rng))  # fmt: skip
    return ShapeOfDistances(provenance=Provenance.of(data, **settings),
                            reasons=reasons | whys,
                            **fields, **more)  # fmt: skip


def _check_variation(table: Array) -> None:
    if not table.any():
        raise DataError(fault("shape.errors.no_distance", n=len(table)))
