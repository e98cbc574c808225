"""Group sums in one pass over rows that need not fit into memory.

Every group has a pilot centre, its first object; sums about it keep their digits whatever common
direction the vectors share, and are moved to the mean of all afterwards. Memory is O(G d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault, unit_rows
from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.shape.configuration import ROUNDING, Array, row_squares
from monosashi.shape.grouping import Grouping
from monosashi.shape.sums import GroupSums, IntArray, sum_rows

NUMBERS = 2**18
RUN = 2**14
AT_ONCE = 8
SAFE = 1e-200


def streamed_sums(
    data: EmbeddingSet, grouping: Grouping, *, normalise: bool = True, n_jobs: int | None = None
) -> tuple[GroupSums, float]:
    """Sums of the groups about the mean of all, and SS_T; ``spread`` of the objects stays empty.

    The same for any number of workers. Zero vectors are refused by row with ``normalise``.
    """
    first = np.unique(grouping.codes, return_index=True)[1]
    stream = _Stream(data, grouping.codes, first, normalise=normalise)
    sums, squares = np.zeros((len(first), data.dimension)), np.zeros(len(first))
    largest = 1.0 if normalise else 0.0
    runs = row_blocks(data.n, RUN)
    for several in row_blocks(len(runs), AT_ONCE):
        for run in map_blocks(lambda place: stream.run(runs[place.start]), [
                slice(i, i + 1) for i in range(several.start, several.stop)], n_jobs):  # fmt: skip
            sums[run.groups] += run.sums
            squares[run.groups] += run.squares
            largest = max(largest, run.largest)
    rounding = ROUNDING * (1.0 if normalise else largest**2 * data.dimension)
    return _about_the_mean(grouping.sizes, stream.pilots, sums, squares, rounding)


@dataclass(frozen=True, eq=False)
class _Run:
    groups: IntArray
    sums: Array
    squares: Array
    largest: float


class _Stream:
    """Rows, block by block, about the pilot of their group."""

    def __init__(
        self, data: EmbeddingSet, codes: IntArray, first: IntArray, *, normalise: bool
    ) -> None:
        self.data, self.codes, self.normalise = data, codes, normalise
        room = np.empty((len(first), data.dimension))
        self.pilots = self._rows(data.vectors[first], room)

    def _rows(self, block: Any, wide: Array) -> Array:
        """The block in float64, in the room given."""
        np.copyto(wide, block)
        return self._unit(wide) if self.normalise else wide

    def _unit(self, wide: Array) -> Array:
        """Scale rows to length 1 where their squares are safe from under- and overflow."""
        with np.errstate(over="ignore"):
            squares = row_squares(wide)
        if float(squares.min()) > SAFE and float(squares.max()) < 1 / SAFE:
            wide *= 1 / np.sqrt(squares)[:, None]
            return wide
        if not wide.any(axis=1).all():
            rows = self.data.zero_rows
            raise DataError(fault("embeddings.errors.zero_vectors", rows,
                                  list(self.data.ids[rows])))  # fmt: skip
        return np.asarray(unit_rows(wide), dtype=np.float64)

    def run(self, rows: slice) -> _Run:
        """Sums over consecutive rows; blocks share their room, so that memory stays warm."""
        groups, codes = np.unique(self.codes[rows], return_inverse=True)
        sums, squares = np.zeros((len(groups), self.data.dimension)), np.zeros(len(groups))
        largest, size = 0.0, max(1, NUMBERS // self.data.dimension)
        room, centres = (np.empty((size, self.data.dimension)) for _ in range(2))
        for part in row_blocks(len(codes), size):
            many = part.stop - part.start
            start = rows.start + part.start
            wide = self._rows(self.data.vectors[start : start + many], room[:many])
            if not self.normalise:
                largest = max(largest, float(wide.max()), -float(wide.min()))
            places = groups[codes[part]]
            wide -= np.take(self.pilots, places, axis=0, out=centres[:many], mode="clip")
            present, local = np.unique(codes[part], return_inverse=True)
            sums[present] += sum_rows(wide, local, len(present))
            squares[present] += np.bincount(local, row_squares(wide))
        return _Run(groups, sums, squares, largest)


def _about_the_mean(
    sizes: IntArray, pilots: Array, sums: Array, squares: Array, rounding: float
) -> tuple[GroupSums, float]:
    """SSW_g = q - ||s||²/n_g about the pilot; means are compared from the first pilot."""
    counts = sizes.astype(np.float64)
    within = np.maximum(squares - row_squares(sums) / counts, 0.0)
    within[within <= counts * rounding] = 0.0
    means = (pilots - pilots[0]) + sums / counts[:, None]
    means -= counts @ means / counts.sum()
    about = within + counts * row_squares(means)
    total = float(about.sum())
    held = GroupSums(sizes, means * counts[:, None], about, within, np.empty(0))
    return held, total if total > counts.sum() * rounding else 0.0
