r"""Scores of dissimilarities by one matrix product, with a proven limit to their rounding error.

In a frame (centred, scaled by a power of two) every point x with factor f becomes two rows,

    left   f² (x,  e_x - |x|²/2,  1)
    right  g² (y,  1,  e_y - |y|²/2)        e_x = G |x|²

so that one product gives ``V = f² g² (x·y - |x|²/2 - |y|²/2 + e_x + e_y)``, that is
``-(f g |x - y|)²/2`` plus a margin. A sum of d + 2 products in any order, of coordinates rounded a
few times each, is off by at most ``f² g² G (|x|² + |y|²)``, G for d + 16 roundings (Higham,
Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1). Hence, T the true value,

    V - 2 (A_x g² + f² B_y)  <=  T  <=  V,      A_x = f² e_x,  B_y = g² e_y

The upper limit has no term of the pair: whether a pair may lie within a radius R is one comparison
of V with ``-R²/2``, row by row or column by column.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.fidelity.points import Floats, Points
from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.neighbors.screen import CHUNK, Frame, growth

SPARE = 8


@dataclass(frozen=True)
class Placed:
    """One side of a product.

    Attributes
    ----------
    table : (u, d + 2) float32 or float64 array
    error : (u,) float64 array
        ``A`` or ``B``, and what underflows.
    heavy : (u,) float64 array
        ``f²`` or ``g²``.
    """

    table: FloatArray
    error: Floats
    heavy: Floats

    @classmethod
    def left(
        cls, points: Points, frame: Frame, dtype: npt.DTypeLike, n_jobs: int | None = 1
    ) -> Placed:
        """Rows that stand left."""
        return _place(points, frame, dtype, n_jobs, last=False)

    @classmethod
    def right(
        cls, points: Points, frame: Frame, dtype: npt.DTypeLike, n_jobs: int | None = 1
    ) -> Placed:
        """Rows that stand right."""
        return _place(points, frame, dtype, n_jobs, last=True)

    def take(self, rows: slice) -> Placed:
        """Some of the rows."""
        return Placed(self.table[rows], self.error[rows], self.heavy[rows])

    def slack(self, i: npt.NDArray[np.intp], other: Placed, j: npt.NDArray[np.intp]) -> Floats:
        """``2 (A g² + f² B)``: how far below its score the true value of a pair may lie."""
        return 2 * (self.error[i] * other.heavy[j] + self.heavy[i] * other.error[j])


def _place(
    points: Points, frame: Frame, dtype: npt.DTypeLike, n_jobs: int | None, *, last: bool
) -> Placed:
    u, d = points.rows.shape
    table = np.empty((u, d + 2), dtype)
    error, heavy = np.empty(u), points.factors**2
    step, tiny = growth(d, dtype, SPARE), (4 * d + 32) * float(np.finfo(dtype).tiny)
    margin, one = (d + 1, d) if last else (d, d + 1)

    def fill(rows: slice) -> None:
        placed = frame.place(points.rows[rows])
        squares = np.einsum("ij,ij->i", placed, placed)
        own = step * squares + tiny
        table[rows, margin] = heavy[rows] * (own - squares / 2)
        table[rows, one] = heavy[rows]
        error[rows] = heavy[rows] * own
        np.multiply(placed, heavy[rows, None], out=placed)
        table[rows, :d] = placed

    map_blocks(fill, row_blocks(u, CHUNK), n_jobs)
    return Placed(table, error, heavy)


def limits(radii: Floats, scale: float) -> Floats:
    """Radii as scores: ``-(R scale)²/2``; a negative radius holds nobody."""
    return np.where(radii < 0, np.inf, -np.square(radii * scale) / 2)


def lowered(values: Floats, dtype: npt.DTypeLike) -> FloatArray:
    """In the precision of the scores, never above: ``>=`` lets every candidate through."""
    held = values.astype(dtype)
    below: FloatArray = np.nextafter(held, np.array(-np.inf, held.dtype))
    return below


def raised(values: Floats, dtype: npt.DTypeLike) -> FloatArray:
    """In the precision of the scores, never below: what clears it is sure."""
    held = values.astype(dtype)
    above: FloatArray = np.nextafter(held, np.array(np.inf, held.dtype))
    return above
