"""Interval of Spearman's rho between drift and loss, of which most losses may be 0."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from monosashi.robustness.tasks.correlations import rank_correlation
from monosashi.robustness.tasks.scored import FloatArray

FEWEST, FEWEST_APART = 40, 10  # records; those that do not have the most frequent value
IntArray = npt.NDArray[np.intp]


def rho_interval(a: FloatArray, b: FloatArray, confidence: float) -> tuple[float, float] | None:
    """Ends for other records, with ties: the delta method for Fisher's z.

    The variance is that of the influence of single records on rho (midranks), so that ties count
    as what they are; the usual (1 + rho²/2)/(n - 3) takes them for none, and is too short. None
    below 40 records, where fewer than 10 differ from the most frequent value, and at -1 or 1.

    >>> rng = np.random.default_rng(0)
    >>> x = rng.normal(size=200)
    >>> [round(end, 2) for end in rho_interval(x, x + rng.normal(size=200), 0.95)]
    [0.59, 0.74]
    """
    from scipy.special import ndtri

    n, rho = len(a), rank_correlation(a, b)
    if n < FEWEST or rho is None or abs(rho) > 1 - 1e-9 or _apart(a, b) < FEWEST_APART:
        return None
    error = float(_influence(a, b).std(ddof=1)) / n**0.5 / (1 - rho * rho)
    reach = float(ndtri(0.5 + confidence / 2)) * error
    return float(np.tanh(np.arctanh(rho) - reach)), float(np.tanh(np.arctanh(rho) + reach))


def _apart(*sides: FloatArray) -> int:
    """Records that do not have the most frequent value, of the side with fewest of them."""
    return min(len(side) - int(np.unique(side, return_counts=True)[1].max()) for side in sides)


def _influence(a: FloatArray, b: FloatArray) -> FloatArray:
    """What each record adds to rho, to first order; sums to 0."""
    (i, u), (j, v) = _places(a), _places(b)
    cross, first, second = u * v, u * u, v * v
    parts = [cross + _passed_on(i, v) + _passed_on(j, u), first + 2 * _passed_on(i, u),
             second + 2 * _passed_on(j, v)]  # fmt: skip
    whole = [float(one.mean()) - 0.25 for one in (cross, first, second)]
    moved = [one - one.mean() for one in parts]
    root = (whole[1] * whole[2]) ** 0.5
    made: FloatArray = moved[0] / root - whole[0] / root / 2 * (
        moved[1] / whole[1] + moved[2] / whole[2])  # fmt: skip
    return made


def _places(side: FloatArray) -> tuple[IntArray, FloatArray]:
    """Which distinct value each record has, and its midrank as a share of all."""
    _, place, counts = np.unique(side, return_inverse=True, return_counts=True)
    below = np.cumsum(counts) - counts
    return place, (below + counts / 2)[place] / len(side)


def _passed_on(place: IntArray, weights: FloatArray) -> FloatArray:
    """Mean of the weights of records above each, those that tie with it by half."""
    sums = np.bincount(place, weights)
    above = sums[::-1].cumsum()[::-1] - sums / 2
    found: FloatArray = above[place] / len(place)
    return found
