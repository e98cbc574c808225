"""Scaled distances to rows with small factors, where they may enter somebody's list."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.neighbors import Rows, pair_distances_of
from monosashi.neighbors.problem import Problem
from monosashi.neighbors.screen import Frame
from monosashi.neighbors.weighted import WeightedScreen

Floats = npt.NDArray[np.float64]
WIDER = 1 + 1e-9
"""Room for the roundings of a bar, far more than they take."""


@dataclass(frozen=True)
class Few:
    """Rows of small factors, the smallest first, ready for a screening product with any rows."""

    rows: FloatArray
    chosen: Rows
    factors: Floats
    screen: WeightedScreen

    @classmethod
    def of(cls, rows: FloatArray, chosen: Rows, factors: Floats, frame: Frame) -> Few:
        """Prepare the table of the chosen rows in float32."""
        problem = Problem(rows, rows, 1, np.empty(0, np.int64), weights=factors)
        screen = WeightedScreen.of_problem(problem, chosen, frame, np.float32)
        return cls(rows, chosen, factors, screen)

    def entering(self, rows: Rows, bars: Floats, count: int) -> tuple[Rows, Rows, Floats]:
        """Pairs below the bars among the first ``count``: place in ``rows``, column, distance."""
        screen = self.screen
        entered, allowance = screen.enter(self.rows[rows])
        scores = entered @ screen.table[:count].T
        power = screen.frame.scale * screen.shrunk
        least = -((bars * power) ** 2) / 2 * WIDER - allowance
        local, place = np.nonzero(scores >= least[:, None])
        columns = self.chosen[place]
        other = columns != rows[local]
        local, columns = local[other], columns[other]
        plain = pair_distances_of(self.rows, self.rows, rows[local], columns, screen.frame)
        below = plain * self.factors[columns] < bars[local]
        return local[below], columns[below], plain[below]
