"""Permutation tests over a cloud that is never held: blocks of rows outside, arrangements inside.

Every block of rows is read once for all arrangements of a batch and added to their group sums, so
memory is that of the sums (256 MB), of the labels (256 MB) and of a block. The arrangements are
those that a held cloud would see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.neighbors.blocks import blocks_within, map_blocks, row_blocks
from monosashi.shape.adding import add_to_groups
from monosashi.shape.configuration import Array
from monosashi.shape.permuting import FLAT, TILE, Statistic, Sums, chunk, near
from monosashi.shape.sample import Sample
from monosashi.shape.sums import IntArray
from monosashi.statistics.permutation import Arrangements

BYTES = 2**28
NUMBERS = 2**22
AT_ONCE = 32
PIECES = 8


@dataclass(frozen=True, eq=False)
class RowBlocks:
    """The observable columns, some rows at a time, and what reads their sums.

    Attributes
    ----------
    sample : Sample with a cloud that is not held
    residuals : (n,) or None
    statistics : functions of sums
    """

    sample: Sample
    residuals: Array | None
    statistics: tuple[Statistic, ...]

    @property
    def shape(self) -> tuple[int, int, int]:
        """Objects, groups, columns."""
        cloud = self.sample.configuration
        return cloud.n, self.sample.grouping.n_groups, cloud.dimension + 2

    def columns(self, rows: slice) -> Array:
        """(b, c) as ``observable_columns`` gives them; rows are objects, not units."""
        cloud = self.sample.configuration
        scale = np.sqrt(cloud.squares.mean())
        out = np.zeros((rows.stop - rows.start, cloud.dimension + 2))
        np.divide(cloud.rows(rows), scale, out=out[:, :-2])
        out[:, -2] = cloud.squares[rows] / scale**2 - 1
        if self.residuals is not None:
            out[:, -1] = self.residuals[rows] / (np.sqrt((self.residuals**2).mean()) or 1.0)
        return out

    def values(self, codes: IntArray, *, single: bool) -> Array:
        """(P, k) statistics for (P, n) groups of the objects."""
        n, groups, columns = self.shape
        table = np.zeros((len(codes), groups, columns))
        for block in row_blocks(n, max(PIECES, NUMBERS // columns)):
            self._add(table, codes[:, block], block, np.float32 if single else np.float64)
        sums = Sums((table,), FLAT[single])
        return np.stack([read(sums) for read in self.statistics], axis=1)

    def _add(self, table: Array, codes: IntArray, block: slice, kind: type[np.floating]) -> None:
        pieces = blocks_within(block, -(-(block.stop - block.start) // PIECES))
        matrix = np.concatenate(map_blocks(lambda rows: self.columns(rows).astype(kind), pieces))
        cuts = [slice(a, min(a + TILE, table.shape[2])) for a in range(0, table.shape[2], TILE)]
        tiles = [np.ascontiguousarray(matrix[:, cut]) for cut in cuts]

        def some(part: slice) -> None:
            sums = add_to_groups(tiles, codes[part], table.shape[1])
            for cut, found in zip(cuts, sums, strict=True):
                table[part, :, cut] += found

        map_blocks(some, row_blocks(len(codes), AT_ONCE))


def streamed_values(
    plan: Arrangements, blocks: RowBlocks, given: list[float | None]
) -> tuple[Array, Array]:
    """(N, k) statistics of all arrangements and (k,) observed ones: ``given``, or the sums' own."""
    seen = blocks.values(_codes(plan, plan.observed, blocks), single=False)[0]
    observed = np.array([a if b is None else b for a, b in zip(seen, given, strict=True)])
    n, groups, columns = blocks.shape
    cuts = row_blocks(plan.total, chunk(len(plan.codes), columns, groups))
    most = max(1, BYTES // max(groups * columns * 8, n * _kind(groups).itemsize))
    values = []
    for several in row_blocks(len(cuts), max(1, most // max(1, cuts[0].stop))):
        parts = map_blocks(lambda cut: _codes(plan, plan.members(cut), blocks), cuts[several])
        codes = np.concatenate(parts)
        found = blocks.values(codes, single=True)
        if (close := near(found, observed)).any():
            found[close] = blocks.values(codes[close], single=False)
        values.append(found)
    return np.concatenate(values), observed


def _codes(plan: Arrangements, members: IntArray, blocks: RowBlocks) -> IntArray:
    """(P, n) group of every object, in as few bytes as will do."""
    groups = len(plan.units)
    codes = np.empty(members.shape, dtype=_kind(groups))
    label = np.repeat(np.arange(groups), plan.units).astype(codes.dtype)
    codes[np.arange(len(members))[:, None], members] = label
    if len(plan.codes) == blocks.shape[0]:
        return codes
    of_objects: IntArray = codes[:, blocks.sample.exchange.unit_of]
    return of_objects


def _kind(groups: int) -> np.dtype[Any]:
    return np.min_scalar_type(max(groups - 1, 1))
