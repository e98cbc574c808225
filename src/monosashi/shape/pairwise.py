"""``pairwise_groups``: every two groups against each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Literal

import numpy as np

from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.results import Provenance
from monosashi.shape.asked import (
    choice_faults,
    confidence_faults,
    count_faults,
    permutation_faults,
    refuse,
)
from monosashi.shape.configuration import configure
from monosashi.shape.exchange import plan_exchange
from monosashi.shape.grouping import Grouping, read_grouping
from monosashi.shape.pair_effort import USUAL
from monosashi.shape.pair_neighbours import NO_OVERLAP, overlap_of
from monosashi.shape.pair_rows import HowPairs, Progress, pair_rows
from monosashi.shape.pairwise_result import PairwiseGroups
from monosashi.statistics.generators import as_generator
from monosashi.statistics.multiplicity import adjust_some, benjamini_hochberg, holm

ADJUSTMENTS = {"holm": holm, "bh": benjamini_hochberg}
STATISTICS = ("f", "welch")
MOST_PAIRS = 5_000


def pairwise_groups(
    data: EmbeddingSet | Any,
    groups: Column,
    *,
    subset: Sequence[str] | None = None,
    adjust: Literal["holm", "bh"] = "holm",
    statistic: Literal["f", "welch"] = "f",
    permutations: int | None = None,
    normalise: bool = True,
    within: Column | None = None,
    whole: Column | None = None,
    confidence: float = 0.95,
    k: int | None = None,
    rng: int | np.random.Generator | None = None,
    progress: Progress | None = None,
) -> PairwiseGroups:
    """Which groups differ from which, pair by pair.

    Says how far the centres of two groups lie apart, what share of the pair's spread that is (R²),
    and whether shuffled labels give as much. Each pair is judged by its own objects alone. Does
    not say that pairs without a difference are alike, and R² of pairs of other sizes or spread are
    not one scale: pairs are ranked by ``distance_squared``, the squared distance of their centres
    freed of what sampling adds. Which groups lie in one another is told by ``overlap``, the share
    of nearest neighbours that belong to the other group.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
    groups : column name, (n,) labels, or a mapping of id to label
    subset : sequence of str, optional
        Compare these groups only. More than 5,000 pairs are refused.
    adjust : "holm" or "bh"
        Holm keeps the chance of any false alarm, Benjamini-Hochberg the share of false alarms.
    statistic : "f" or "welch"
        What is permuted: F, or W*d, which does not mistake unequal spread for a shift (choose it
        when sizes differ).
    permutations : int, optional
        Random arrangements of each pair; all are listed instead when at most
        max(20,000, permutations) are distinct. Without a number 9,999, or (with a notice) as many
        as Holm needs for so many pairs, where these take about a minute at most.
    normalise : bool
        Scale every vector to length 1 first (cosine).
    within, whole : column, optional
        As in ``measure_shape``, pair by pair.
    confidence : float between 0 and 1
        Of the intervals of the distances.
    k : int, optional
        Nearest neighbours that ``overlap`` counts, among all compared groups; 10 unless given,
        less where there are few objects.
    rng : Generator, int or None (= 0)
    progress : function of (done, total), optional
        Told how many pairs are done.

    Returns
    -------
    PairwiseGroups

    Raises
    ------
    DataError
        Missing labels (named by id), unknown names in ``subset``, too many pairs, fewer than two
        groups of two members. Groups of one object are left out with a notice.

    Notes
    -----
    W*d: Hamidi et al. (2019); for two groups it is ||m_a - m_b||² / (V_a/n_a + V_b/n_b). Holm
    (1979), Benjamini and Hochberg (1995).

    Examples
    --------
    >>> rows = np.random.default_rng(0).normal(size=(24, 5))
    >>> rows[16:] += 4
    >>> found = pairwise_groups(rows, ["a"] * 8 + ["b"] * 8 + ["c"] * 8, normalise=False)
    >>> [(row["group_a"], row["group_b"], row["p_adjusted"] < 0.05) for row in found.pairs]
    [('a', 'b', False), ('a', 'c', True), ('b', 'c', True)]
    """
    refuse(choice_faults(adjust=(adjust, tuple(ADJUSTMENTS)), statistic=(statistic, STATISTICS)),
           [] if permutations is None else permutation_faults(permutations),
           [] if k is None else count_faults("k", k, 1), confidence_faults(confidence))  # fmt: skip
    checked = as_set(data)
    grouping = read_grouping(checked, groups)
    exchange = plan_exchange(checked, grouping, within, whole)
    places, notices = _chosen(grouping, subset)
    cloud = configure(checked, normalise=normalise)
    pairs, generator = list(combinations(places, 2)), as_generator(rng)
    rows, reasons, drawn = pair_rows(
        cloud, grouping, exchange, pairs, how=HowPairs(statistic, confidence, progress),
        permutations=permutations, rng=generator)  # fmt: skip
    adjusted = adjust_some([row["p_value"] for row in rows], ADJUSTMENTS[adjust])
    overlap = overlap_of(cloud, grouping, places, k, generator)
    if overlap is None:
        reasons["overlap"] = fault("shape.reasons.no_agreement", n=cloud.n)
    near = [NO_OVERLAP if overlap is None else overlap.row(*pair) for pair in pairs]
    if permutations is None and drawn > USUAL and any(row["exact"] is False for row in rows):
        notices += (fault("shape.notices.raised", permutations=drawn, pairs=len(pairs),
                          usual=USUAL),)  # fmt: skip
    origin = Provenance.of(checked, adjust=adjust, statistic=statistic, normalise=normalise,
                           permutations=drawn, subset=None if subset is None else
                           list(subset), scheme=exchange.scheme, confidence=confidence)  # fmt: skip
    return PairwiseGroups(
        provenance=origin, reasons=reasons, n_groups=len(places),
        n_singletons=len(grouping.singletons), notices=notices, adjust=adjust,
        statistic=statistic, scheme=exchange.scheme, confidence=confidence,
        k=None if overlap is None else overlap.k,
        pairs=tuple(row | {"p_adjusted": p} | shares
                    for row, p, shares in zip(rows, adjusted, near, strict=True)),
    )  # fmt: skip


def _chosen(
    grouping: Grouping, subset: Sequence[str] | None
) -> tuple[list[int], tuple[Fault, ...]]:
    """Groups of two or more that were asked for, and a notice of those left out."""
    names = grouping.names if subset is None else [str(name) for name in dict.fromkeys(subset)]
    if unknown := [name for name in names if name not in grouping.names]:
        raise DataError(fault("shape.errors.unknown_groups", ids=unknown,
                              known=", ".join(grouping.names[:30])))  # fmt: skip
    asked = sorted(grouping.names.index(name) for name in names)
    places = [place for place in asked if grouping.sizes[place] > 1]
    pairs = len(places) * (len(places) - 1) // 2
    if not pairs:
        raise DataError(fault("shape.errors.too_few_pairs", n_groups=len(places)))
    if pairs > MOST_PAIRS:
        raise DataError(fault("shape.errors.too_many_pairs", n_groups=len(places), pairs=pairs,
                              most=MOST_PAIRS))  # fmt: skip
    alone = [grouping.names[place] for place in asked if grouping.sizes[place] == 1]
    return places, (fault("shape.notices.left_singletons", ids=alone),) if alone else ()
