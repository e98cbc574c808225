"""A score, and the same score on other draws of its records."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Fault

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Scored:
    """A score between 0 and 1 (a correlation: -1 and 1).

    Attributes
    ----------
    value : float or None
    units : (n,) int
        Rows of the unit field that it rests on.
    per_unit : (n,) float64 or None
        What each record adds, where the score is a mean of them.
    again : function of (m,) positions in ``units``, or None
        The score of a draw, where it is no mean; NaN where a draw has none.
    reason : Fault or None
        Why there is no value.
    """

    value: float | None
    units: IntArray
    per_unit: FloatArray | None = None
    again: Callable[[IntArray], float] | None = None
    reason: Fault | None = None

    @classmethod
    def mean(cls, per_unit: FloatArray, units: IntArray) -> Scored:
        """A mean over records."""
        return cls(float(per_unit.mean()), units, per_unit)

    def draws(self, chosen: IntArray, n_units: int) -> FloatArray:
        """(k,) the score of k draws, given as (k, n_units) rows of the unit field.

        Records that are not scored are left out of each draw.
        """
        place = np.full(n_units, -1, dtype=np.intp)
        place[self.units] = np.arange(len(self.units))
        if self.value is None:
            return np.full(len(chosen), np.nan)
        if self.per_unit is not None:
            return self._means(place[chosen])
        again = self.again
        if again is None:
            return np.full(len(chosen), np.nan)
        return np.array([again(row[row >= 0]) for row in place[chosen]])

    def _means(self, places: IntArray) -> FloatArray:
        values = np.append(np.zeros(0) if self.per_unit is None else self.per_unit, 0.0)
        counts = (places >= 0).sum(axis=1)
        out = np.full(len(places), np.nan)
        np.divide(values[places].sum(axis=1), counts, out=out, where=counts > 0)
        return out
