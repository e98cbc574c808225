"""The k best columns of every row, certain in spite of float32 rounding."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from monosashi.ranking.cosine import Float64Array, IntArray

Exact = Callable[[IntArray, IntArray], Float64Array]
ScoreBlock = npt.NDArray[np.float32]
GROUPS = 256


def top_columns(scores: ScoreBlock, k: int, bound: float, exact: Exact) -> IntArray:
    """(rows, k) numbers of the k highest columns, in order of number; -1 where fewer exist.

    A row whose k-th and next score lie within twice the rounding bound is decided in float64
    (``exact(rows, columns)``), ties by the lower number. Hidden columns hold -inf.
    """
    margin = rounding_margin(bound)
    rows, columns = places(scores >= reached_by(scores, k) - margin)
    listed = rows, columns, scores[rows, columns]
    return best_listed(listed, (len(scores), k), margin, exact)


def best_listed(
    listed: tuple[IntArray, IntArray, ScoreBlock], shape: tuple[int, int], margin: np.float32,
    exact: Exact,
) -> IntArray:  # fmt: skip
    """(n, k) numbers of the k highest of the listed columns of every row, as ``top_columns``."""
    (rows, columns, values), (n, k) = listed, shape
    seen = np.isfinite(values)
    rows, columns, values = rows[seen], columns[seen], values[seen]
    order = np.lexsort((columns, -values, rows))
    rows, columns, values = rows[order], columns[order], values[order]
    starts = np.searchsorted(rows, np.arange(n + 1))
    place = np.arange(len(rows)) - starts[rows]
    best = np.full((n, k), -1, dtype=np.intp)
    best[rows[place < k], place[place < k]] = columns[place < k]
    for row in _undecided(values, starts, k, margin):
        near = columns[starts[row] : starts[row + 1]]
        sure = exact(np.full(len(near), row), near)
        best[row] = near[np.lexsort((near, -sure))[:k]]
    return _in_order(best)


def places(mask: npt.NDArray[np.bool_]) -> tuple[IntArray, IntArray]:
    """Rows and columns of what is true, row by row; several times faster than 2-D ``nonzero``."""
    rows, columns = np.divmod(np.flatnonzero(mask), mask.shape[1])
    return rows, columns


def rounding_margin(bound: float) -> np.float32:
    """Two scores further apart than this are in the right order."""
    return np.float32(2 * bound) + 2 * np.finfo(np.float32).eps


def reached_by(scores: ScoreBlock, k: int) -> ScoreBlock:
    """(rows, 1) a score that at least k columns of the row reach: k-th of the maxima of groups."""
    n, columns = scores.shape
    if columns <= k:
        return np.full((n, 1), -np.inf, dtype=np.float32)
    groups = min(columns, max(GROUPS, 4 * k))
    size = columns // groups
    whole = scores[:, : size * groups].reshape(n, size, groups)
    highest = np.maximum.reduce(whole, axis=1)
    rest = scores[:, size * groups :]
    highest[:, : rest.shape[1]] = np.maximum(highest[:, : rest.shape[1]], rest)
    return np.partition(highest, groups - k, axis=1)[:, groups - k, None]


def _undecided(
    values: ScoreBlock, starts: IntArray, k: int, margin: np.float32
) -> npt.NDArray[np.intp]:
    """Rows whose k-th and next listed scores are too close to tell apart."""
    full = np.flatnonzero(np.diff(starts) > k)
    last = starts[full] + k
    return full[values[last] >= values[last - 1] - margin]


def _in_order(best: IntArray) -> IntArray:
    """Numbers ascending in every row, -1 at the end."""
    end = np.iinfo(np.intp).max
    ordered = np.sort(np.where(best < 0, end, best), axis=1)
    return np.where(ordered == end, -1, ordered)
