"""What serving each way takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.numerals import DASH, number
from monosashi.report.sections.language_choice_names import way_name
from monosashi.report.tongue import Tongue

COUNTS = ("searches", "embeddings", "translations", "copies", "memory_bytes")
PRICES = {"embeddings": ("embedding", "--price-embedding"),
          "translations": ("translation", "--price-translation")}  # fmt: skip
MONEY = ("per_day", "extra_ms")
TIMES = {"searches": ("search_ms", "--search-time"),
         "translations": ("translation_ms", "--translation-time")}  # fmt: skip


def costs_table(
    choice: Mapping[str, Any], ordered: Sequence[Mapping[str, Any]], tongue: Tongue
) -> Table:
    """One row a way, in the order of simplicity; money where prices are known."""
    shown = {one["name"] for one in ordered}
    options = [one for one in choice["options"].values() if one["costs"] and one["name"] in shown]
    use = choice["use"]
    money = [name for name in MONEY if _known(options, name)]
    names = ("fitted_on", *COUNTS, *money)
    columns = [tongue.say("language_choice.way"),
               *(tongue.term("language.choosing", name) for name in names)]  # fmt: skip
    rows = [
        [Cell(way_name(one["name"], tongue)), _fitted(one["costs"], tongue),
         *(_amount(one["costs"], name, use, tongue) for name in names[1:])]
        for one in options
    ]  # fmt: skip
    return Table(tongue.say("language_choice.costs"), columns, rows, _unknown(options, use, tongue))


def _unknown(options: Sequence[Mapping[str, Any]], use: Mapping[str, Any], tongue: Tongue) -> str:
    """Which options would tell the amounts that stand in no column, said once."""
    said = []
    for name in MONEY:
        held = [lacking(one["costs"], name, use) for one in options]
        names = dict.fromkeys(option for found in held for option in found)
        if names and not _known(options, name):
            told = tongue.say("language_choice.lacks", names=tongue.listing(names))
            said.append(tongue.titled(tongue.term("language.choosing", name), told))
    return tongue.listing(said)


def _known(options: Sequence[Mapping[str, Any]], name: str) -> bool:
    """Whether anything but the trivial is known."""
    return any(one["costs"][name] for one in options)


def _fitted(costs: Mapping[str, Any], tongue: Tongue) -> Cell:
    told = tongue.say(f"language_choice.fitted_on.{costs['fitted_on']}")
    count = costs["n_fitted"]
    return Cell(f"{number(count)} {told}" if count else told)


def _amount(costs: Mapping[str, Any], name: str, use: Mapping[str, Any], tongue: Tongue) -> Cell:
    value = costs[name]
    if value is not None:
        return Cell(number(value), numeric=True)
    if name == "memory_bytes":
        return Cell(DASH, tongue.say("language_choice.no_memory"), missing=True)
    told = tongue.say("language_choice.lacks", names=", ".join(lacking(costs, name, use)))
    return Cell(DASH, told, missing=True)


def lacking(costs: Mapping[str, Any], name: str, use: Mapping[str, Any]) -> list[str]:
    """Options that were not given, of those that this amount is made from."""
    calls = ["--calls-per-day"] if name == "per_day" and use["calls_per_day"] is None else []
    least = {"searches": 1}  # the first search is there without any repair
    needed = PRICES if name == "per_day" else TIMES
    return calls + [option for count, (price, option) in needed.items()
                    if costs[count] > least.get(count, 0)
                    and use["prices"][price] is None]  # fmt: skip
