"""Statistics of k-occurrence: how often an item stands in the lists of others."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.int64]

TOP_SHARE = 0.01
"""The busiest items: this share of the indexed items, rounded up."""


def count_occurrences(lists: npt.NDArray[np.int64], n_indexed: int) -> Counts:
    """``N_k`` of every indexed item: the number of lists that hold it."""
    return np.bincount(lists.ravel(), minlength=n_indexed).astype(np.int64)


def antihub_share(counts: Counts) -> float:
    """Share of the indexed items that stand in no list."""
    return float((counts == 0).mean())


def top_count(n_indexed: int) -> int:
    """How many items are the busiest 1 %, at least one."""
    return int(np.ceil(TOP_SHARE * n_indexed))


def top_share_ratio(counts: Counts) -> float:
    """Mean ``N_k`` of the busiest 1 % over the mean ``N_k``."""
    busiest = np.partition(counts, len(counts) - top_count(len(counts)))
    return float(busiest[len(counts) - top_count(len(counts)) :].mean() / counts.mean())


def skewness(counts: Counts) -> float | None:
    """Third standardised moment (divisor n); None when all counts are equal."""
    deviation = counts - counts.mean()
    variance = float((deviation**2).mean())
    if (counts == counts[0]).all():
        return None
    return float((deviation**3).mean() / variance**1.5)


def hub_occurrence(counts: Counts, k: int, n_queries: int) -> float:
    """Share of all list places that are taken by hubs, items with at least twice the mean ``N_k``.

    The mean is ``k n_queries / n``: k where items list each other. In whole numbers, without
    rounding: ``N n >= 2 k n_queries``.
    """
    return float(counts[counts * len(counts) >= 2 * k * n_queries].sum() / (k * n_queries))


def robin_hood(counts: Counts) -> float:
    """Share of list places that would have to move to make all counts equal."""
    return float(np.abs(counts - counts.mean()).sum() / (2 * counts.sum()))


def gini(counts: Counts) -> float:
    """Gini coefficient of the counts, by the sorted formula."""
    n = len(counts)
    weights = 2 * np.arange(1, n + 1) - n - 1
    return float((weights * np.sort(counts)).sum() / (n * counts.sum()))


def occurrence_curve(counts: Counts, points: int = 200) -> list[dict[str, float]]:
    """Share of items with ``N_k`` at least v, for each v that occurs (at most ``points`` of them).

    When there are more, they are thinned evenly on a logarithmic scale; both ends stay.
    """
    values, sizes = np.unique(counts, return_counts=True)
    reached = np.cumsum(sizes[::-1])[::-1] / len(counts)
    if len(values) > points:
        ladder = np.geomspace(1, values[-1] + 1, points) - 1
        keep = np.unique(np.append(np.searchsorted(values, ladder), len(values) - 1))
        values, reached = values[keep[keep < len(values)]], reached[keep[keep < len(values)]]
    return [
        {"occurrence": int(value), "share": float(share)}
        for value, share in zip(values, reached, strict=True)
    ]
