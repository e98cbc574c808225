"""One pass over rows, block by block: the sums of every group and their sums of squares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from monosashi.neighbors.blocks import blocks_within, map_blocks, row_blocks
from monosashi.shape.configuration import Array, row_squares
from monosashi.shape.scaled_rows import ScaledRows, Which
from monosashi.shape.sums import IntArray, sum_rows

NUMBERS = 2**19
RUN = 2**14
AT_ONCE = 8

Reader = Callable[[Which, Array], tuple[Array | float, Array | float]]
"""Fills a room with rows; gives their weights in the sum, and their squared lengths."""


@dataclass(eq=False)
class Found:
    """(G, d) sums, (G,) sums of squares, and the largest square of all."""

    sums: Array
    squares: Array
    largest: float = 0.0

    def add(self, groups: IntArray, other: Found) -> None:
        """Add what was found in some of the groups."""
        self.sums[groups] += other.sums
        self.squares[groups] += other.squares
        self.largest = max(self.largest, other.largest)

    def spread(self, sizes: IntArray) -> Array:
        """(G,) sums of squares about the mean of each group: q - ||s||² / n."""
        return np.maximum(self.squares - row_squares(self.sums) / sizes, 0.0)


def nothing(groups: int, dimension: int) -> Found:
    """Zeros to add to."""
    return Found(np.zeros((groups, dimension)), np.zeros(groups))


def as_read(rows: ScaledRows) -> Reader:
    """Rows of length 1 about zero: the scaling is a weight in the sum, which saves a walk."""

    def read(which: Which, room: Array) -> tuple[Array | float, Array | float]:
        return rows.fill(which, room), 1.0

    return read


def about(rows: ScaledRows, centre: Callable[[Which], Array]) -> Reader:
    """Rows about a centre, which may depend on the row."""

    def read(which: Which, room: Array) -> tuple[Array | float, Array | float]:
        rows.about(centre(which), which, room)
        return 1.0, row_squares(room)

    return read


@dataclass(frozen=True, eq=False)
class RowPass:
    """A walk over all rows, or over the ``chosen``.

    Attributes
    ----------
    codes : (m,) group of each row walked over
    shape : groups, columns
    read : Reader
    chosen : (m,) row numbers, or None for rows 0 to m - 1
    """

    codes: IntArray
    shape: tuple[int, int]
    read: Reader
    chosen: IntArray | None = None

    def found(self, n_jobs: int | None) -> Found:
        """The sums; the same for any number of workers."""
        total = nothing(*self.shape)
        runs = row_blocks(len(self.codes), RUN)
        for several in row_blocks(len(runs), AT_ONCE):
            for groups, part in map_blocks(self._run, runs[several], n_jobs):
                total.add(groups, part)
        return total

    def _run(self, run: slice) -> tuple[IntArray, Found]:
        """Consecutive rows; blocks share their room, so that memory stays warm."""
        groups, codes = np.unique(self.codes[run], return_inverse=True)
        total, size = nothing(len(groups), self.shape[1]), max(1, NUMBERS // self.shape[1])
        room, weights, squares = np.empty((size, self.shape[1])), np.empty(size), np.empty(size)
        for part in blocks_within(run, size):
            many = part.stop - part.start
            which = self._which(part.start, part.stop)
            weights[:many], squares[:many] = self.read(which, room[:many])
            present, local = np.unique(codes[part.start - run.start :][:many], return_inverse=True)
            total.add(present, Found(
                sum_rows(room[:many], local, len(present), weights[:many]),
                np.bincount(local, squares[:many]).astype(np.float64),
                float(squares[:many].max()),
            ))  # fmt: skip
        return groups, total

    def _which(self, start: int, stop: int) -> Which:
        return slice(start, stop) if self.chosen is None else self.chosen[start:stop]
