"""The k best columns of every row, certain in spite of float32 rounding."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from monosashi.ranking.cosine import Float64Array, IntArray

Exact = Callable[[IntArray, IntArray], Float64Array]
ScoreBlock = npt.NDArray[np.float32]


def top_columns(scores: ScoreBlock, k: int, bound: float, exact: Exact) -> IntArray:
    """(rows, k) numbers of the k highest columns, in order of number; -1 where fewer exist.

    A row whose k-th and next score lie within twice the rounding bound is decided in float64
    (``exact(rows, columns)``), ties by the lower number. Hidden columns hold -inf.
    """
    columns = scores.shape[1]
    if columns <= k:
        best = np.broadcast_to(np.arange(columns), scores.shape).copy()
        best = np.pad(best, ((0, 0), (0, k - columns)), constant_values=-1)
        return _without_hidden(best, scores)
    cut = columns - k
    order = np.argpartition(scores, (cut - 1, cut), axis=1)
    best = np.sort(order[:, cut:], axis=1)
    kth = np.take_along_axis(scores, order[:, cut, None], axis=1)[:, 0]
    following = np.take_along_axis(scores, order[:, cut - 1, None], axis=1)[:, 0]
    margin = rounding_margin(bound)
    for row in np.flatnonzero(np.isfinite(kth) & (following >= kth - margin)):
        best[row] = _decide(scores[row], kth[row], k, margin, row, exact)
    return _without_hidden(best, scores)


def rounding_margin(bound: float) -> np.float32:
    """Two scores further apart than this are in the right order."""
    return np.float32(2 * bound) + 2 * np.finfo(np.float32).eps


def _decide(
    scores: ScoreBlock, kth: np.float32, k: int, margin: np.float32, row: np.intp, exact: Exact
) -> IntArray:
    sure = np.flatnonzero(scores > kth + margin)
    doubtful = np.flatnonzero((scores >= kth - margin) & (scores <= kth + margin))
    values = exact(np.full(len(doubtful), row), doubtful)
    chosen = doubtful[np.lexsort((doubtful, -values))[: k - len(sure)]]
    return np.sort(np.concatenate([sure, chosen]))


def _without_hidden(best: IntArray, scores: ScoreBlock) -> IntArray:
    """Hidden columns to the end as -1."""
    held = np.take_along_axis(scores, np.maximum(best, 0), axis=1)
    lost = (best < 0) | np.isneginf(held)
    if not lost.any():
        return best
    kept = np.where(lost, np.iinfo(np.intp).max, best)
    kept.sort(axis=1)
    return np.where(kept == np.iinfo(np.intp).max, -1, kept)
