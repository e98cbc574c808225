"""Group sums in one pass over rows that need not fit into memory.

Every group has a pilot centre, its first object; sums about it keep their digits whatever common
direction the vectors share, and are moved to the mean of all afterwards. Memory is O(G d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault, unit_rows
from monosashi.neighbors.blocks import blocks_within, map_blocks, row_blocks
from monosashi.shape.configuration import ROUNDING, Array, row_squares
from monosashi.shape.grouping import Grouping
from monosashi.shape.sums import GroupSums, IntArray, sum_rows

NUMBERS, NEAR = 2**19, 2**16
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


def scaled_in_place(wide: Array) -> bool:
    """Scale rows to length 1, if all their squares are safe from under- and overflow."""
    with np.errstate(over="ignore"):
        squares = row_squares(wide)
    if not (float(squares.min()) > SAFE and float(squares.max()) < 1 / SAFE):
        return False
    wide *= 1 / np.sqrt(squares)[:, None]
    return True


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
        if scaled_in_place(wide):
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
        room, lengths = np.empty((size, self.data.dimension)), np.empty(size)
        for part in blocks_within(rows, size):
            many = part.stop - part.start
            top = self._about_pilots(part, room[:many], lengths[:many])
            largest = max(largest, top)
            local = codes[part.start - rows.start : part.stop - rows.start]
            present, local = np.unique(local, return_inverse=True)
            sums[present] += sum_rows(room[:many], local, len(present))
            squares[present] += np.bincount(local, lengths[:many])
        return _Run(groups, sums, squares, largest)

    def _about_pilots(self, part: slice, room: Array, lengths: Array) -> float:
        """Fill the room, a few rows at a time, and their squared lengths; the largest entry."""
        largest, few = 0.0, max(1, NEAR // self.data.dimension)
        centres = np.empty((few, self.data.dimension))
        for strip in row_blocks(len(room), few):
            seen = slice(part.start + strip.start, part.start + strip.stop)
            wide = self._rows(self.data.vectors[seen], room[strip])
            if not self.normalise:
                largest = max(largest, float(wide.max()), -float(wide.min()))
            pilots = centres[: len(wide)]
            np.take(self.pilots, self.codes[seen], axis=0, out=pilots, mode="clip")
            np.subtract(wide, pilots, out=room[strip])
            lengths[strip] = row_squares(room[strip])
        return largest


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
