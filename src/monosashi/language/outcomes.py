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
MUTUAL = "wider by what pages in each other's way add"


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
    _mutual: dict[Hashable, float] = field(default_factory=dict)

    def add(
        self,
        name: Hashable,
        rows: IntArray,
        values: FloatArray,
        bounds: tuple[float, float] = (0.0, 1.0),
        mutual: float = 0.0,
    ) -> None:
        """Add a column: values of the queries ``rows``; undefined (NaN) ones are left out.

        ``mutual`` is what keys that are not independent add to the variance of the mean; intervals
        grow with it, and are never narrower than without it.
        """
        known = ~np.isnan(values)
        units, held = self.unit_of[rows[known]], values[known]
        if len(held):
            sums = np.bincount(units, weights=held, minlength=self.n_units)
            self._sums[name] = sums.astype(np.float64)
            counts = np.bincount(units, minlength=self.n_units)
            self._counts[name] = counts.astype(np.float64)
            self._bounds[name] = bounds
            self._mutual[name] = max(mutual, 0.0)

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

    def widening(self, name: Hashable) -> float:
        """How much more the mean varies than if keys were independent; at least 1."""
        mutual, variance = self._mutual[name], self._variance(name)
        return (1 + mutual / variance) ** 0.5 if mutual and variance else 1.0

    def _variance(self, name: Hashable) -> float:
        """Variance of the mean if keys are independent (of a ratio, linearised)."""
        sums, counts = self._sums[name], self._counts[name]
        n, residuals = np.count_nonzero(counts), sums - self.mean(name) * counts
        return 0.0 if n < 2 else float((residuals**2).sum() / counts.sum() ** 2 * n / (n - 1))

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
        mean, bounds = self.outcomes.mean(name), self.outcomes.bounds(name)
        ends = mean_interval(sums, counts, confidence=self.confidence, bounds=bounds)
        n, wider = int(np.count_nonzero(counts)), self.outcomes.widening(name)
        error = wider * float(np.nanstd(self.draws[name], ddof=1)) if n > 1 else None
        method = ends.method.replace("units", "keys")
        if wider == 1.0:
            return Estimate(mean, ends.low, ends.high, error, method, n)
        low = max(bounds[0], mean - wider * (mean - ends.low))
        high = min(bounds[1], mean + wider * (ends.high - mean))
        return Estimate(mean, low, high, error, f"{method}, {MUTUAL}", n)

    def maybe(self, name: Hashable) -> Estimate | None:
        """The estimate, or None when no query has the quantity."""
        return self.estimate(name) if name in self else None
