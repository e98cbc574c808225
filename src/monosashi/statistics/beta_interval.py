"""Beta intervals for the mean of values between 0 and 1 over independent units."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from monosashi.statistics.proportions import clopper_pearson, unanimous_bound

FloatArray = npt.NDArray[np.float64]
MOST = 1e12  # beta quantiles lose their digits, and then become NaN, for larger n*
LEAST_DF = 0.5  # one unit that outweighs all others leaves nearly no degree of freedom


def effective_units(counts: FloatArray) -> float:
    """Number of units of equal size that weigh like these, (sum c)^2 / sum c^2 (Kish 1965).

    Examples
    --------
    >>> effective_units(np.array([2.0, 2.0])), effective_units(np.array([9.0, 1.0, 0.0]))
    (2.0, 1.2195121951219512)
    """
    return float(counts.sum() ** 2 / (counts * counts).sum())


def are_shares(sums: FloatArray, counts: FloatArray) -> bool:
    """Whether every unit is one yes or no: equal sizes, and means of 0 or 1 only."""
    return bool((counts == counts[0]).all() and np.isin(sums / counts, (0.0, 1.0)).all())


def beta_interval(
    sums: FloatArray, counts: FloatArray, confidence: float, *, unseen: float = 0.0
) -> tuple[float, float]:
    """Interval for ``sum(sums) / sum(counts)``, a mean of values in [0, 1] over units.

    Korn and Graubard (1998): Clopper-Pearson with the n* at which a binomial share would vary as
    the mean does over units, ``n* = R (1 - R) / V``, V the linearised variance of the ratio
    (squared residuals over 1 - their unit's share of rows), and n* shrunk by ``(z / t)^2`` with
    ``effective_units - 1`` degrees of freedom. Plain yes or no units give Clopper-Pearson itself.

    Parameters
    ----------
    sums, counts : (n,) arrays
        Sum of the values, and rows (above 0), of every unit.
    confidence : float
    unseen : float
        Where most values are 0: what one more unit that is not 0 could add to the mean. The upper
        end counts it as seen (as Fay and Feuer 1997 do for rates), because the variance of a few
        exceptions is not known from them.
    """
    total = counts.sum()
    mean, units = float(sums.sum() / total), effective_units(counts)
    if mean <= 0:
        share = unanimous_bound(units, confidence)
        return 0.0, min(1.0, share * units * unseen) if unseen else share
    if are_shares(sums, counts):
        return clopper_pearson(int(np.count_nonzero(sums)), len(sums), confidence)
    if mean >= 1:
        return 1 - unanimous_bound(units, confidence), 1.0
    residuals, shrink = sums - mean * counts, _shrinking(units, confidence)
    variance = float((residuals**2 / (1 - counts / total)).sum()) / total**2
    size = _size(mean, variance, shrink)
    low, high = _ends(mean * size, size, confidence)
    if unseen:
        high = max(high, _with_one_more(mean + unseen, variance + unseen**2, shrink, confidence))
    return min(low, mean), max(high, mean)


def _size(mean: float, variance: float, shrink: float) -> float:
    """n*: where units differ by next to nothing, a large number instead of an infinite one."""
    most = shrink * mean * (1 - mean)
    return MOST if variance * MOST <= most else most / variance


def _shrinking(units: float, confidence: float) -> float:
    """(z / t)^2: how much less a variance from few units says than a known one."""
    from scipy.special import ndtri, stdtrit

    upper = (1 + confidence) / 2
    return float((ndtri(upper) / stdtrit(max(units - 1, LEAST_DF), upper)) ** 2)


def _ends(successes: float, n: float, confidence: float) -> tuple[float, float]:
    """Clopper-Pearson with numbers that need not be whole."""
    from scipy.special import betaincinv

    tail, failures = (1 - confidence) / 2, n - successes
    return (float(betaincinv(successes, failures + 1, tail)),
            float(betaincinv(successes + 1, failures, 1 - tail)))  # fmt: skip


def _with_one_more(mean: float, variance: float, shrink: float, confidence: float) -> float:
    from scipy.special import betaincinv

    if mean >= 1:
        return 1.0
    size = _size(mean, variance, shrink)
    return float(betaincinv(mean * size, (1 - mean) * size, (1 + confidence) / 2))
