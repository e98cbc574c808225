"""Partial R² of every term for thousands of rearrangements of its residuals.

What is permuted for a term is E = R + Q A A' B: the residuals R of the full model and what the term
itself adds (Freedman and Lane), or all of it (raw rows). Its directions are fixed combinations of
R and Q, so one pass over the columns [R | Q] serves all terms.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.shape.configuration import Array
from monosashi.shape.partition.fit import Fit, squares
from monosashi.shape.permuting import FLAT, Columns, Sums
from monosashi.shape.sums import IntArray

FEW = 8


@dataclass(frozen=True, eq=False)
class Piece:
    """What one test permutes, and where it looks.

    Attributes
    ----------
    directions : (r, df) of the term
    carried, through : (r, k) and (k, c)
        The permuted rows are R + Q carried through.
    length : float
        Their sum of squares, which no rearrangement changes.
    """

    directions: Array
    carried: Array
    through: Array
    length: float

    def share(self, residuals: Array, mixing: Array, flat: float) -> Array:
        """(P,) partial R² from (P, r, c) and (P, r, r) sums of R and Q along the basis.

        Infinite where rounding leaves nothing to divide by.
        """
        seen = residuals + (mixing @ self.carried) @ self.through
        own = self.directions.T @ seen
        explained = np.einsum("pkc,pkc->p", own, own)
        rest = np.maximum(self.length - np.einsum("prc,prc->p", seen, seen), 0.0)
        below = explained + rest
        lost = below <= flat * self.length
        return np.where(lost, np.inf, explained / np.where(lost, 1.0, below))


def read_table(sums: Sums) -> Array:
    """(P, C, c) the sums themselves."""
    return sums.table


@dataclass(frozen=True, eq=False)
class Rearranged(Columns):
    """The columns [R | Q] with the pieces that are read from them.

    Attributes
    ----------
    weights : (r, C)
        Turns sums over cells into coordinates of the basis.
    pieces : tuple of Piece
    """

    weights: Array
    pieces: tuple[Piece, ...]

    @classmethod
    def of(cls, fit: Fit, directions: list[Array], *, raw: bool) -> Rearranged:
        """Bring everything on the scale of the cloud's root mean square."""
        weights, pieces = pieces_of(fit, directions, raw=raw)
        residuals = fit.residuals(slice(0, fit.n)) / fit.scale
        matrix = np.concatenate([residuals, weights.T[fit.cells.cell_of]], axis=1)
        return cls(matrix, (read_table,), weights, pieces)

    def values(self, members: IntArray, units: IntArray, *, single: bool = False) -> Array:
        """(P, k) partial R² for rows listed cell by cell."""
        rank, cells = self.weights.shape
        if rank * len(self.matrix) <= FEW * len(self.matrix) + 2 * rank * cells:
            sums = self._straight(members, units, single=single)
        else:
            sums = self.weights @ super().values(members, units, single=single)[:, 0]
        return self.shares(sums, single=single)

    def shares(self, sums: Array, *, single: bool) -> Array:
        """(P, k) from (P, r, c) sums along the basis."""
        rank = len(self.weights)
        residuals, mixing = sums[..., :-rank], sums[..., -rank:]
        return np.stack([piece.share(residuals, mixing, FLAT[single]) for piece in self.pieces],
                        axis=1)  # fmt: skip

    def _straight(self, members: IntArray, units: IntArray, *, single: bool) -> Array:
        """(P, r, c) coordinates without sums over cells: cheaper for few directions."""
        matrix: npt.NDArray[np.floating] = self.single if single else self.matrix
        placed = np.repeat(self.weights.T, units, axis=0).astype(matrix.dtype)
        moved = np.empty((len(members), *placed.shape), dtype=matrix.dtype)
        moved[np.arange(len(members))[:, None], members] = placed
        sums: Array = (moved.transpose(0, 2, 1) @ matrix).astype(np.float64)
        return sums


def pieces_of(fit: Fit, directions: list[Array], *, raw: bool) -> tuple[Array, tuple[Piece, ...]]:
    """(r, C) what turns sums over cells into coordinates, and a piece for each test."""
    effects, rest = fit.effects / fit.scale, fit.ss_residual / fit.scale**2
    pieces = []
    for own in directions:
        carried = np.eye(fit.design.rank) if raw else own
        through = carried.T @ effects
        pieces.append(Piece(own, carried, through, rest + squares(through)))
    return fit.design.basis.T / np.sqrt(fit.cells.counts), tuple(pieces)
