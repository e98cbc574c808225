"""Means over queries with intervals from the same resamples of their units."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from monosashi.ranking.cosine import Float64Array
from monosashi.results import Estimate
from monosashi.retrieval.units import Units
from monosashi.statistics.bootstrap import Interval, Resampling, mean_interval
from monosashi.statistics.generators import as_generator

UNIT = (0.0, 1.0)
Bounds = tuple[float, float]


def estimate_means(
    columns: Mapping[str, Float64Array],
    units: Units,
    *,
    confidence: float,
    rng: int | np.random.Generator | None,
    bounds: Mapping[str, Bounds] | None = None,
) -> dict[str, Estimate]:
    """Mean of every column over queries, and its interval for queries of other such units.

    NaN is left out. Units are resampled as wholes, so that queries of one unit stand or fall
    together; all columns see the same resamples.
    """
    held = list(columns)
    sums, counts = _per_unit(np.stack([columns[name] for name in held], axis=1), units)
    resampling = Resampling.of(units.n, rng=as_generator(rng))
    draws = resampling.means(sums, counts)
    limits = bounds or {}
    return {
        name: _estimate(sums[:, i], counts[:, i], draws[:, i], confidence, limits.get(name, UNIT))
        for i, name in enumerate(held)
    }


def _per_unit(values: Float64Array, units: Units) -> tuple[Float64Array, Float64Array]:
    """(units, columns) sums and numbers of the defined values."""
    known = ~np.isnan(values)
    filled = np.where(known, values, 0.0)
    shape = (units.n, values.shape[1])
    sums, counts = np.zeros(shape), np.zeros(shape)
    np.add.at(sums, units.codes, filled)
    np.add.at(counts, units.codes, known.astype(np.float64))
    return sums, counts


def _estimate(
    sums: Float64Array,
    counts: Float64Array,
    draws: Float64Array,
    confidence: float,
    bounds: Bounds,
) -> Estimate:
    there = counts > 0
    means, value = sums[there] / counts[there], float(sums.sum() / counts.sum())
    ends = _interval(means, draws, confidence, bounds)
    if len(np.unique(counts[there])) > 1:
        ends = _widened(ends, draws, confidence)
    error = float(np.nanstd(draws, ddof=1))
    return Estimate(value, ends.low, ends.high, error, ends.method, len(means))


def _interval(
    means: Float64Array, draws: Float64Array, confidence: float, bounds: Bounds
) -> Interval:
    found = mean_interval(means, draws, confidence=confidence, bounds=bounds)
    return Interval(found.low, found.high, found.method.replace("over keys", "over units"))


def _widened(ends: Interval, draws: Float64Array, confidence: float) -> Interval:
    """Exact bounds count units; where units differ in size they must hold the bootstrap too."""
    if ends.method.startswith("bootstrap"):
        return ends
    tail = (1 - confidence) / 2
    low, high = np.nanquantile(draws, [tail, 1 - tail])
    method = f"{ends.method} over units, with the bootstrap"
    return Interval(min(ends.low, float(low)), max(ends.high, float(high)), method)
