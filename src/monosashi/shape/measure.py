"""``measure_shape``: the one way in."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from monosashi.embeddings import Column, DataError, EmbeddingSet, as_set, fault
from monosashi.results import Provenance
from monosashi.shape.asked import choice_faults, confidence_faults, permutation_faults, refuse
from monosashi.shape.configuration import Configuration
from monosashi.shape.exchange import plan_exchange
from monosashi.shape.free_facts import free_facts
from monosashi.shape.grouped import measure_groups
from monosashi.shape.grouping import (
    Grouping,
    check_grouping,
    drop_singletons,
    read_grouping,
)
from monosashi.shape.order import told_of_text
from monosashi.shape.result import Shape
from monosashi.shape.sample import Sample
from monosashi.shape.streamed_cloud import cloud_of, usual_permutations
from monosashi.shape.sums import group_sums
from monosashi.statistics.generators import as_generator

GROUPED = (
    "n_groups", "n_singletons", "ss_within", "ss_between", "r_squared", "epsilon_squared",
    "omega_squared", "f", "f2", "welch", "icc", "n0", "w_bar", "ms_within", "expected_r_squared",
    "standardised_effect", "permutation", "welch_permutation", "dispersion", "width_permutation",
    "location_dispersion", "null",
)  # fmt: skip


def measure_shape(
    data: EmbeddingSet | Any,
    groups: Column | None = None,
    *,
    normalise: bool = True,
    permutations: int | None = None,
    within: Column | None = None,
    whole: Column | None = None,
    order: Column | None = None,
    singletons: Literal["keep", "drop"] = "keep",
    center: Literal["centroid", "median"] = "centroid",
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> Shape:
    """How vectors are spread, and how much of the spread their groups explain.

    Says what share of the squared distances lies between groups (R²), with an interval for groups
    like these, whether that is more than shuffled labels give, and whether groups differ in place
    or in width. Does not say that one model is better: only scale-free numbers (R², ICC,
    epsilon²) may be compared, and only on the same objects and groups. Labels that were made by
    clustering the same vectors make every p meaningless.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
    groups : column name, (n,) labels, or a mapping of id to label, optional
        Without it only what needs no groups is filled.
    normalise : bool
        Scale every vector to length 1 first (cosine); zero vectors are refused.
    permutations : int, optional
        Random arrangements of the labels; 9,999 unless told, but 199 for more than 2^25 numbers
        (n × d), which is said in ``provenance.notices``. All arrangements are listed instead when
        at most max(20,000, permutations) are distinct.
    within : column name, (n,) labels, or a mapping of id to label, optional
        Labels move only inside these blocks.
    whole : column name, (n,) labels, or a mapping of id to label, optional
        Units whose objects share one label and move together, among units of equal size. Spread
        is then that of the units: of their means in the tests, of pairs from different units in
        W~.
    order : column name, (n,) values, or a mapping of id to value, optional
        Place of each object in time or in a text (numbers, dates, or text that sorts): labels
        only rotate along it, inside each block of ``within`` where that is given. For series,
        whose neighbours resemble each other anyway; it takes a series for a ring without trend.
        n objects have at most n rotations, so p is never below 1/n (blocks: 1 over the product of
        their sizes). Blocks must be independent series. Not with ``whole``.
    singletons : "keep" or "drop"
        Objects that are alone in their group: keep them in R² and F, or leave them out
        everywhere. What concerns spread within groups never counts them.
    center : "centroid" or "median"
        Centre of the dispersion test.
    confidence : float between 0 and 1
    rng : Generator, int or None (= 0)

    Returns
    -------
    Shape

    Raises
    ------
    DataError
        Missing labels (named by id), zero vectors, one group, groups of one object only, all
        vectors identical, a permutation scheme that does not fit the groups.

    Notes
    -----
    Sums of squares: Anderson (2001). F2: Anderson et al. (2017). W*d: Hamidi et al. (2019).
    PERMDISP: Anderson (2006), with the factor sqrt(n_g/(n_g-1)); for small groups its p is too
    small, so differences in spread are judged by shuffling residual vectors sqrt(n_g/(n_g-1))
    (x - group mean), each arrangement with centres of its own (own derivation; level checked by
    simulation). Moments: Kazi-Aoual et al. (1995). More than 2^25 numbers are never held in
    float64: every statistic comes from passes over blocks of rows (a memory map stays one), with
    memory for the sums of G groups, two d × d tables and, with ``whole``, the means of the units.

    Examples
    --------
    >>> shape = measure_shape([[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]], ["A", "A", "B", "B"])
    >>> round(float(shape.r_squared), 6), round(shape.f, 6), shape.permutation.p_value
    (0.818182, 9.0, 0.3333333333333333)
    """
    checked = as_set(data)
    if permutations is None:
        checked, permutations = usual_permutations(checked, tested=groups is not None)
    _check_options(permutations, singletons, center, confidence)
    settings = {"normalise": normalise, "permutations": permutations, "singletons": singletons,
                "center": center, "confidence": confidence,
                **named_columns(groups=groups, within=within, whole=whole,
                                order=order)}  # fmt: skip
    if groups is None:
        cloud = cloud_of(checked, normalise=normalise)
        facts, reasons = free_facts(cloud, normalise=normalise, confidence=confidence,
                                    rng=as_generator(rng))  # fmt: skip
        reasons |= dict.fromkeys(GROUPED, fault("shape.reasons.no_groups"))
        return Shape(provenance=Provenance.of(checked, **settings), reasons=reasons, **facts)
    checked, sample = _grouped_sample(checked, groups, within, whole, order,
                                      drop=singletons == "drop", normalise=normalise)  # fmt: skip
    generator = as_generator(rng)
    facts, reasons = free_facts(sample.configuration, normalise=normalise, confidence=confidence,
                                rng=generator)  # fmt: skip
    fields, more = measure_groups(
        sample,
        normalise=normalise,
        permutations=permutations,
        center=center,
        confidence=confidence,
        rng=generator,
    )
    return Shape(provenance=Provenance.of(checked, **settings), reasons=reasons | more,
                 **facts, **fields)  # fmt: skip


def _check_options(permutations: int, singletons: str, center: str, confidence: float) -> None:
    refuse(
        choice_faults(singletons=(singletons, ("keep", "drop")),
                      center=(center, ("centroid", "median"))),
        permutation_faults(permutations),
        confidence_faults(confidence),
    )  # fmt: skip


def named_columns(**columns: Column | None) -> dict[str, str]:
    """Columns given by name are settings worth keeping; sequences are only mentioned."""
    return {key: value if isinstance(value, str) else "labels as given"
            for key, value in columns.items() if value is not None}  # fmt: skip


def _grouped_sample(
    data: EmbeddingSet,
    groups: Column,
    within: Column | None,
    whole: Column | None,
    order: Column | None,
    *,
    drop: bool,
    normalise: bool,
) -> tuple[EmbeddingSet, Sample]:
    grouping = read_grouping(data, groups)
    exchange = plan_exchange(data, grouping, within, whole, order)
    data = told_of_text(data, order)
    if drop:
        kept, smaller = drop_singletons(data, grouping)
        if kept is not data:
            exchange = exchange.take(np.flatnonzero(grouping.sizes[grouping.codes] > 1))
        data, grouping = kept, smaller
    check_grouping(grouping)
    cloud = cloud_of(data, normalise=normalise)
    if cloud.ss_total == 0:
        raise DataError(fault("shape.errors.no_variation", n=cloud.n))
    return data, _sample(cloud, grouping, exchange)


def _sample(cloud: Configuration, grouping: Grouping, exchange: Any) -> Sample:
    return Sample(np.arange(cloud.n), cloud, grouping, group_sums(cloud, grouping), exchange)
