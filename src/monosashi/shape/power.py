"""How many groups it takes: correlations over groups by formula, group tests by simulation.

``ms.power.groups_needed(0.5)`` and its inverse rest on Fisher's z, for the correlation of one
number a group (such as W~) with another (such as recall).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from monosashi.embeddings import DataError, Fault, fault
from monosashi.shape.asked import count_faults, is_number, is_share
from monosashi.shape.power_result import SimulatedPower
from monosashi.shape.power_simulation import simulate

SPEARMAN = 1.06

__all__ = ["GroupsNeeded", "SimulatedPower", "attenuated", "detectable_correlation",
           "groups_needed", "power_of", "simulate"]  # fmt: skip


@dataclass(frozen=True)
class GroupsNeeded:
    """How many groups show a correlation.

    Attributes
    ----------
    exact : float
        What the formula gives.
    groups : int
        The smallest whole number that is enough.
    rho : float
        The correlation that would be seen, after attenuation.
    """

    exact: float
    groups: int
    rho: float


def groups_needed(
    rho: float,
    alpha: float = 0.05,
    power: float = 0.8,
    *,
    reliabilities: tuple[float, float] = (1.0, 1.0),
    spearman: bool = False,
) -> GroupsNeeded:
    """Groups that show a correlation ``rho`` with the given power in a two-sided test.

    Parameters
    ----------
    rho : float between -1 and 1, not 0
        Correlation of the true values.
    alpha, power : float between 0 and 1
    reliabilities : two floats above 0 up to 1
        Of the two measures (W~ from few texts, a score from few answers): what is seen is
        rho sqrt(rel_1 rel_2) (Spearman 1904).
    spearman : bool
        For ranks: the variance of z is 1.06 times as large (Fieller, Hartley and Pearson 1957).

    Raises
    ------
    DataError
        Numbers out of range.

    Notes
    -----
    G = v ((z_{1-alpha/2} + z_{power})/artanh rho)² + 3 with v = 1, or 1.06 for ranks.

    Examples
    --------
    >>> needed = groups_needed(0.5)
    >>> round(needed.exact, 3), needed.groups
    (29.012, 30)
    >>> groups_needed(0.5, reliabilities=(0.5, 0.5)).groups
    124
    """
    _refuse([*_share_faults(alpha=alpha, power=power), *_rho_faults(rho)])
    seen = attenuated(rho, *reliabilities)
    exact = _variance(spearman=spearman) * (_reach(alpha, power) / math.atanh(seen)) ** 2 + 3
    return GroupsNeeded(exact, max(4, math.ceil(exact - 1e-9)), seen)


def detectable_correlation(
    groups: int, alpha: float = 0.05, power: float = 0.8, *, spearman: bool = False
) -> float:
    """Smallest absolute correlation that so many groups show with the given power.

    Parameters
    ----------
    groups : int, at least 4
    alpha, power, spearman
        As in ``groups_needed``.

    Examples
    --------
    >>> round(detectable_correlation(20), 4)
    0.5912
    """
    few = count_faults("groups", groups, 4)
    _refuse([*few, *_share_faults(alpha=alpha, power=power)])
    return math.tanh(_reach(alpha, power) * math.sqrt(_variance(spearman=spearman) / (groups - 3)))


def power_of(
    rho: float,
    groups: int,
    alpha: float = 0.05,
    *,
    reliabilities: tuple[float, float] = (1.0, 1.0),
    spearman: bool = False,
) -> float:
    """Power of so many groups for a correlation ``rho``, in a two-sided test.

    Parameters
    ----------
    groups : int, at least 4
    rho, alpha, reliabilities, spearman
        As in ``groups_needed``.

    Notes
    -----
    Of Fisher's z, both tails: Φ(δ - z) + Φ(-δ - z), δ = artanh(rho) sqrt((G - 3)/v) and
    z = z_{1-alpha/2}.

    Examples
    --------
    >>> round(power_of(0.5, 20), 3), round(power_of(0.5, 30), 3)
    (0.62, 0.814)
    """
    few = count_faults("groups", groups, 4)
    level = [] if is_share(alpha) else [fault("shape.errors.level", given=alpha)]
    _refuse([*few, *level, *_rho_faults(rho)])
    seen = attenuated(rho, *reliabilities)
    reach = math.atanh(seen) * math.sqrt((groups - 3) / _variance(spearman=spearman))
    normal = NormalDist()
    limit = normal.inv_cdf(1 - alpha / 2)
    return normal.cdf(reach - limit) + normal.cdf(-reach - limit)


def attenuated(rho: float, first: float = 1.0, second: float = 1.0) -> float:
    """Correlation that is seen between two measures with these reliabilities.

    Examples
    --------
    >>> attenuated(0.5, 0.64, 0.25)
    0.2
    """
    _refuse([fault("shape.errors.reliability", given=given) for given in (first, second)
             if not (is_number(given) and 0 < given <= 1)])  # fmt: skip
    return rho * math.sqrt(first * second)


def _reach(alpha: float, power: float) -> float:
    normal = NormalDist()
    return normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)


def _variance(*, spearman: bool) -> float:
    return SPEARMAN if spearman else 1.0


def _share_faults(**given: float) -> list[Fault]:
    """Shares out of range; power must exceed alpha/2, or the sum of the two z is no distance."""
    codes = {"alpha": "level", "power": "power"}
    faults = [fault(f"shape.errors.{codes[name]}", given=value)
              for name, value in given.items() if not is_share(value)]  # fmt: skip
    if not faults and given["power"] <= given["alpha"] / 2:
        faults = [fault("shape.errors.power", given=given["power"])]
    return faults


def _rho_faults(rho: float) -> list[Fault]:
    return [] if is_number(rho) and 0 < abs(rho) < 1 else [fault("shape.errors.rho", given=rho)]


def _refuse(faults: list[Fault]) -> None:
    if faults:
        raise DataError(*faults)
