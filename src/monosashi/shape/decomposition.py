"""Statistics of a grouped configuration, as functions of a few sums.

Every function takes numbers or arrays alike, so that the same formula serves the data, the
leave-one-group-out values and resamples.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Parts:
    """What the statistics are made of.

    Attributes
    ----------
    n : objects
    groups : G
    total, within : SS_T and SS_W
    square_sizes : sum of n_g² over groups
    """

    n: Numbers
    groups: Numbers
    total: Numbers
    within: Numbers
    square_sizes: Numbers

    @classmethod
    def of(cls, n: Any, groups: Any, total: Any, within: Any, square_sizes: Any) -> Parts:
        """Hold numbers or arrays as float64 arrays."""
        held = (np.asarray(v, dtype=np.float64) for v in (n, groups, total, within, square_sizes))
        return cls(*held)


def r_squared(p: Parts) -> Numbers:
    """SS_B / SS_T."""
    return (p.total - p.within) / p.total


def ms_within(p: Parts) -> Numbers:
    """SS_W / (n - G): pooled, unbiased spread within groups."""
    return p.within / (p.n - p.groups)


def ms_between(p: Parts) -> Numbers:
    """SS_B / (G - 1)."""
    return (p.total - p.within) / (p.groups - 1)


def pseudo_f(p: Parts) -> Numbers:
    """MS_B / MS_W."""
    return ms_between(p) / ms_within(p)


def epsilon_squared(p: Parts) -> Numbers:
    """1 - (1 - R²)(n - 1)/(n - G): adjusted R², exactly 0 on average under permutation."""
    return 1 - (p.within / p.total) * (p.n - 1) / (p.n - p.groups)


def omega_squared(p: Parts) -> Numbers:
    """(SS_B - (G - 1) MS_W) / (SS_T + MS_W)."""
    ms = ms_within(p)
    return (p.total - p.within - (p.groups - 1) * ms) / (p.total + ms)


def n0(p: Parts) -> Numbers:
    """(n - sum n_g²/n) / (G - 1): the group size an unbalanced ICC works with."""
    return (p.n - p.square_sizes / p.n) / (p.groups - 1)


def icc(p: Parts) -> Numbers:
    """ICC(1) = (MS_B - MS_W) / (MS_B + (n0 - 1) MS_W), not cut at 0."""
    between, within = ms_between(p), ms_within(p)
    return (between - within) / (between + (n0(p) - 1) * within)


def w_bar(p: Parts) -> Numbers:
    """SS_W / n."""
    return p.within / p.n


STATISTICS: dict[str, Callable[[Parts], Numbers]] = {
    "r_squared": r_squared,
    "icc": icc,
    "epsilon_squared": epsilon_squared,
    "omega_squared": omega_squared,
    "w_bar": w_bar,
}
SCALE_FREE = ("r_squared", "icc", "epsilon_squared", "omega_squared")


def possible_range(statistic: str, whole: Parts) -> tuple[float, float]:
    """Between which values the quantity can lie."""
    if statistic == "icc":
        return -1.0 / (float(n0(whole)) - 1), 1.0
    if statistic == "w_bar":
        return 0.0, math.inf
    return (0.0 if statistic == "r_squared" else -math.inf), 1.0


def value_or_nan(statistic: str, parts: Parts) -> Numbers:
    """The statistic, NaN where it is undefined (callers turn NaN into a reason)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.asarray(STATISTICS[statistic](parts), dtype=np.float64)
    return np.where(np.isfinite(values), values, np.nan)
