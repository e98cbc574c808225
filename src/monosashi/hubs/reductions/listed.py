"""The nearest others of every row from one product: some exact, the rest with a lower bound."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.neighbors import Rows, map_blocks, pair_distances_of, row_blocks
from monosashi.neighbors.screen import Frame, Screen

Floats = npt.NDArray[np.float64]
BLOCK, PAIRS = 128, 1_000_000
SAFE = 1e-12
"""Room for the float64 roundings of a bound, far more than they take."""


@dataclass(frozen=True)
class Listed:
    """Others of each row, the nearest first by their screening scores.

    Attributes
    ----------
    indices : (n, length) int32 array
    distances : (n, exact) float64 array
        Of the first ``exact``.
    low : (n, length - exact) float64 array
        Lower bounds of the distances of the rest, or the distances of those that were measured.
    known : (n, length - exact) bool array
        Which were measured.
    beyond : (n,) float64 array
        Lower bound of the distance of whoever is not listed; infinite when all are.
    frame : Frame
    """

    indices: npt.NDArray[np.int32]
    distances: Floats
    low: Floats
    known: npt.NDArray[np.bool_]
    beyond: Floats
    frame: Frame

    @property
    def exact(self) -> int:
        """How many have their distance."""
        return int(self.distances.shape[1])

    @property
    def length(self) -> int:
        """How many are listed."""
        return int(self.indices.shape[1])

    @classmethod
    def of(cls, rows: FloatArray, exact: int, length: int, n_jobs: int | None = None) -> Listed:
        """Screen all pairs of ``rows``; 1 <= exact <= length <= n - 1."""
        n, frame = len(rows), Frame.of(rows, rows)
        screen = Screen.of(rows, np.arange(n), frame, np.float32)
        room = np.empty((n, length), np.int32), np.empty((n, exact))
        rest = np.empty((n, length - exact)), np.zeros((n, length - exact), np.bool_)
        made = cls(*room, *rest, np.full(n, np.inf), frame)

        def solve(part: slice) -> None:
            made._fill(rows, screen, part)

        map_blocks(solve, row_blocks(n, BLOCK), n_jobs)
        return made

    def reach(self, length: int) -> Floats:
        """Lower bound of the distance of whoever is not among the first ``length``."""
        if length >= self.length:
            return self.beyond
        least: Floats = np.minimum(self.low[:, length - self.exact :].min(axis=1), self.beyond)
        return least

    def measure(self, rows: FloatArray, mine: Rows, place: Rows) -> Floats:
        """Distances of listed ones behind the first ``exact``, each measured once."""
        fresh = ~self.known[mine, place]
        at = mine[fresh], place[fresh]
        columns = self.indices[at[0], self.exact + at[1]].astype(np.int64)
        self.low[at] = pair_distances_of(rows, rows, at[0], columns, self.frame)
        self.known[at] = True
        measured: Floats = self.low[mine, place]
        return measured

    def holds(
        self, rows: Rows, columns: Rows, distances: Floats, length: int
    ) -> npt.NDArray[np.bool_]:
        """Whether each pair is among the first ``length``; whoever is nearer than the reach is."""
        held = distances < self.reach(length)[rows]
        doubtful = np.flatnonzero(~held)
        for part in row_blocks(len(doubtful), max(1, PAIRS // length)):
            asked = doubtful[part]
            near = self.indices[rows[asked], :length]
            held[asked] = (near == columns[asked, None]).any(axis=1)
        return held

    def _fill(self, rows: FloatArray, screen: Screen, part: slice) -> None:
        entered, allowance = screen.enter(rows[part])
        scores = entered @ screen.table.T
        own = np.arange(len(scores))
        scores[own, own + part.start] = -np.inf
        length, n = self.length, scores.shape[1]
        chosen = np.argpartition(scores, n - length, axis=1)[:, n - length :]
        best = np.take_along_axis(scores, chosen, axis=1)
        order = np.argsort(-best, axis=1, kind="stable")
        chosen = np.take_along_axis(chosen, order, axis=1)
        best = np.take_along_axis(best, order, axis=1)
        self.indices[part] = chosen
        low = self._bounds(rows[part], best, allowance)
        self.low[part] = low[:, self.exact :]
        if length < n - 1:
            self.beyond[part] = low[:, -1]
        near = chosen[:, : self.exact]
        mine = np.repeat(own + part.start, self.exact)
        flat = pair_distances_of(rows, rows, mine, near.ravel(), self.frame)
        self.distances[part] = flat.reshape(near.shape)

    def _bounds(
        self, rows: FloatArray, scores: FloatArray, allowance: Floats
    ) -> npt.NDArray[np.float32]:
        """``d² = |x|² - 2 s`` with the true score s at most ``U + a``; rounded down."""
        placed = self.frame.place(rows)
        squares = np.einsum("ij,ij->i", placed, placed)
        least = (squares * (1 - SAFE) - allowance)[:, None] - 2 * scores.astype(np.float64)
        low = np.sqrt(np.maximum(least, 0)) / self.frame.scale
        rounded = (low * (1 - SAFE)).astype(np.float32)
        return np.asarray(np.nextafter(rounded, np.float32(0)), np.float32)


def merge_smallest(best: Floats, local: Rows, values: Floats) -> Floats:
    """The k smallest of ``best (m, k)``, ascending, and of more values of its rows."""
    if not len(local):
        return best
    order = np.argsort(local, kind="stable")
    touched, place = np.unique(local[order], return_inverse=True)
    counts = np.bincount(place)
    within = np.arange(len(place)) - (np.cumsum(counts) - counts)[place]
    k = best.shape[1]
    room = np.full((len(touched), k + int(counts.max())), np.inf)
    room[:, :k] = best[touched]
    room[place, k + within] = values[order]
    merged = best.copy()
    merged[touched] = np.sort(room, axis=1)[:, :k]
    return merged
