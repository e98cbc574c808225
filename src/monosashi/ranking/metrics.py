"""Recall, reciprocal rank and average precision of ranked gold documents, query by query."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from monosashi.ranking.cosine import Float64Array
from monosashi.ranking.task import GoldRanks


def hits(ranks: npt.NDArray[np.float64], k: int) -> Float64Array:
    """1.0 where the rank is at most k (with one gold document this is recall@k)."""
    return (ranks <= k).astype(np.float64)


def reciprocal(ranks: npt.NDArray[np.float64]) -> Float64Array:
    """1 / rank, 0 where there is no rank."""
    out: Float64Array = np.where(np.isnan(ranks), 0.0, 1.0 / np.fmax(ranks, 1.0))
    return out


def average_precision(found: GoldRanks) -> Float64Array:
    """Average precision of all golds of a query in the mixed pool.

    The i-th best gold has ``above`` competitors (and ties, counted against it) before it and so
    stands at place ``i + above``: precision there is ``i / (i + above)``. NaN without a gold.
    """
    ranks = np.sort(found.ranks("mixed"), axis=1)
    place = np.arange(1, ranks.shape[1] + 1)
    precision = place / (ranks - 1.0 + place)
    golds = np.isfinite(ranks).sum(axis=1)
    total = np.nansum(precision, axis=1)
    undefined = np.full(len(ranks), np.nan)
    mean: Float64Array = np.divide(total, golds, out=undefined, where=golds > 0)
    return mean
