"""Section: what is in a rewrite set, and how its texts look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Section, Table
from monosashi.report.numerals import number, percent
from monosashi.report.tongue import Tongue

COLUMNS = ("transformation", "axis", "n", "n_ok", "n_unchanged", "n_failed", "failed_share",
           "length_ratio", "attempts", "n_unchecked")  # fmt: skip
SHARES = frozenset({"failed_share", "unchanged_share"})
SHOWN = 200  # signs of a text in a table


def rewrites_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Counts of every transformation, why texts failed, and texts side by side."""
    found = results.get("rewrites")
    if not found:
        return None
    tables = [_counts(found, tongue)]
    if any(_failed(row) for row in found["statuses"]):
        tables.append(_statuses(found, tongue))
    tables.append(_examples(found, tongue))
    return Section(
        "rewrites",
        tongue.say("sections.rewrites"),
        tongue.say("short.rewrites"),
        _sentence(found, tongue),
        [],
        tables,
        limits=tongue.limits("rewriting.limits"),
    )


def _sentence(found: Mapping[str, Any], tongue: Tongue) -> str:
    rows = found["transformations"]
    failed = sum(row["n_failed"] for row in rows)
    same = sum(row["n_unchanged"] for row in rows)
    said = [tongue.say("rewrites.made", n=found["n_rows"], texts=found["n_texts"],
                       generator=found["generator"], seeds=len(found["seeds"]),
                       digest=found["digest"][:12]),
            tongue.say("rewrites.kept", n=found["n_rows"], unchanged=same, failed=failed,
                       share=percent(failed / max(1, found["n_rows"])))]  # fmt: skip
    if any(row["both_bounds"] for row in rows):
        said.append(tongue.say("rewrites.bounds"))
    return tongue.join(said)


def _counts(found: Mapping[str, Any], tongue: Tongue) -> Table:
    cells = [[_cell(name, row[name], tongue) for name in COLUMNS]
             for row in found["transformations"]]  # fmt: skip
    return Table(tongue.say("rewrites.counts"), [tongue.term("rewriting", c) for c in COLUMNS],
                 cells)  # fmt: skip


def _cell(name: str, value: Any, tongue: Tongue) -> Cell:
    if name == "axis":
        return Cell(_word("axes", value, tongue))
    if name in SHARES:
        return Cell(percent(value), numeric=True)
    return tongue.cell(value)


def _failed(row: Mapping[str, Any]) -> int:
    """How many of these failed; an unchanged text has only where it should be a translation."""
    known = row.get("n_failed")  # documents of earlier versions do not say
    if known is None:
        known = 0 if row["status"] in {"ok", "unchanged"} else row["count"]
    return int(known)


def _statuses(found: Mapping[str, Any], tongue: Tongue) -> Table:
    rows = [row for row in found["statuses"] if _failed(row)]
    cells = [[Cell(row["transformation"]), Cell(_word("status", row["status"], tongue)),
              Cell(number(_failed(row)), numeric=True)]
             for row in sorted(rows, key=lambda row: -_failed(row))]  # fmt: skip
    names = ("transformation", "status", "count")
    return Table(tongue.say("rewrites.failures"), [tongue.term("rewriting", n) for n in names],
                 cells)  # fmt: skip


def _examples(found: Mapping[str, Any], tongue: Tongue) -> Table:
    cells = [[Cell(row["transformation"]), Cell(_word("status", row["status"], tongue)),
              Cell(_cut(row["original"])), Cell(_cut(row["text"]))]
             for row in found["examples"]]  # fmt: skip
    names = ("transformation", "status", "original", "text")
    return Table(tongue.say("rewrites.examples"), [tongue.term("rewriting", n) for n in names],
                 cells, note=tongue.say("rewrites.examples_note"))  # fmt: skip


def _word(table: str, name: str, tongue: Tongue) -> str:
    from monosashi.words import say

    return say(f"rewriting.{table}.{name}", tongue.language)


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
