"""dbICC: how alike members of a group are, from means over pairs instead of sums of squares."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.results import Estimate
from monosashi.shape.configuration import Array
from monosashi.shape.from_distances.sums import LOST, PairSums
from monosashi.statistics.jackknife import jackknife_estimate, refusal

BY_PAIR, BY_GROUP = "dbicc", "dbicc_by_group"
Means = tuple[Array, Array, Array, Array]


def dbicc_estimates(
    sums: PairSums, confidence: float
) -> tuple[dict[str, Estimate | None], dict[str, Fault]]:
    """``dbicc`` and ``dbicc_by_group``: 1 - (mean d² within) / (mean d² between).

    Xu, Reiss and Cribben (2021). The first weighs every pair alike, so a group of m members speaks
    m² times; the second weighs every group (and every pair of groups) alike. With equal sizes both
    are the trace ICC(1). Interval: delete-one-group jackknife.
    """
    found: dict[str, Estimate | None] = {}
    reasons: dict[str, Fault] = {}
    for name, means in ((BY_PAIR, _over_pairs(sums)), (BY_GROUP, _over_groups(sums))):
        whole, left = _values(means, sums)
        if np.isnan(whole):
            found[name], reasons[name] = None, fault("shape.reasons.nothing_between")
            continue
        found[name] = jackknife_estimate(float(whole), left, confidence=confidence,
                                         possible=(-np.inf, 1.0), unit="cluster")  # fmt: skip
        if why := refusal(left):
            reasons[f"{name}.interval"] = fault(why, n=len(left))
    return found, reasons


def _values(means: Means, sums: PairSums) -> tuple[float, Array]:
    """1 - within/between of all groups, and (G,) without each; NaN where one is undefined.

    ``means`` are sum and weight of d² within, then between, with the whole in the last place.
    """
    within, inside, between, across = means
    apart = np.divide(between, across, out=np.zeros_like(between), where=across > 0)
    near = np.divide(within, inside, out=np.full_like(within, np.nan), where=inside > 0)
    lost = LOST * 2 * sums.total / sums.sizes.sum()
    values = 1 - np.divide(near, apart, out=np.full_like(near, np.nan), where=apart > lost)
    return float(values[-1]), values[:-1]


def _over_pairs(sums: PairSums) -> Means:
    """Sums of d² and numbers of pairs."""
    pairs = np.outer(sums.sizes, sums.sizes)
    np.fill_diagonal(pairs, sums.sizes * (sums.sizes - 1))
    return _within_and_between(sums.table, pairs)


def _over_groups(sums: PairSums) -> Means:
    """Sums of the mean d² of each group and pair of groups, and how many there are."""
    pairs = np.outer(sums.sizes, sums.sizes)
    np.fill_diagonal(pairs, sums.sizes * (sums.sizes - 1))
    known = (pairs > 0).astype(np.float64)
    means = np.divide(sums.table, pairs, out=np.zeros_like(pairs), where=pairs > 0)
    return _within_and_between(means, known)


def _within_and_between(values: Array, weights: Array) -> Means:
    """(G + 1,) sums of the diagonal and of the rest: without each group, and of all."""
    return _diagonal(values), _diagonal(weights), _others(values), _others(weights)


def _diagonal(table: Array) -> Array:
    own = np.diagonal(table)
    return np.append(own.sum() - own, own.sum())


def _others(table: Array) -> Array:
    """Both orders of every pair of groups."""
    own = np.diagonal(table)
    rows = table.sum(axis=1) - own
    return np.append(rows.sum() - 2 * rows, rows.sum())
