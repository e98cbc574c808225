"""The delete-one-cluster jackknife: bias, standard error, interval, paired difference."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.results import Estimate
from monosashi.words import say

Values = npt.NDArray[np.floating[Any]]
NO_SPREAD = 1e-12
NO_SPREAD_KEY = "statistics.methods.no_spread"


@dataclass(frozen=True)
class Jackknife:
    """What leaving out one cluster at a time says about a statistic.

    Attributes
    ----------
    corrected : float
        G θ - (G - 1) mean θ(-g): the statistic freed of its first-order bias.
    standard_error : float
        sqrt((G - 1)/G Σ (θ(-g) - mean)²).
    clusters : int
        G; the interval uses t with G - 1 degrees of freedom.
    """

    corrected: float
    standard_error: float
    clusters: int

    def half_width(self, confidence: float) -> float:
        """Half the length of the t interval."""
        from scipy.special import stdtrit

        return float(stdtrit(self.clusters - 1, 0.5 + confidence / 2)) * self.standard_error

    def p_value(self, scale: float = 1.0) -> float | None:
        """Two-sided p of "the corrected value is 0"; None when nothing varies against ``scale``."""
        from scipy.special import stdtr

        if self.standard_error <= NO_SPREAD * scale:
            return None
        return float(2 * stdtr(self.clusters - 1, -abs(self.corrected) / self.standard_error))


def refusal(leave_one_out: Values) -> str | None:
    """Why these leave-one-out values give no interval (a key of the words), or None."""
    if len(leave_one_out) < 3:
        return "statistics.methods.too_few_clusters"
    if not np.isfinite(leave_one_out).all():
        return "statistics.methods.undefined_without_one"
    return NO_SPREAD_KEY if alike(leave_one_out) else None


def undefined(leave_one_out: Values) -> str | None:
    """The same, but values that are all alike count as values: paired differences allow them."""
    why = refusal(leave_one_out)
    return None if why == NO_SPREAD_KEY else why


def alike(values: Values) -> bool:
    """Equal but for rounding: an interval of no width would claim to know the quantity exactly."""
    return float(np.ptp(values)) <= NO_SPREAD * float(np.abs(values).max())


def jackknife(value: float, leave_one_out: Values) -> Jackknife:
    """Summarise G leave-one-out values; call only when ``refusal`` has no objection.

    >>> result = jackknife(2.0, np.array([1.5, 2.0, 2.5]))
    >>> result.corrected, round(result.standard_error, 6)
    (2.0, 0.57735)
    """
    clusters = len(leave_one_out)
    middle = math.fsum(leave_one_out) / clusters
    spread = math.fsum((x - middle) ** 2 for x in leave_one_out)
    error = math.sqrt((clusters - 1) / clusters * spread)
    return Jackknife(clusters * value - (clusters - 1) * middle, error, clusters)


def jackknife_estimate(
    value: float,
    leave_one_out: Values,
    *,
    confidence: float = 0.95,
    possible: tuple[float, float] = (-math.inf, math.inf),
    unit: str = "cluster",
) -> Estimate:
    """Estimate with the bias-corrected t(G-1) interval, cut to the possible range.

    Parameters
    ----------
    value : float
        The statistic on all data.
    leave_one_out : (G,) array
        The statistic without each cluster; NaN where it is undefined.
    confidence : float
    possible : (low, high)
        Range of the quantity.
    unit : str
        What was left out, for the name of the method.

    Returns
    -------
    Estimate
        Without an interval when G < 3 (with two clusters both deletions agree by construction),
        when one deletion leaves the statistic undefined, or when all deletions give one value;
        ``method`` then says why.
    """
    clusters = len(leave_one_out)
    if why := refusal(leave_one_out):
        return Estimate(value, None, None, None, say(why, "en", n=clusters), clusters)
    found = jackknife(value, leave_one_out)
    half = found.half_width(confidence)
    ends = found.corrected - half, found.corrected + half
    low, high = (min(max(end, possible[0]), possible[1]) for end in ends)
    return Estimate(value, low, high, found.standard_error,
                    f"{unit} jackknife, bias-corrected, t({clusters - 1})", clusters,
                    found.corrected, clipped=(low, high) != ends)  # fmt: skip
