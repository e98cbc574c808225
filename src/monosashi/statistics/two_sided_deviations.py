"""Where most units agree: what lies above and below the commonest value, and both together."""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

from monosashi.statistics.beta_interval import beta_interval, effective_units

FloatArray = npt.NDArray[np.float64]
Side = tuple[float, float, float]


def combine_sides(
    places: FloatArray, rows: FloatArray, common: float, confidence: float
) -> tuple[float, float]:
    """Interval for the mean of places in [0, 1], most of which are ``common``.

    The mean is ``common + above - below``. Each side has a beta interval of its own, and both are
    combined by the square-and-add rule (MOVER, Zou and Donner 2008) with their correlation over
    units. The next exception is taken to be as large as the largest of the k seen with weight
    k / (k + 1), and else as large as possible; with none seen that is the exact bound.
    """
    above, below = np.maximum(places - common, 0.0), np.maximum(common - places, 0.0)
    exceptions = int(np.count_nonzero(places != common))
    largest = float((np.maximum(above, below) * rows).max() / rows.sum())
    up, down = (
        _side(values * rows, rows, room, (exceptions, largest), confidence)
        for values, room in ((above, 1 - common), (below, common))
    )
    related = _correlation(above * rows - up[0] * rows, below * rows - down[0] * rows)
    fall = _square_and_add(up[0] - up[1], down[2] - down[0], related)
    rise = _square_and_add(up[2] - up[0], down[0] - down[1], related)
    mean = common + up[0] - down[0]
    return max(0.0, mean - fall), min(1.0, mean + rise)


def _side(
    sums: FloatArray,
    rows: FloatArray,
    room: float,
    seen: tuple[int, float],
    confidence: float,
) -> Side:
    """Mean and interval of the deviations to one side, of which none exceeds ``room``."""
    if room == 0:
        return 0.0, 0.0, 0.0
    (exceptions, largest), possible = seen, 1 / effective_units(rows)
    next_one = (exceptions * min(largest / room, 1.0) + possible) / (exceptions + 1)
    low, high = beta_interval(sums / room, rows, confidence, unseen=next_one)
    return float(sums.sum() / rows.sum()), low * room, high * room


def _correlation(a: FloatArray, b: FloatArray) -> float:
    """0 where a side has no deviation."""
    scale = sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / scale if scale else 0.0


def _square_and_add(a: float, b: float, correlation: float) -> float:
    return sqrt(max(0.0, a * a + b * b - 2 * correlation * a * b))
