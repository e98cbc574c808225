"""Sections: corrections of hubs beside each other, several sets, items that answer everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Section, Table
from monosashi.report.numerals import DASH, interval, number, percent
from monosashi.report.sections.hubs import with_texts
from monosashi.report.tongue import Tongue

STATISTICS = ("antihub_share", "top_share_ratio", "robin_hood")
MOVED = ("before", "after", "kept_lists", "lost", "gained")


def reductions_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """What every correction does to hubs and answers; whom the worst hubs lost."""
    found = results.get("reductions")
    if not found or not found["effects"]:
        return None
    names = _ordered(found)
    tables = [_levels(found, names, tongue), _moved(found, names, tongue)]
    sentence = tongue.say(f"reductions.sentence{'_answers' if found['recall_before'] else ''}",
                          k=found["k"])  # fmt: skip
    return Section(
        "reductions", tongue.say("sections.reductions"), tongue.say("short.reductions"), sentence,
        [], tables, limits=tongue.limits("hubs.limits_reductions"),
    )  # fmt: skip


def _ordered(found: Mapping[str, Any]) -> list[str]:
    effects = found["effects"]
    return sorted(effects, key=lambda name: effects[name]["change"]["robin_hood"]["after"])


def _levels(found: Mapping[str, Any], names: Sequence[str], tongue: Tongue) -> Table:
    recall = found["recall_before"] is not None
    heads = ["method", *STATISTICS, "skewness", "kept", *(["recall"] if recall else [])]
    first = [Cell(tongue.term("hubs", "none")),
             *(_levelled(found["before"][name], name, tongue) for name in STATISTICS),
             _skewness(found["before"], tongue), Cell(percent(1.0), numeric=True),
             *([tongue.cell(found["recall_before"])] if recall else [])]  # fmt: skip
    rows = [first]
    for name in names:
        one = found["effects"][name]
        changes = [_changed(one["change"][key]["after"], one["change"][key]["difference"], tongue)
                   for key in STATISTICS]  # fmt: skip
        told = (
            [_changed(one["recall"]["value"], one["recall_difference"], tongue)] if recall else []
        )
        why = (found.get("reasons") or {}).get(f"effects.{name}.skewness")
        rows.append([Cell(name), *changes, tongue.cell(one["skewness"], why),
                     Cell(percent(one["kept"]), numeric=True), *told])  # fmt: skip
    return Table(tongue.say("reductions.levels"), [tongue.term("hubs", name) for name in heads],
                 rows, note=tongue.say("reductions.note"))  # fmt: skip


def _levelled(estimate: Mapping[str, Any], name: str, tongue: Tongue) -> Cell:
    """A value with its own interval, or why it has none."""
    return _between(estimate["value"], estimate["low"], estimate["high"], name, tongue)


def _between(value: float, low: float | None, high: float | None, name: str,
             tongue: Tongue) -> Cell:  # fmt: skip
    why = "few_busiest" if name == "top_share_ratio" else "few_lists"
    told = interval(low, high) or tongue.say(f"hub_sets.{why}")
    return Cell(number(value), told, numeric=True)


def _skewness(hubs: Mapping[str, Any], tongue: Tongue) -> Cell:
    return tongue.cell(hubs["skewness"] and hubs["skewness"]["value"],
                       (hubs.get("reasons") or {}).get("skewness"))  # fmt: skip


def _changed(after: float, difference: Mapping[str, Any], tongue: Tongue) -> Cell:
    """The value after, and the interval of the paired difference below it."""
    if difference["low"] == difference["high"] == 0:  # nothing moved: no interval to speak of
        return Cell(number(after), tongue.say("reductions.unchanged"), numeric=True)
    told = interval(difference["low"], difference["high"])
    note = tongue.say("reductions.change", value=number(difference["value"]), interval=told)
    return Cell(number(after), note if told else "", numeric=True)


def _moved(found: Mapping[str, Any], names: Sequence[str], tongue: Tongue) -> Table:
    first = names[0]
    moved = found["effects"][first]["moved"]
    rows = [
        [Cell(str(row["id"])),
         *(Cell(number(int(row[name])), numeric=True)
           for name in ("before", "after", "kept", "lost", "gained")),
         Cell(tongue.listing(row["lost_by"]))]
        for row in moved
    ]  # fmt: skip
    heads = [tongue.term("hubs", name) for name in ("id", *MOVED, "lost_by")]
    return with_texts(Table(tongue.say("reductions.moved", method=first), heads, rows), moved,
                      tongue.term("hubs", "text"))  # fmt: skip


def hub_sets_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """One row a set."""
    found = results.get("hub_sets")
    if not found:
        return None
    rows = found["rows"]
    heads = ["set", "method", "n", "dimension", "k", *STATISTICS, "skewness", "max_occurrence",
             "worst", *(["recall"] if any("recall" in row for row in rows) else [])]  # fmt: skip
    table = Table(
        tongue.say("hub_sets.table"), [tongue.term("hubs", name) for name in heads],
        [_cells(row, heads, tongue) for row in rows], note=tongue.say("hub_sets.note"),
    )  # fmt: skip
    return Section("hub_sets", tongue.say("sections.hub_sets"), tongue.say("short.hub_sets"),
                   tongue.say("hub_sets.sentence"), [], [table],
                   limits=tongue.limits("hubs.limits"))  # fmt: skip


def _cells(row: Mapping[str, Any], heads: Sequence[str], tongue: Tongue) -> list[Cell]:
    cells = []
    for name in heads:
        value = row.get(name)
        if name == "method" and value == "none":
            value = tongue.term("hubs", "none")
        if value is not None and f"{name}_low" in row:
            ends = row[f"{name}_low"], row[f"{name}_high"]
            cells.append(_between(value, *ends, name, tongue))
        elif value is None and name == "skewness":
            cells.append(Cell(DASH, tongue.say("hub_sets.all_equal"), missing=True))
        else:
            cells.append(tongue.cell(value))
    return cells


def unrelated_hubs_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """The busiest items, and how alike the queries are that list them."""
    found = results.get("unrelated_hubs")
    if not found:
        return None
    flagged = {row["index"] for row in found["flagged"]}
    rows = [
        [Cell(str(row["id"])), Cell(number(int(row["occurrence"])), numeric=True),
         tongue.cell(row["relatedness"]), tongue.cell(row["index"] in flagged),
         Cell(tongue.listing(row["queries"]))]
        for row in found["hubs"]
    ]  # fmt: skip
    heads = [tongue.term("hubs", name)
             for name in ("id", "occurrence", "relatedness", "flagged", "queries")]  # fmt: skip
    table = with_texts(Table(tongue.say("unrelated_hubs.table"), heads, rows), found["hubs"],
                       tongue.term("hubs", "text"))  # fmt: skip
    return Section(
        "unrelated_hubs", tongue.say("sections.unrelated_hubs"), tongue.say("short.unrelated_hubs"),
        tongue.say("unrelated_hubs.sentence", limit=number(int(found["limit"])), k=found["k"]), [],
        [table], limits=tongue.limits("hubs.limits_unrelated"),
    )  # fmt: skip
