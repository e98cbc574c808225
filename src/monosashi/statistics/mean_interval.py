"""Interval for a mean of bounded values over independent units, few exceptions or many."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.statistics.beta_interval import are_shares, beta_interval, effective_units
from monosashi.statistics.bootstrap import FEW_CHANGES
from monosashi.statistics.proportions import clopper_pearson, unanimous_bound
from monosashi.statistics.two_sided_deviations import combine_sides

FloatArray = npt.NDArray[np.float64]
DIGITS = 12  # unit means that agree so far are equal: sums of equal values differ by rounding
PLAIN, BETA = "Clopper-Pearson", "beta interval over units (Korn-Graubard)"
CHANGES = "Clopper-Pearson of gains and losses"
AROUND = "beta intervals above and below the commonest value, combined (MOVER)"


@dataclass(frozen=True)
class Interval:
    """Two ends and how they were found."""

    low: float
    high: float
    method: str


def mean_interval(
    sums: FloatArray,
    counts: FloatArray,
    *,
    confidence: float = 0.95,
    bounds: tuple[float, float] = (0.0, 1.0),
) -> Interval:
    """Interval for ``sum(sums) / sum(counts)``, a mean over rows of units of any size.

    Percentile, BCa and studentised bootstraps cover far less than they say where few units
    differ from the rest, or where there are few units: what was not drawn cannot be redrawn.
    Beta intervals use that the values are bounded. Nothing is random, and the order of units does
    not count. It cannot know of exceptions much larger than all that were seen: where those carry
    the mean, it covers less.

    Parameters
    ----------
    sums : (n,) array
        Sum of the quantity over the rows of every unit.
    counts : (n,) array
        Rows behind each sum; units with 0 rows are left out.
    confidence : float
    bounds : (lowest, highest) possible value

    Returns
    -------
    Interval
        ``method`` tells which:

        - all units alike: at most a share ``unanimous_bound(n)`` of the population can differ
          (one unit alone says next to nothing);
        - one yes or no a unit: Clopper-Pearson; a paired difference of such with fewer than 10
          changes: Clopper-Pearson of gains and of losses (Bonferroni);
        - at least half of the units alike, and values possible on both sides of the commonest:
          beta intervals for what lies above and below, combined (Zou and Donner 2008);
        - else the beta interval of Korn and Graubard, see ``beta_interval``. With two or three
          units it spans much of what is possible.

    Raises
    ------
    ValueError
        No unit has a row, or a mean lies outside the bounds.

    Examples
    --------
    >>> found = mean_interval(np.array([4.0] * 49 + [2.0]), np.full(50, 4.0))
    >>> round(found.low, 3), round(found.high, 4)
    (0.928, 0.9998)
    """
    lowest, highest = bounds
    there = counts > 0
    if not there.any():
        raise ValueError("no unit has a row")
    rows = counts[there]
    places = _places(sums[there] / rows, lowest, highest)
    low, high, method = _of_places(places, rows, confidence)
    width = highest - lowest
    return Interval(lowest + low * width, lowest + high * width, method)


def _places(means: FloatArray, lowest: float, highest: float) -> FloatArray:
    """Means on the way from the lowest (0) to the highest (1) possible value."""
    places = (means - lowest) / (highest - lowest)
    if places.min() < -1e-9 or places.max() > 1 + 1e-9:
        raise ValueError(f"means outside of [{lowest}, {highest}]: {means.min()}, {means.max()}")
    return np.clip(places.round(DIGITS), 0.0, 1.0)


def _of_places(places: FloatArray, rows: FloatArray, confidence: float) -> tuple[float, float, str]:
    values, held = np.unique(places, return_counts=True)
    if len(values) == 1:
        return _unanimous(float(values[0]), rows, confidence)
    if are_shares(places * rows, rows):
        return *beta_interval(places * rows, rows, confidence), PLAIN
    common, alike = float(values[held.argmax()]), int(held.max())
    if max(2, len(places) / 2) > alike:
        return *beta_interval(places * rows, rows, confidence), BETA
    changes = len(places) - alike
    yes_or_no = common == 0.5 and are_shares(np.abs(2 * places - 1) * rows, rows)
    if yes_or_no and changes < FEW_CHANGES:
        return *_gains_and_losses(places, confidence), CHANGES
    low, high = combine_sides(places, rows, common, confidence)
    return low, high, AROUND if 0 < common < 1 else BETA


def _unanimous(place: float, rows: FloatArray, confidence: float) -> tuple[float, float, str]:
    share = unanimous_bound(effective_units(rows), confidence)
    alone = len(rows) == 1
    method = "exact bound, a single unit" if alone else "exact bound, all units alike"
    return place - share * place, place + share * (1 - place), method


def _gains_and_losses(places: FloatArray, confidence: float) -> tuple[float, float]:
    half, n = (1 + confidence) / 2, len(places)
    gains = clopper_pearson(int((places > 0.5).sum()), n, half)
    losses = clopper_pearson(int((places < 0.5).sum()), n, half)
    return (1 + gains[0] - losses[1]) / 2, (1 + gains[1] - losses[0]) / 2
