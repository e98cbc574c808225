"""How far a covariance must be drawn towards a sphere, from sums alone."""

from __future__ import annotations

import numpy as np

from monosashi.language.centroids import Float64Array


def ledoit_wolf(mean: Float64Array, second: Float64Array, n: int) -> float:
    """Weight of the sphere, 0 to 1 (Ledoit and Wolf 2004), for n unit rows.

    ``second`` is the mean of u u'. With unit rows the fourth moments about the mean follow from
    these: |u - m|^2 = 1 + m'm - 2 u'm, so no row is needed a second time.
    """
    d = len(mean)
    covariance = second - np.outer(mean, mean)
    squared = float(mean @ mean)
    fourth = (1 + squared) ** 2 - 4 * (1 + squared) * squared + 4 * float(mean @ second @ mean)
    norm, level = float((covariance * covariance).sum()), float(np.trace(covariance)) / d
    noise = max(0.0, fourth - norm) / n
    away = norm - d * level**2
    return 1.0 if away <= 0 else min(1.0, noise / away)


def shrink(covariance: Float64Array, weight: float) -> Float64Array:
    """(1 - weight) S + weight tr(S) / d I."""
    d = len(covariance)
    sphere = float(np.trace(covariance)) / d * np.eye(d)
    shrunk: Float64Array = (1 - weight) * covariance + weight * sphere
    return shrunk
