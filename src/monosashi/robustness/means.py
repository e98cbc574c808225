"""Means over datasets with their interval, on the datasets that models have in common."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.statistics.gwet import t_interval

FloatArray = npt.NDArray[np.float64]
ALIKE = 1e-9  # points
ENOUGH = 0.5  # a model with fewer of the datasets than this does not decide which are common


@dataclass(frozen=True)
class Mean:
    """A mean over units and its t interval; None with fewer than two units."""

    value: float | None
    low: float | None
    high: float | None
    n: int


def mean_of(values: FloatArray, confidence: float) -> Mean:
    """Mean ± t(n - 1) standard errors over the values that are there.

    >>> found = mean_of(np.array([1.0, 2.0, 3.0, np.nan]), 0.95)
    >>> found.value, round(found.low, 3), found.n
    (2.0, -0.484, 3)
    """
    held = values[~np.isnan(values)]
    if not len(held):
        return Mean(None, None, None, 0)
    value = float(held.mean())
    if len(held) < 2:
        return Mean(value, None, None, 1)
    error = float(held.std(ddof=1)) / len(held) ** 0.5
    return Mean(value, *t_interval(value, error, len(held), confidence), len(held))


def mean_of_units(values: FloatArray, confidence: float) -> Mean:
    """The same, without an interval where all are alike: it would claim to know the mean exactly.

    >>> mean_of_units(np.array([2.0, 2.0, 2.0]), 0.95)
    Mean(value=2.0, low=None, high=None, n=3)
    """
    found = mean_of(values, confidence)
    if found.low is None or found.high is None or found.high - found.low > ALIKE:
        return found
    return Mean(found.value, None, None, found.n)


@dataclass(frozen=True)
class Comparable:
    """Models and datasets without a hole between them; ``beside`` are models with too many."""

    models: tuple[int, ...]
    datasets: tuple[int, ...]
    beside: tuple[int, ...]


def comparable(values: FloatArray, places: list[int]) -> Comparable:
    """Where models can be compared on the same datasets.

    Models with at least half of the datasets decide which datasets all have. The others stand
    beside, on what they have.

    >>> comparable(np.array([[1.0, 2, 3], [4, 5, np.nan], [1, np.nan, np.nan]]), [0, 1, 2])
    Comparable(models=(0, 1), datasets=(0, 1), beside=(2,))
    """
    held = ~np.isnan(values[:, places])
    some = held.any(axis=0)
    enough = held[:, some].mean(axis=1) >= ENOUGH if some.any() else np.zeros(len(values), bool)
    whole = held[enough].all(axis=0) if enough.any() else np.zeros(len(places), bool)
    return Comparable(
        tuple(np.flatnonzero(enough).tolist()),
        tuple(d for d, fits in zip(places, whole, strict=True) if fits),
        tuple(np.flatnonzero(~enough & held.any(axis=1)).tolist()),
    )
