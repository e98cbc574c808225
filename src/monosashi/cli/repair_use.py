"""What the way that was taken costs and how much slower it is, where the use was told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.cli.layout import wrap
from monosashi.report.numerals import number
from monosashi.words import say


def use_lines(choice: Mapping[str, Any]) -> list[str]:
    """A line each for ``--calls-per-day`` and ``--latency``; what lacks is named."""
    use, costs = choice["use"], choice["options"][choice["pick"]]["costs"]
    if not costs:
        return []
    told = []
    if use["calls_per_day"] is not None:
        told.append(_said("per_day", costs, use, calls=_short(use["calls_per_day"])))
    if use["latency_ms"] is not None:
        told.append(_said("extra_ms", costs, use, limit=_short(use["latency_ms"])))
    return [line for one in told for line in wrap(one, first="  ", rest="    ")]


def _said(name: str, costs: Mapping[str, Any], use: Mapping[str, Any], **values: str) -> str:
    from monosashi.report.sections.language_choice_costs import lacking

    if costs[name] is None:
        names = ", ".join(lacking(costs, name, use))
        return say(f"cli.repair.{name}_unknown", names=names, **values)
    return say(f"cli.repair.{name}", value=_short(costs[name]), **values)


def _short(amount: float) -> str:
    """Whole amounts without decimals: nobody measured these to a thousandth.

    >>> _short(50.0), _short(1000), _short(0.02)
    ('50', '1,000', '0.02')
    """
    told = number(amount)
    return told.rstrip("0").rstrip(".") if "." in told else told
