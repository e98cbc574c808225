"""Per-query outcomes as columns, and their means with intervals from the same resamples."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from monosashi.language.layout import IntArray
from monosashi.results import Estimate
from monosashi.statistics.bootstrap import Resampling, mean_interval

FloatArray = npt.NDArray[np.float64]


@dataclass(eq=False)
class Outcomes:
    """Columns of outcomes, one value a query; queries of one key stand or fall together.

    Attributes
    ----------
    unit_of : (n,) int
        Number of the key every query belongs to: what is resampled.
    n_units : int
    """

    unit_of: IntArray
    n_units: int
    _sums: dict[Hashable, FloatArray] = field(default_factory=dict)
    _counts: dict[Hashable, FloatArray] = field(default_factory=dict)
    _bounds: dict[Hashable, tuple[float, float]] = field(default_factory=dict)

    def add(
        self,
        name: Hashable,
        rows: IntArray,
        values: FloatArray,
        bounds: tuple[float, float] = (0.0, 1.0),
    ) -> None:
        """Add a column: values of the queries ``rows``; undefined (NaN) ones are left out."""
        known = ~np.isnan(values)
        units, held = self.unit_of[rows[known]], values[known]
        if len(held):
            sums = np.bincount(units, weights=held, minlength=self.n_units)
            self._sums[name] = sums.astype(np.float64)
            counts = np.bincount(units, minlength=self.n_units)
            self._counts[name] = counts.astype(np.float64)
            self._bounds[name] = bounds

    def mean(self, name: Hashable) -> float:
        """Mean over queries."""
        return float(self._sums[name].sum() / self._counts[name].sum())

    def units(self, name: Hashable) -> FloatArray:
        """Mean of every key that has a query."""
        held = self._counts[name] > 0
        return self._sums[name][held] / self._counts[name][held]

    def resample(self, resampling: Resampling, confidence: float) -> Resampled:
        """Draw all columns in the same resamples."""
        names = list(self._sums)
        sums = np.stack([self._sums[name] for name in names], axis=1)
        counts = np.stack([self._counts[name] for name in names], axis=1)
        draws = resampling.means(sums, counts)
        return Resampled(self, {name: draws[:, i] for i, name in enumerate(names)}, confidence)

    def bounds(self, name: Hashable) -> tuple[float, float]:
        """Lowest and highest possible value."""
        return self._bounds[name]


@dataclass(frozen=True, eq=False)
class Resampled:
    """Outcomes with their resampled means."""

    outcomes: Outcomes
    draws: dict[Hashable, FloatArray]
    confidence: float

    def __contains__(self, name: Hashable) -> bool:
        return name in self.draws

    def estimate(self, name: Hashable) -> Estimate:
        """Mean, interval and standard error of a column."""
        units, draws = self.outcomes.units(name), self.draws[name]
        ends = mean_interval(units, draws, confidence=self.confidence,
                             bounds=self.outcomes.bounds(name))  # fmt: skip
        error = float(np.nanstd(draws, ddof=1))
        return Estimate(self.outcomes.mean(name), ends.low, ends.high, error, ends.method,
                        len(units))  # fmt: skip

    def maybe(self, name: Hashable) -> Estimate | None:
        """The estimate, or None when no query has the quantity."""
        return self.estimate(name) if name in self else None
