"""Section: what changes when a new model takes the place of the old one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Section, Table
from monosashi.report.excerpts import excerpt
from monosashi.report.numerals import DASH, number, percent, value_of
from monosashi.report.sections.quantities import why
from monosashi.report.tongue import Tongue

SHARES = ("overlap", "same_first", "lost", "gained")
SHOWN = 10
MOVED = ("query", "gold", "rank_old", "rank_new", "first_old", "first_new")
CHANGED = ("query", "common", "first_old", "first_new")


def switch_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Shares of the lists that stay, of queries that lose and gain, and which these are."""
    switch = results.get("switch")
    if not switch:
        return None
    names = {"old": switch["old"], "new": switch["new"], "k": switch["k"]}
    tables = [
        _quantities(switch, tongue),
        _rows("lost_queries", MOVED, switch, tongue),
        _rows("gained_queries", MOVED, switch, tongue),
        _rows("changed_queries", CHANGED, switch, tongue),
    ]
    return Section(
        "switch",
        tongue.say("sections.switch"),
        tongue.say("short.switch"),
        _sentence(switch, names, tongue),
        tables=[table for table in tables if table.rows],
        limits=tongue.limits("report.switch.limits"),
    )


def _sentence(switch: Mapping[str, Any], names: Mapping[str, Any], tongue: Tongue) -> str:
    said = [tongue.say("switch.overlap", share=percent(value_of(switch["overlap"]) or 0.0),
                       **names)]  # fmt: skip
    lost, gained = (value_of(switch[name]) for name in ("lost", "gained"))
    if lost is None or gained is None:
        return tongue.join([*said, tongue.say("switch.not_better")])
    moved = {"lost": percent(lost), "gained": percent(gained), "n": number(switch["n_queries"])}
    return tongue.join([*said, tongue.say("switch.moved", **moved, k=names["k"])])


def _quantities(switch: Mapping[str, Any], tongue: Tongue) -> Table:
    reasons = switch.get("reasons", {})
    rows = [[Cell(tongue.term("advice", name)), tongue.share(switch[name], why(name, reasons))]
            for name in SHARES]  # fmt: skip
    rows += [[Cell(tongue.term("advice", name)), tongue.cell(switch[name], why(name, reasons))]
             for name in ("difference", "mcnemar_p")]  # fmt: skip
    return Table(
        tongue.say("quantities"), [tongue.say("quantity"), tongue.say("with_interval")], rows
    )


def _rows(name: str, columns: Sequence[str], switch: Mapping[str, Any], tongue: Tongue) -> Table:
    """Texts where there are any, else ids."""
    held = switch.get(name, ())
    rows = [[_cell(row, column, tongue) for column in columns] for row in held[:SHOWN]]
    note = ""
    if len(held) > SHOWN:
        note = tongue.say("first_rows", shown=SHOWN, total=len(held))
    caption = tongue.say(f"switch.{name}", old=switch["old"], new=switch["new"], k=switch["k"])
    return Table(caption, [tongue.say(f"switch.columns.{one}") for one in columns], rows, note)


def _cell(row: Mapping[str, Any], column: str, tongue: Tongue) -> Cell:
    if column.startswith("rank_"):
        if row[column] is None:
            return Cell(DASH, tongue.say("switch.nowhere"), missing=True)
        return Cell(number(int(row[column])), numeric=True)
    if column == "common":
        return Cell(number(int(row[column])), numeric=True)
    name, text = (f"{column}_id", f"{column}_text") if f"{column}_id" in row else (
        column, f"{column}_text")  # fmt: skip
    shown = row.get(text) or row.get(name)
    if shown is None:
        return Cell(DASH, tongue.say("switch.nowhere"), missing=True)
    return Cell(excerpt(str(shown)))
