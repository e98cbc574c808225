r"""Scores by matrix product, with a proven limit to their rounding error.

For a query x and a base row y the score ``x·y - |y|²/2`` orders the base rows as the Euclidean
distance does. It is computed in one product by giving every y one more coordinate. Both sides are
first shifted by the mean of the base (distances do not change) and scaled by a power of two.

Error: a sum of d + 1 products in any order, of coordinates rounded once, is off by at most
``G (|x|²/2 + |y|²)`` with ``G = (d + 8) u / (1 - (d + 8) u)``, u the unit roundoff (Higham,
Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1), plus what underflows.
That splits into a part of the query, ``a = G |x|²``, and a part of the base row,
``b = G |y|²``; the extra coordinate is ``b - |y|²/2``. So a computed score U satisfies

    U - 2 b - a  <=  true score  <=  U + a

and the k best pairs all have ``U >= t - 2 a``, t the k-th largest ``U - 2 b``. Eight instead of
the four roundings that are needed leaves room for the error of the last float64 step.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.neighbors.blocks import row_blocks
from monosashi.neighbors.problem import Distances, Rows

CHUNK = 1_024


@dataclass(frozen=True)
class Frame:
    """The shift and the power of two that bring the data near the origin."""

    mean: npt.NDArray[np.float64]
    scale: float

    @classmethod
    def of(cls, queries: FloatArray, base: FloatArray) -> Frame:
        """Scale by the largest entry of both sides, centre on the mean of ``base``."""
        top = max(_largest(queries), _largest(base))
        exponent = min(1_000, max(-1_000, int(np.frexp(top)[1])))
        scale = float(np.ldexp(1.0, -exponent))
        total = np.zeros(base.shape[1])
        for rows in row_blocks(len(base), CHUNK):
            total += (base[rows] * np.float64(scale)).sum(axis=0)
        return cls(total / len(base), scale)

    def place(self, rows: FloatArray) -> npt.NDArray[np.float64]:
        """Rows in this frame; each coordinate is rounded once."""
        return rows * np.float64(self.scale) - self.mean


def _largest(array: FloatArray) -> float:
    return max(float(np.abs(array[rows]).max()) for rows in row_blocks(len(array), CHUNK))


@dataclass(frozen=True)
class Screen:
    """The base, ready for scores in one precision.

    Attributes
    ----------
    table : (m, d + 1) float32 or float64 array
        Base rows in the frame, and the extra coordinate.
    slack : (m,) float64 array
        ``2 b``.
    places : (m,) int64 array
        Which row of the base stands where in ``table``.
    """

    table: FloatArray
    slack: Distances
    places: Rows
    frame: Frame

    @classmethod
    def of(cls, base: FloatArray, places: Rows, frame: Frame, dtype: npt.DTypeLike) -> Screen:
        """Fill the table block by block."""
        table = np.empty((len(places), base.shape[1] + 1), dtype)
        slack = np.empty(len(places))
        step = growth(base.shape[1], dtype)
        for rows in row_blocks(len(places), CHUNK):
            placed = frame.place(base[places[rows]])
            squares = np.einsum("ij,ij->i", placed, placed)
            slack[rows] = 2 * step * squares
            table[rows, :-1] = placed
            table[rows, -1] = slack[rows] / 2 - squares / 2
        return cls(table, slack, places, frame)

    def enter(self, queries: FloatArray) -> tuple[FloatArray, Distances]:
        """Query rows with their extra coordinate 1, and ``2 a`` of each."""
        placed = self.frame.place(queries)
        entered = np.ones((len(placed), placed.shape[1] + 1), self.table.dtype)
        entered[:, :-1] = placed
        squares = np.einsum("ij,ij->i", placed, placed)
        d, tiny = placed.shape[1], np.finfo(self.table.dtype).tiny
        underflow = (4 * d + 16) * float(tiny)
        return entered, 2 * (growth(d, self.table.dtype) * squares + underflow)


def growth(d: int, dtype: npt.DTypeLike, spare: int = 0) -> float:
    """``G``; in float64 twice the terms, because the last step then errs as much."""
    terms = d + 8 + spare if np.dtype(dtype) == np.float32 else 2 * (d + 8 + spare)
    error = terms * float(np.finfo(dtype).eps) / 2
    return error / (1 - error)
