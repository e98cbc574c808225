"""Scaled distances to chosen rows, where they may enter somebody's list."""

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
    """Chosen rows, ready for a screening product with any rows.

    Attributes
    ----------
    places : (n,) int64 array
        Where each row stands among the chosen; behind all of them if it is not.
    """

    rows: FloatArray
    chosen: Rows
    places: Rows
    factors: Floats
    screen: WeightedScreen

    @classmethod
    def of(cls, rows: FloatArray, chosen: Rows, factors: Floats, frame: Frame) -> Few:
        """Prepare the table of the chosen rows in float32."""
        problem = Problem(rows, rows, 1, np.empty(0, np.int64), weights=factors)
        screen = WeightedScreen.of_problem(problem, chosen, frame, np.float32)
        places = np.full(len(rows), len(rows))
        places[chosen] = np.arange(len(chosen))
        return cls(rows, chosen, places, factors, screen)

    def entering(
        self, rows: Rows, bars: Floats, count: int, listed: npt.NDArray[np.int32]
    ) -> tuple[Rows, Rows, Floats]:
        """Pairs below the bars among the first ``count``, none of the listed ones.

        Place in ``rows``, column, scaled distance.
        """
        screen = self.screen
        entered, allowance = screen.enter(self.rows[rows])
        scores = entered @ screen.table[:count].T
        self._hide(scores, rows[:, None])
        self._hide(scores, listed)
        power = screen.frame.scale * screen.shrunk
        least = -((bars * power) ** 2) / 2 * WIDER - allowance
        local, place = np.nonzero(scores >= least[:, None])
        columns = self.chosen[place]
        plain = pair_distances_of(self.rows, self.rows, rows[local], columns, screen.frame)
        scaled = plain * self.factors[columns]
        below = scaled < bars[local]
        return local[below], columns[below], scaled[below]

    def _hide(self, scores: FloatArray, columns: npt.NDArray[np.integer]) -> None:
        place = self.places[columns]
        local, at = np.nonzero(place < scores.shape[1])
        scores[local, place[local, at]] = -np.inf
