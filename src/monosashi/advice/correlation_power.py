"""How many groups a correlation over groups takes, and what so many groups can show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monosashi.embeddings import DataError, Fault, fault
from monosashi.results import Provenance, Result, Row, Tables
from monosashi.shape.power import attenuated, detectable_correlation, groups_needed, power_of

CURVE = (5, 8, 12, 16, 20, 30, 40, 60, 80, 100, 150, 200, 300, 500)


@dataclass(frozen=True, kw_only=True)
class CorrelationPower(Result):
    """Groups for a correlation of one number a group with another, by Fisher's z.

    Attributes
    ----------
    rho : float or None
        The true correlation asked about.
    seen : float or None
        The one that is seen through measures of these reliabilities.
    exact : float or None
        Groups by the formula; ``groups_needed`` the next whole number.
    n_groups : int or None
        Groups asked about; ``detectable`` the smallest correlation they show.
    power_here : float or None
        Power of ``n_groups`` for ``rho``, where both are asked.
    curve : rows ``groups, detectable``
    """

    kind: ClassVar[str] = "correlation_power"
    alpha: float
    power: float
    reliabilities: tuple[float, float]
    spearman: bool
    rho: float | None = None
    seen: float | None = None
    exact: float | None = None
    groups_needed: int | None = None
    n_groups: int | None = None
    detectable: float | None = None
    power_here: float | None = None
    curve: tuple[Row, ...] = ()

    def tables(self) -> Tables:
        """``correlation_power``: the smallest correlation that each number of groups shows."""
        return {"correlation_power": list(self.curve)}


def correlation_power(
    rho: float | None = None,
    n_groups: int | None = None,
    *,
    alpha: float = 0.05,
    power: float = 0.8,
    reliabilities: tuple[float, float] = (1.0, 1.0),
    spearman: bool = False,
) -> CorrelationPower:
    """Groups that show a correlation ``rho``, or the smallest correlation of ``n_groups``.

    Says how many groups it takes to see a correlation of one number a group (such as W~) with
    another (such as recall). Does not say that there is one.

    Parameters
    ----------
    rho, n_groups
        At least one of the two.
    alpha, power, reliabilities, spearman
        As in ``ms.power.groups_needed``.

    Raises
    ------
    DataError
        Neither is given; numbers out of range.

    Examples
    --------
    >>> found = correlation_power(0.5, 20)
    >>> found.groups_needed, round(found.detectable, 4)
    (30, 0.5912)
    """
    if rho is None and n_groups is None:
        raise DataError(fault("advice.errors.power_of_nothing"))
    seen = attenuated(1.0, *reliabilities)
    rest = {"alpha": alpha, "power": power, "spearman": spearman}
    needed = None if rho is None else groups_needed(rho, alpha, power, spearman=spearman,
                                                    reliabilities=reliabilities)  # fmt: skip

    def least(groups: int) -> float:
        return detectable_correlation(groups, alpha, power, spearman=spearman) / seen

    asked = None if n_groups is None else least(n_groups)
    curve = tuple({"groups": groups, "detectable": least(groups)} for groups in CURVE
                  if least(groups) < 1)  # fmt: skip
    return CorrelationPower(
        provenance=Provenance(0, 0, "", settings={**rest, "reliabilities": list(reliabilities)}),
        reasons=_reasons(rho, n_groups, asked), rho=rho, reliabilities=reliabilities,
        seen=None if needed is None else needed.rho,
        exact=None if needed is None else needed.exact,
        groups_needed=None if needed is None else needed.groups, n_groups=n_groups,
        detectable=None if asked is None or asked >= 1 else asked, curve=curve, alpha=alpha,
        power_here=None if rho is None or n_groups is None else power_of(
            rho, n_groups, alpha, reliabilities=reliabilities, spearman=spearman),
        power=power, spearman=spearman)  # fmt: skip


def _reasons(rho: float | None, n_groups: int | None, least: float | None) -> dict[str, Fault]:
    reasons: dict[str, Fault] = {}
    if rho is None:
        reasons |= dict.fromkeys(("rho", "seen", "exact", "groups_needed"),
                                 fault("advice.reasons.no_rho"))  # fmt: skip
    if rho is None or n_groups is None:
        reasons["power_here"] = fault("advice.reasons.no_power_here")
    if n_groups is None:
        reasons |= dict.fromkeys(("n_groups", "detectable"), fault("advice.reasons.no_group_count"))
    elif least is not None and least >= 1:
        reasons["detectable"] = fault("advice.reasons.none_detectable", n=n_groups)
    return reasons
