"""Intervals for a share that was counted."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist


def wilson(successes: int, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """Score interval of Wilson (1927) for a binomial share.

    Shorter than the exact one and close to its nominal coverage on average; inside [0, 1] always.

    Examples
    --------
    >>> low, high = wilson(8, 10)
    >>> round(low, 4), round(high, 4)
    (0.4902, 0.9433)
    """
    _check(successes, n, confidence)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = successes / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    return low, 1.0 if successes == n else min(1.0, middle + half)


def clopper_pearson(successes: int, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """Exact interval of Clopper and Pearson (1934) for a binomial share.

    Covers at least ``confidence`` whatever the share; never of zero width, also at 0 and n.

    Examples
    --------
    >>> low, high = clopper_pearson(10, 10)
    >>> round(low, 4), high
    (0.6915, 1.0)
    """
    from scipy.special import betaincinv

    _check(successes, n, confidence)
    tail = (1 - confidence) / 2
    low = 0.0 if successes == 0 else float(betaincinv(successes, n - successes + 1, tail))
    high = 1.0 if successes == n else float(betaincinv(successes + 1, n - successes, 1 - tail))
    return low, high


def unanimous_bound(n: float, confidence: float = 0.95) -> float:
    """Largest share of a population that may differ when none of n units did.

    The upper Clopper-Pearson limit at 0 of n, ``1 - ((1 - confidence) / 2) ** (1 / n)``. Units of
    unequal size count as fewer, which need not be a whole number.

    Examples
    --------
    >>> round(unanimous_bound(676), 4)
    0.0054
    """
    _check(0, n, confidence)
    return float(1 - ((1 - confidence) / 2) ** (1 / n))


def _check(successes: int, n: float, confidence: float) -> None:
    if not 0 <= successes <= n or n < 1:
        raise ValueError(f"{successes} successes among {n} trials")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must lie between 0 and 1, not {confidence}")
