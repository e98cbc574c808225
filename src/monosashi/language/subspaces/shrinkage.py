"""How far a covariance must be drawn towards a sphere, from sums alone; d x d tables in place."""

from __future__ import annotations

import numpy as np

from monosashi.language.centroids import Float64Array

ROWS = 512


def centre(second: Float64Array, mean: Float64Array) -> Float64Array:
    """Second - m m', in place: at d = 8,192 one table takes half a gigabyte."""
    for start in range(0, len(mean), ROWS):
        rows = slice(start, start + ROWS)
        second[rows] -= mean[rows, None] * mean
    return second


def ledoit_wolf(mean: Float64Array, covariance: Float64Array, n: int) -> float:
    """Weight of the sphere, 0 to 1 (Ledoit and Wolf 2004), for n unit rows.

    With unit rows the fourth moments about the mean follow from the second ones:
    |u - m|^2 = 1 + m'm - 2 u'm, so no row is needed a second time.
    """
    d, squared = len(mean), float(mean @ mean)
    along = float(mean @ covariance @ mean) + squared**2  # m' E[u u'] m
    fourth = (1 + squared) ** 2 - 4 * (1 + squared) * squared + 4 * along
    norm, level = float(np.vdot(covariance, covariance)), float(np.trace(covariance)) / d
    noise = max(0.0, fourth - norm) / n
    away = norm - d * level**2
    return 1.0 if away <= 0 else min(1.0, noise / away)


def shrink(covariance: Float64Array, weight: float) -> Float64Array:
    """(1 - weight) S + weight tr(S) / d I, in place."""
    d = len(covariance)
    level = float(np.trace(covariance)) / d
    covariance *= 1 - weight
    covariance.flat[:: d + 1] += weight * level
    return covariance
