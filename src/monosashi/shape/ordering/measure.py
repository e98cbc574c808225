"""``group_auc``: group structure by the order of distances alone."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.results import Estimate, PermutationTest, Provenance
from monosashi.shape.asked import confidence_faults, count_faults, permutation_faults, refuse
from monosashi.shape.exchange import plan_exchange
from monosashi.shape.grouping import Grouping, check_grouping, read_grouping
from monosashi.shape.intervals import interval_reasons
from monosashi.shape.magnitude import refuse_extremes
from monosashi.shape.order import told_of_text
from monosashi.shape.ordering.permuted import shuffled_auc
from monosashi.shape.ordering.ranks import PairRanks, Sides
from monosashi.shape.ordering.result import GroupAuc
from monosashi.shape.ordering.sampled import sampled_auc
from monosashi.shape.similarity.distances import squared_distances
from monosashi.statistics.generators import as_generator
from monosashi.statistics.jackknife import jackknife_estimate

MOST = 5_000


def group_auc(
    data: EmbeddingSet | Any,
    groups: Column,
    *,
    normalise: bool = True,
    permutations: int = 999,
    within: Column | None = None,
    whole: Column | None = None,
    order: Column | None = None,
    sample: int = 200_000,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> GroupAuc:
    """Measure how often a pair within a group is nearer than a pair of different groups.

    Uses nothing but the order of distances, so any monotone change of all distances leaves it
    where it is: the same for cosine and Euclidean distance of unit vectors, for d and d². Says
    whether groups can be told apart, not how far apart they stand (R² of ``measure_shape``), and
    nothing about objects inside a group. A few very wide groups weigh most, having most pairs.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
    groups : column name, (n,) labels, or a mapping of id to label
    normalise : bool
        Scale every vector to length 1 first.
    permutations : int
        As in ``measure_shape``; up to 5,000 objects.
    within, whole, order : column name, (n,) labels, or a mapping of id to label, optional
        Blocks inside which labels move; units that move together.
    sample : int
        Random pairs of each kind above 5,000 objects, where not all pairs are ranked.
    confidence : float between 0 and 1
    rng : Generator, int or None (= 0)

    Returns
    -------
    GroupAuc

    Raises
    ------
    DataError
        One group only, groups of one object only, zero vectors, all vectors identical, missing
        labels, a scheme that does not fit.

    Notes
    -----
    Mid-ranks over all n(n - 1)/2 pairs; R = (mean rank between - mean rank within)/(n(n - 1)/4) of
    Clarke (1993) is 2 AUC - 1 exactly. Interval: delete-one-group jackknife; above 5,000 objects
    it covers the drawing of pairs only.

    Examples
    --------
    >>> found = group_auc([[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]], ["A", "A", "B", "B"])
    >>> float(found.auc), float(found.anosim_r)
    (1.0, 1.0)
    """
    refuse(
        confidence_faults(confidence),
        count_faults("sample", sample, 100),
        permutation_faults(permutations),
    )
    checked = as_set(data)
    if not normalise:
        refuse_extremes(checked)
    grouping = read_grouping(checked, groups)
    exchange = plan_exchange(checked, grouping, within, whole, order)
    check_grouping(grouping)
    generator = as_generator(rng)
    test: PermutationTest | None = None
    if checked.n > MOST:
        _refuse_identical(checked)
        auc = sampled_auc(checked, grouping, sample, normalise=normalise, confidence=confidence,
                          rng=generator)  # fmt: skip
        reasons = {"permutation": fault("shape.reasons.too_many_pairs", n=checked.n, most=MOST)}
    else:
        sides = _sides(checked, grouping, normalise=normalise)
        auc, reasons = _exact(sides, confidence)
        test = shuffled_auc(sides, exchange, permutations, generator)
    inside = int((grouping.sizes * (grouping.sizes - 1) // 2).sum())
    origin = Provenance.of(told_of_text(checked, order), normalise=normalise,
                           permutations=permutations, sample=sample)  # fmt: skip
    return GroupAuc(
        provenance=origin, reasons=reasons, n=checked.n, n_groups=grouping.n_groups,
        n_singletons=len(grouping.singletons), pairs_within=inside,
        pairs_between=math.comb(checked.n, 2) - inside, auc=auc, anosim_r=_doubled(auc),
        permutation=test, sampled=checked.n > MOST, confidence=confidence)  # fmt: skip


def _sides(data: EmbeddingSet, grouping: Grouping, *, normalise: bool) -> Sides:
    squares = squared_distances(data, "cosine" if normalise else "euclidean")
    if not squares.any():
        raise DataError(fault("shape.errors.no_variation", n=data.n))
    return Sides(PairRanks.of(squares), grouping.codes)


def _refuse_identical(data: EmbeddingSet) -> None:
    first = np.asarray(data.vectors[:1])
    if all((np.asarray(data.vectors[start : start + 4_096]) == first).all()
           for start in range(0, data.n, 4_096)):  # fmt: skip
        raise DataError(fault("shape.errors.no_variation", n=data.n))


def _exact(sides: Sides, confidence: float) -> tuple[Estimate, dict[str, Fault]]:
    without = sides.without_each()
    estimate = jackknife_estimate(float(sides.auc(sides.within_sum)), without, unit="group",
                                  confidence=confidence, possible=(0.0, 1.0))  # fmt: skip
    return estimate, interval_reasons("auc", without)


def _doubled(auc: Estimate) -> Estimate:
    """2 AUC - 1, with its interval."""

    def turn(x: float | None) -> float | None:
        return None if x is None else 2 * x - 1

    error = None if auc.standard_error is None else 2 * auc.standard_error
    return replace(auc, value=2 * auc.value - 1, low=turn(auc.low), high=turn(auc.high),
                   standard_error=error, bias_corrected=turn(auc.bias_corrected))  # fmt: skip
