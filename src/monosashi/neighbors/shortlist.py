"""The pairs of one block of queries that may still belong to the k nearest."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.neighbors.problem import Distances

Positions = npt.NDArray[np.intp]
Hits = tuple[Positions, Positions, FloatArray]


class Shortlist:
    """Bars that rise while blocks of scores go by, and what has cleared them.

    Parameters
    ----------
    allowance : (rows,) float64 array
        How far below the k-th certain score a score may lie and still count (``2 a``).
    slack : (m,) float64 array
        What must be taken off a score to make it certain (``2 b``), by column.
    k : int
    limit : int
        A row with more survivors than this is given up (``hard``): the precision is too low.
    dtype : dtype of the scores
    """

    def __init__(
        self, allowance: Distances, slack: Distances, k: int, limit: int, dtype: npt.DTypeLike
    ) -> None:
        self.allowance, self.slack, self.limit = allowance, slack, limit
        self.best = np.full((len(allowance), k), -np.inf)
        self.hard = np.zeros(len(allowance), dtype=bool)
        self.bar: FloatArray = np.full(len(allowance), -np.inf, dtype)
        self.kept: Hits = (np.empty(0, np.intp), np.empty(0, np.intp), np.empty(0, dtype))
        self.fresh: list[Hits] = []
        self.waiting = 0

    def offer(self, scores: FloatArray, start: int) -> None:
        """Collect what clears the bars in a block of scores whose first column is ``start``."""
        if start == 0 and scores.shape[1] >= self.best.shape[1]:
            self._open(scores)
        flat = np.flatnonzero(scores > self.bar[:, None])
        rows, columns = np.divmod(flat, scores.shape[1])
        self.fresh.append((rows, columns + start, scores.ravel()[flat]))
        self.waiting += len(flat)
        if self.waiting >= self.best.size:
            self._merge()

    def close(self) -> tuple[Positions, Positions]:
        """All pairs (row, column) that may belong to the k nearest; none of the hard rows."""
        if self.fresh:
            self._merge()
        return self.kept[0], self.kept[1]

    def _open(self, scores: FloatArray) -> None:
        """First bars, from the first block alone (its pairs are collected right after)."""
        k = self.best.shape[1]
        certain = scores - self.slack[: scores.shape[1]]
        certain.partition(certain.shape[1] - k, axis=1)
        self._raise(certain[:, -k])

    def _raise(self, kth: Distances) -> None:
        """Set bars just below ``kth - 2 a``, so that ``>`` lets equality through."""
        low = self.bar.dtype.type(-np.inf)
        lowered = np.nextafter((kth - self.allowance).astype(self.bar.dtype), low)
        np.maximum(self.bar, lowered, out=self.bar)
        self.bar[self.hard] = np.inf

    def _merge(self) -> None:
        """Raise the bars with what was collected; drop what no longer clears them."""
        rows, columns, scores = (np.concatenate(part) for part in zip(*self.fresh, strict=True))
        self.fresh, self.waiting = [], 0
        self._improve(rows, scores - self.slack[columns])
        self._raise(self.best.min(axis=1))
        old_rows, old_columns, old_scores = self.kept
        self.kept = (
            np.concatenate([old_rows, rows]),
            np.concatenate([old_columns, columns]),
            np.concatenate([old_scores, scores]),
        )
        self._prune()
        self.hard |= np.bincount(self.kept[0], minlength=len(self.hard)) > self.limit
        self.bar[self.hard] = np.inf
        self._prune()

    def _prune(self) -> None:
        rows, columns, scores = self.kept
        keep = scores > self.bar[rows]
        if not keep.all():
            self.kept = (rows[keep], columns[keep], scores[keep])

    def _improve(self, rows: Positions, certain: Distances) -> None:
        """Merge certain scores into the k best of the rows that have any."""
        order = np.argsort(rows, kind="stable")
        rows, certain = rows[order], certain[order]
        counts = np.bincount(rows, minlength=len(self.best))
        touched = np.flatnonzero(counts)
        place = np.arange(len(rows)) - (np.cumsum(counts) - counts)[rows]
        k = self.best.shape[1]
        field = np.full((len(touched), k + int(counts.max())), -np.inf)
        field[:, :k] = self.best[touched]
        field[np.searchsorted(touched, rows), k + place] = certain
        field.partition(field.shape[1] - k, axis=1)
        self.best[touched] = field[:, -k:]
