r"""The nearest others of every row from one product, each with a lower bound of its distance.

Nearness is by ``key_ij = max(l²_ij, 0) min_p w_pj c_pi``: l the bound, w_p the squares of foreseen
factors, ``1/c_p`` the square of how far row i will then look. A row that is not among those with
the smallest keys has ``d_ij sqrt(w_pj) >= sqrt(key / c_pi)`` for every p, key the largest listed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.foreseen import Foreseen
from monosashi.neighbors import Rows, map_blocks, pair_distances_of, row_blocks
from monosashi.neighbors.screen import Frame, Screen

Floats = npt.NDArray[np.float64]
BLOCK, TILE = 128, 2_048
SAFE, ROUNDED = 1e-12, 1e-6
"""Room for the float64 roundings of a bound and for those of a key, far more than they take."""
VANISHING = np.float32(1e-30)
"""Keys below this may have lost digits: they prove nothing."""


@dataclass(frozen=True)
class Listed:
    """Others of each row, in the order of their keys.

    Attributes
    ----------
    indices : (n, length) int32 array
    values : (n, length) float64 array
        Distances of those that were measured, lower bounds of the others.
    known : (n, length) bool array
        Which were measured.
    cuts : tuple of int
        Lengths of the lists in use, the longest last.
    keys : (cuts, n) float32 array
        The key at the end of each.
    """

    indices: npt.NDArray[np.int32]
    values: Floats
    known: npt.NDArray[np.bool_]
    cuts: tuple[int, ...]
    keys: npt.NDArray[np.float32]
    foreseen: Foreseen
    frame: Frame

    @classmethod
    def of(
        cls, rows: FloatArray, lengths: tuple[int, ...], foreseen: Foreseen, frame: Frame,
        n_jobs: int | None = None,
    ) -> Listed:  # fmt: skip
        """Screen all pairs of ``rows``; every length is between 1 and n - 1."""
        n, cuts = len(rows), tuple(sorted(set(lengths)))
        screen = Screen.of(rows, np.arange(n), frame, np.float32)
        shape = n, cuts[-1]
        made = cls(np.empty(shape, np.int32), np.empty(shape), np.zeros(shape, np.bool_), cuts,
                   np.empty((len(cuts), n), np.float32), foreseen, frame)  # fmt: skip

        def solve(part: slice) -> None:
            made._fill(rows, screen, part)

        map_blocks(solve, row_blocks(n, BLOCK), n_jobs)
        return made

    @property
    def length(self) -> int:
        """How many are listed."""
        return self.cuts[-1]

    def reach(self, length: int) -> Floats:
        """``(p, n)``: no more than ``d_ij factor_pj`` of whoever is not among the first."""
        if length >= len(self.indices) - 1:
            return np.full(self.foreseen.weights.shape, np.inf)
        keys = self.keys[self.cuts.index(length)]
        told = np.where(keys < VANISHING, 0, keys).astype(np.float64) * (1 - ROUNDED)
        return np.asarray(np.sqrt(told / self.foreseen.closeness) / self.frame.scale * (1 - SAFE))

    def measure(self, rows: FloatArray, start: int, local: Rows, place: Rows) -> Floats:
        """Distances of listed ones that are not known yet; rows are counted from ``start``."""
        mine = local + start
        columns = self.indices[mine, place].astype(np.int64)
        found = pair_distances_of(rows, rows, mine, columns, self.frame)
        self.values[mine, place] = found
        self.known[mine, place] = True
        return found

    def _fill(self, rows: FloatArray, screen: Screen, part: slice) -> None:
        squares, keys = self._screened(rows[part], screen, part)
        length, own = self.length, np.arange(len(keys))
        keys[own, own + part.start] = np.inf
        chosen = np.argpartition(keys, length - 1, axis=1)[:, :length]
        near = np.take_along_axis(keys, chosen, axis=1)
        order = np.argsort(near, axis=1)
        chosen = np.take_along_axis(chosen, order, axis=1)
        self.indices[part] = chosen
        ends = np.take_along_axis(near, order[:, np.array(self.cuts) - 1], axis=1)
        self.keys[:, part] = np.minimum(ends, np.finfo(np.float32).max).T
        least = np.take_along_axis(squares, chosen, axis=1).astype(np.float64) * (1 - ROUNDED)
        self.values[part] = np.sqrt(least) / self.frame.scale * (1 - SAFE)

    def _screened(self, rows: FloatArray, screen: Screen, part: slice) -> tuple[
        npt.NDArray[np.float32], npt.NDArray[np.float32]
    ]:  # fmt: skip
        """Squared distances, rounded down: ``|x|² - 2 U - 2 a``, U the screen's; and keys."""
        entered, allowance = screen.enter(rows)
        placed = self.frame.place(rows)
        length = np.einsum("ij,ij->i", placed, placed) * (1 - SAFE) - allowance
        start = np.nextafter(length.astype(np.float32), np.float32(-np.inf))[:, None]
        squares = np.empty((len(rows), len(screen.table)), np.float32)
        keys = np.empty_like(squares)
        closeness, weights = self.foreseen.closeness[:, part], self.foreseen.weights
        for columns in row_blocks(len(screen.table), TILE):
            tile = entered @ screen.table[columns].T
            tile *= -2
            tile += start
            np.maximum(tile, 0, out=tile)
            squares[:, columns] = tile
            near = np.multiply.outer(closeness[0], weights[0, columns])
            for close, heavy in zip(closeness[1:], weights[1:, columns], strict=True):
                np.minimum(near, np.multiply.outer(close, heavy), out=near)
            np.multiply(tile, near, out=keys[:, columns])
        return squares, keys


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
