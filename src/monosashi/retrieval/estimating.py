"""Means over queries with intervals over their units."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum

import numpy as np

from monosashi.ranking.cosine import Float64Array
from monosashi.results import Estimate
from monosashi.retrieval.units import Units
from monosashi.statistics.bootstrap import Resampling
from monosashi.statistics.generators import as_generator
from monosashi.statistics.mean_interval import Interval, mean_interval

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

    NaN is left out. Queries of one unit stand or fall together. The intervals are those of
    ``mean_interval`` and have nothing random; the standard errors come from resampling whole
    units, the same for all columns. The order of queries does not count.
    """
    held = list(columns)
    sums, counts = unit_sums(np.stack([columns[name] for name in held], axis=1), units)
    draws = Resampling.of(units.n, rng=as_generator(rng)).means(sums, counts)
    limits = bounds or {}
    return {
        name: _estimate(
            _mean(columns[name]),
            mean_interval(sums[:, i], counts[:, i], confidence=confidence,
                          bounds=limits.get(name, UNIT)),
            draws[:, i],
            int(np.count_nonzero(counts[:, i])),
        )
        for i, name in enumerate(held)
    }  # fmt: skip


def _mean(values: Float64Array) -> float:
    """Rounded once, so that neither the order of rows nor grouping shows."""
    known = values[~np.isnan(values)]
    return fsum(known.tolist()) / len(known)


def unit_sums(values: Float64Array, units: Units) -> tuple[Float64Array, Float64Array]:
    """(units, columns) sums and numbers of the defined values; any order of rows, the same bits."""
    known = ~np.isnan(values)
    sums, counts = (np.empty((units.n, values.shape[1])) for _ in range(2))
    for i, held in enumerate(np.where(known, values, 0.0).T):
        order = np.lexsort((held, units.codes))
        sums[:, i] = np.bincount(units.codes[order], weights=held[order], minlength=units.n)
        counts[:, i] = np.bincount(units.codes[known[:, i]], minlength=units.n)
    return sums, counts


def _estimate(value: float, ends: Interval, draws: Float64Array, n: int) -> Estimate:
    error = float(np.nanstd(draws, ddof=1)) if n > 1 else None  # one unit has no spread to see
    return Estimate(value, ends.low, ends.high, error, ends.method, n)
