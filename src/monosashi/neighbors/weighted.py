r"""Exact search where every base row has a factor, or an amount added to its squared distances.

Order of the base rows for one query x, both decided in float64 by one fixed sum a pair:

    weights   |x - y| w        (the query's own factor changes no order)
    offsets   |x - y|² + o     (|x - y|² / 2 + o with ``halved_squares``)

The screen is one product too: ``w² (x·y - |y|²/2 - |x|²/2) - o/2`` with two more coordinates. By
the argument of ``screen`` it is off by at most ``G (w² (|x|² + |y|²) + |o|/2)``, G for d + 10
roundings; the part of the query is taken with the largest w.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.neighbors.blocks import row_blocks
from monosashi.neighbors.problem import Distances, Problem, Rows
from monosashi.neighbors.screen import CHUNK, Frame, Screen, growth


@dataclass(frozen=True)
class WeightedScreen(Screen):
    """``Screen`` with factors or offsets of the base rows.

    Attributes
    ----------
    largest : float
        The largest factor, brought near 1 by the power of two ``shrunk``.
    shrunk : float
    """

    largest: float = 1.0
    shrunk: float = 1.0

    @classmethod
    def of_problem(
        cls, problem: Problem, places: Rows, frame: Frame, dtype: npt.DTypeLike
    ) -> WeightedScreen:
        """Fill the table block by block; a power of two brings the largest factor near 1."""
        base, d = problem.base, problem.base.shape[1]
        weights, offsets, shrunk = scaled_factors(problem, frame.scale)
        table = np.empty((len(places), d + 2), dtype)
        slack = np.empty(len(places))
        step = growth(d, dtype, spare=2)
        for rows in row_blocks(len(places), CHUNK):
            placed = frame.place(base[places[rows]])
            heavy = weights[places[rows]] ** 2
            halves = heavy * np.einsum("ij,ij->i", placed, placed) / 2
            added = offsets[places[rows]] / 2
            slack[rows] = 2 * step * (2 * halves + np.abs(added))
            table[rows, :-2] = placed * heavy[:, None]
            table[rows, -2] = slack[rows] / 2 - halves - added
            table[rows, -1] = -heavy / 2
        return cls(table, slack, places, frame, float(weights.max(initial=0)), shrunk)

    def enter(self, queries: FloatArray) -> tuple[FloatArray, Distances]:
        """Query rows with 1 and ``|x|²`` beside, and ``2 a`` of each."""
        placed = self.frame.place(queries)
        entered = np.ones((len(placed), placed.shape[1] + 2), self.table.dtype)
        entered[:, :-2] = placed
        squares = np.einsum("ij,ij->i", placed, placed)
        entered[:, -1] = squares
        d, tiny = placed.shape[1], np.finfo(self.table.dtype).tiny
        underflow = (4 * d + 32) * float(tiny)
        step = growth(d, self.table.dtype, spare=2)
        return entered, 2 * (step * self.largest**2 * squares + underflow)


def scaled_factors(problem: Problem, scale: float) -> tuple[Distances, Distances, float]:
    """Factors near 1, offsets in the units of the frame's squares, the power of two taken out."""
    m = len(problem.base)
    if problem.weights is not None:
        shrunk = float(np.ldexp(1.0, -int(np.frexp(float(problem.weights.max(initial=0)))[1])))
        return problem.weights * shrunk, np.zeros(m), shrunk
    double = 2 if problem.halved_squares else 1
    offsets = np.zeros(m) if problem.offsets is None else problem.offsets
    return np.ones(m), offsets * (double * scale * scale), 1.0
