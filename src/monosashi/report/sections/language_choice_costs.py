"""What serving each way takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.numerals import DASH, number
from monosashi.report.sections.language_choice_names import way_name
from monosashi.report.tongue import Tongue

COUNTS = ("searches", "embeddings", "translations", "copies", "memory_bytes")
GIVEN = {"per_day": "no_price", "extra_ms": "no_time", "memory_bytes": "no_memory"}


def costs_table(
    choice: Mapping[str, Any], ordered: Sequence[Mapping[str, Any]], tongue: Tongue
) -> Table:
    """One row a way, in the order of simplicity; money where prices are known."""
    shown = {one["name"] for one in ordered}
    options = [one for one in choice["options"].values() if one["costs"] and one["name"] in shown]
    money = [name for name in ("per_day", "extra_ms") if _known(options, name)]
    names = ("fitted_on", *COUNTS, *money)
    columns = [tongue.say("language_choice.way"),
               *(tongue.term("language.choosing", name) for name in names)]  # fmt: skip
    rows = [
        [Cell(way_name(one["name"], tongue)), _fitted(one["costs"], tongue),
         *(_amount(one["costs"], name, tongue) for name in names[1:])]
        for one in options
    ]  # fmt: skip
    return Table(tongue.say("language_choice.costs"), columns, rows)


def _known(options: Sequence[Mapping[str, Any]], name: str) -> bool:
    """Whether anything but the trivial is known."""
    return any(one["costs"][name] for one in options)


def _fitted(costs: Mapping[str, Any], tongue: Tongue) -> Cell:
    told = tongue.say(f"language_choice.fitted_on.{costs['fitted_on']}")
    count = costs["n_fitted"]
    return Cell(f"{number(count)} {told}" if count else told)


def _amount(costs: Mapping[str, Any], name: str, tongue: Tongue) -> Cell:
    value = costs[name]
    if value is None:
        return Cell(DASH, tongue.say(f"language_choice.{GIVEN[name]}"), missing=True)
    return Cell(number(value), numeric=True)
