"""Per-query outcomes as columns, and their means with intervals over keys."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from monosashi.language.layout import IntArray
from monosashi.results import Estimate
from monosashi.statistics.bootstrap import Resampling
from monosashi.statistics.mean_interval import mean_interval

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

    def rows(self, name: Hashable) -> tuple[FloatArray, FloatArray]:
        """Sum of the values and number of the queries of every key."""
        return self._sums[name], self._counts[name]

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
        sums, counts = self.outcomes.rows(name)
        ends = mean_interval(sums, counts, confidence=self.confidence,
                             bounds=self.outcomes.bounds(name))  # fmt: skip
        n = int(np.count_nonzero(counts))
        error = float(np.nanstd(self.draws[name], ddof=1)) if n > 1 else None
        return Estimate(self.outcomes.mean(name), ends.low, ends.high, error,
                        ends.method.replace("units", "keys"), n)  # fmt: skip

    def maybe(self, name: Hashable) -> Estimate | None:
        """The estimate, or None when no query has the quantity."""
        return self.estimate(name) if name in self else None
