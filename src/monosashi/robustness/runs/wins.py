"""In how many draws of texts each model comes first, in keeping with the intervals of distances."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from monosashi.robustness.tasks.scored import FloatArray
from monosashi.statistics.bootstrap import percentile_interval

NOTHING = 1e-9


def as_wide_as(draws: FloatArray, value: float, low: float | None, confidence: float) -> FloatArray:
    """Draws of a distance, stretched about its value until their lower quantile is ``low``.

    A bootstrap of few records, or of few that changed, is narrower than the interval of the
    distance (``profile.ends_of``): it would call a model the first in all draws whose distance
    cannot be told from 0. NaN where there is no interval, or no spread that could be stretched;
    equal models stay equal.
    """
    known = draws[~np.isnan(draws)]
    if not np.abs(known).max(initial=0.0) and abs(value) < NOTHING:
        return draws
    end = percentile_interval(known, confidence)[0] if len(known) else value
    if low is not None and value - end < NOTHING and low > 0:
        return draws
    if low is None or value - end < NOTHING:
        return np.full_like(draws, np.nan)
    return value + (draws - value) * ((value - low) / (value - end))


def shares_of_wins(distances: Sequence[FloatArray]) -> FloatArray | None:
    """Share of draws in which the best model comes first, then the others; ties are shared.

    ``distances`` are those of the others to the best. None where one of them is not known.

    >>> shares_of_wins([np.array([1.0, 2.0, -1.0, 0.0])]).tolist()
    [0.625, 0.375]
    """
    if not distances:
        return np.ones(1)
    table = np.stack([np.zeros_like(distances[0]), *distances])
    known = table[:, ~np.isnan(table).any(axis=0)]
    if not known.shape[1]:
        return None
    first = known == known.min(axis=0)
    shares: FloatArray = (first / first.sum(axis=0)).mean(axis=1)
    return shares
