"""A shortlist for tiles in any order, those of the other side of a symmetric pass included."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.neighbors.problem import Distances
from monosashi.neighbors.shortlist import Hits, Positions, Shortlist


class TileShortlist(Shortlist):
    """What may belong to the k nearest of a block of rows; the same in the end in any order."""

    def __init__(
        self, allowance: Distances, slack: Distances, k: int, limit: int, dtype: npt.DTypeLike
    ) -> None:
        super().__init__(allowance, slack, k, limit, dtype)
        self.opened = False

    def offer(self, scores: FloatArray, start: int) -> None:
        """Rows of the tile are the rows of this block."""
        self._first(scores, self.slack[start : start + scores.shape[1]])
        flat = np.flatnonzero(scores > self.bar[:, None])
        rows, columns = np.divmod(flat, scores.shape[1])
        self._take((rows, columns + start, scores.ravel()[flat]))

    def offer_across(self, scores: FloatArray, start: int) -> None:
        """Columns of the tile are the rows of this block."""
        self._first(scores.T, self.slack[start : start + scores.shape[0]])
        flat = np.flatnonzero(scores > self.bar[None, :])
        columns, rows = np.divmod(flat, scores.shape[1])
        self._take((rows, columns + start, scores.ravel()[flat]))

    def finish(self) -> tuple[Positions, Positions]:
        """All pairs that may count, merged one last time; none of the hard rows."""
        if self.fresh:
            self._merge()
        return self.kept[0], self.kept[1]

    def _take(self, hits: Hits) -> None:
        self.fresh.append(hits)
        self.waiting += len(hits[0])
        if self.waiting >= self.best.size:
            self._merge()

    def _first(self, scores: FloatArray, slack: Distances) -> None:
        """Set bars from the first tile that is wide enough (its pairs are taken right after)."""
        k = self.best.shape[1]
        if self.opened or scores.shape[1] < k:
            return
        certain = np.ascontiguousarray(scores) - slack
        certain.partition(certain.shape[1] - k, axis=1)
        self._raise(certain[:, -k])
        self.opened = True
