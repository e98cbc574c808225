"""Rearranged residuals of a cloud that is never held, summed block by block of its rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.neighbors.blocks import row_blocks
from monosashi.shape.configuration import BLOCK, Array
from monosashi.shape.partition.fit import Fit
from monosashi.shape.partition.levels import ManyLevels, aims_of, apart
from monosashi.shape.partition.rearranged import Rearranged, pieces_of, read_table
from monosashi.shape.sums import IntArray, sum_rows


@dataclass(frozen=True, eq=False)
class RearrangedByBlocks(Rearranged):
    """The columns [R | Q] made anew for every block; ``matrix`` has their shape and no memory.

    Attributes
    ----------
    fit : Fit
    """

    fit: Fit

    @classmethod
    def of(cls, fit: Fit, directions: list[Array], *, raw: bool) -> RearrangedByBlocks:
        """Bring everything on the scale of the cloud's root mean square."""
        weights, pieces = pieces_of(fit, directions, raw=raw)
        return cls(no_rows(fit.n, fit.width + len(weights)), (read_table,), weights, pieces, fit)

    def values(self, members: IntArray, units: IntArray, *, single: bool = False) -> Array:
        """(P, k) partial R² for rows listed cell by cell, by products with every block."""
        kind: type[np.floating] = np.float32 if single else np.float64
        cells = cells_of(members, units)
        turn = np.ascontiguousarray(self.weights.T, dtype=kind)
        sums = np.zeros((len(cells), len(self.weights), self.matrix.shape[1]))
        for block in row_blocks(self.fit.n, BLOCK):
            rows = self._columns(block).astype(kind, copy=False)
            for place, cell in enumerate(cells[:, block]):
                sums[place] += turn[cell].T @ rows
        return self.shares(sums, single=single)

    def _columns(self, block: slice) -> Array:
        held = self.fit.cells.cell_of[block]
        return np.concatenate([self.fit.residuals(block) / self.fit.scale, self.weights.T[held]],
                              axis=1)  # fmt: skip


@dataclass(frozen=True, eq=False)
class ManyLevelsByBlocks(ManyLevels):
    """The rows that each test permutes, made anew for every block.

    Attributes
    ----------
    fit : Fit
    added : tuple of (r, c)
        What each of them adds to the residuals, along the basis.
    """

    fit: Fit
    added: tuple[Array, ...]

    @classmethod
    def of(cls, fit: Fit, directions: list[Array], *, raw: bool) -> ManyLevelsByBlocks:
        """Bring everything on the scale of the cloud's root mean square."""
        added, aims = aims_of(fit, directions, raw=raw)
        level_of, others = apart(fit)
        return cls(no_rows(fit.n, fit.width * len(added)), (read_table,), fit.cells.counts,
                   level_of, others, aims, fit, added)  # fmt: skip

    def values(self, members: IntArray, units: IntArray, *, single: bool = False) -> Array:
        """(P, k) partial R² for rows listed cell by cell, one arrangement's sums at a time."""
        return np.concatenate([
            self.shares([self._sums(cell, len(units))], single=single)
            for cell in cells_of(members, units)])  # fmt: skip

    def _sums(self, cell: IntArray, cells: int) -> Array:
        table = np.zeros((cells, self.matrix.shape[1]))
        for block in row_blocks(self.fit.n, BLOCK):
            residuals, held = self.fit.residuals(block), self.fit.cells.cell_of[block]
            rows = [residuals + self.fit.along(held, through) for through in self.added]
            present, local = np.unique(cell[block], return_inverse=True)
            part = np.concatenate(rows, axis=1) / self.fit.scale
            table[present] += sum_rows(part, local.reshape(-1), len(present))
        return table


def cells_of(members: IntArray, units: IntArray) -> IntArray:
    """(P, n) cell in which every row stands."""
    cells = np.empty(members.shape, dtype=np.int32)
    listed = np.repeat(np.arange(len(units), dtype=np.int32), units)
    cells[np.arange(len(members))[:, None], members] = listed
    return cells


def no_rows(n: int, width: int) -> Array:
    """A matrix that is asked for its shape only: one number, seen n × width times."""
    seen: Array = np.broadcast_to(np.float64(0), (n, width))
    return seen
