"""The best columns of every row, kept while tile after tile goes by."""

from __future__ import annotations

import numpy as np

from monosashi.ranking.cosine import IntArray
from monosashi.ranking.top import (
    Exact,
    ScoreBlock,
    best_listed,
    places,
    reached_by,
    rounding_margin,
)

SMALL = 65_536  # row numbers of 16 bits are sorted without comparing
Listed = tuple[IntArray, IntArray, ScoreBlock]


class NearestKept:
    """For some rows: every column that may be among their k best, by float32 scores.

    ``level`` is a score that at least k of the columns seen reach, less what rounding may hide.
    It is raised now and then: looking at more columns is cheaper than sorting at every tile.
    """

    def __init__(self, n: int, k: int, bound: float) -> None:
        self.n, self.k = n, k
        self.margin = rounding_margin(bound)
        self.best = np.full((n, k), -np.inf, dtype=np.float32)
        self.level = np.full(n, -np.inf, dtype=np.float32)
        self.unseen = True
        self._parts: list[Listed] = []
        self._beside: list[Listed] = []
        self._waiting: list[Listed] = []

    def limit(self, scores: ScoreBlock) -> ScoreBlock:
        """What a column must reach; before anything was seen, judged by these scores."""
        if not self.unseen:
            return self.level
        return reached_by(scores, self.k)[:, 0] - self.margin

    def add(self, rows: IntArray, columns: IntArray, values: ScoreBlock) -> None:
        """Take columns in."""
        self._waiting.append((rows, columns, values))
        if self.unseen or sum(len(part[0]) for part in self._waiting) > self.n * self.k:
            self._raise()

    def add_beside(self, rows: IntArray, columns: IntArray, values: ScoreBlock) -> None:
        """Take columns into the lists that say nothing of what others must reach."""
        self._beside.append((rows, columns, values))

    def _raise(self) -> None:
        rows, columns, values = _joined(self._waiting)
        self._waiting = []
        kept = (values >= self.level[rows]) & np.isfinite(values)
        rows, columns, values = rows[kept], columns[kept], values[kept]
        if not len(rows):
            return
        self.unseen = False
        self._parts.append((rows, columns, values))
        both = np.concatenate([self.best, _in_lines(rows, values, self.n)], axis=1)
        last = both.shape[1] - self.k
        self.best = np.partition(both, last, axis=1)[:, last:]
        self.level = self.best.min(axis=1) - self.margin

    def listed(self) -> Listed:
        """(row, column, score) of all that may still be among the k best."""
        if self._waiting:
            self._raise()
        rows, columns, values = _joined(self._parts)
        kept = values >= self.level[rows]
        return rows[kept], columns[kept], values[kept]

    def top(self, exact: Exact) -> IntArray:
        """(rows, k) numbers of the k highest columns, in order of number; -1 where fewer exist."""
        whole = _joined([self.listed(), *self._beside])
        return best_listed(whole, (self.n, self.k), self.margin, exact)


def reaching(scores: ScoreBlock, limit: ScoreBlock) -> Listed:
    """All places whose score is at least their row's limit, row by row."""
    rows, columns = places(scores >= limit[:, None])
    return rows, columns, scores[rows, columns]


def _in_lines(rows: IntArray, values: ScoreBlock, n: int) -> ScoreBlock:
    """(n, most) values of every row side by side, -inf where there are fewer."""
    order = np.argsort(rows.astype(np.uint16 if n <= SMALL else np.intp), kind="stable")
    ordered = rows[order]
    starts = np.searchsorted(ordered, np.arange(n))
    place = np.arange(len(rows)) - starts[ordered]
    lines = np.full((n, int(place.max()) + 1), -np.inf, dtype=np.float32)
    lines[ordered, place] = values[order]
    return lines


def _joined(parts: list[Listed]) -> Listed:
    nobody = np.empty(0, dtype=np.intp)
    rows, columns, values = zip((nobody, nobody, np.empty(0, dtype=np.float32)), *parts,
                                strict=True)  # fmt: skip
    return np.concatenate(rows), np.concatenate(columns), np.concatenate(values)
