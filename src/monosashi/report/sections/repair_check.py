"""Section: whether a repair still fits the vectors of today."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.check_words import field_name, place_name
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.flattening import reason_for
from monosashi.report.numerals import DASH, number, percent
from monosashi.report.tongue import Tongue

Rows = list[Mapping[str, Any]]
MEANS = ("mean_distance", "noise_band", "expected_distance", "worth")


def repair_check_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """States, drift of every language against its band, cards, growth."""
    found = results.get("repair_check")
    if not found:
        return None
    judged = [row for row in _means(found, tongue) if row["judged"]]
    tables = (_drift(found, tongue), _differences(found["differences"], tongue),
              _growth(found["growth"], tongue))  # fmt: skip
    return Section(
        "repair_check",
        tongue.say("sections.repair_check"),
        tongue.say("short.repair_check"),
        tongue.say(f"repair_check.{_said(found)}", method=found["method"],
                   built_at=found["built_at"], n=number(found["provenance"]["n"])),
        [_figure(judged, tongue)] if judged else [],
        [_states(found["states"], tongue), *(table for table in tables if table.rows)],
        limits=tongue.limits("language.check_limits"),
    )  # fmt: skip


def _said(found: Mapping[str, Any]) -> str:
    """As the verdict has it: nothing is said of documents of today by the repair's own ones."""
    if not found["passed"]:
        return "failed"
    if found.get("fitted_to_sample"):
        return "own"
    return "ok" if all(row["judged"] for row in found["drift"]) else "part"


def _means(found: Mapping[str, Any], tongue: Tongue) -> Rows:
    """Means of documents, then of queries, each under the name that readers see."""
    rows: Rows = [{**row, "place": f"drift.{row['language']}.band"} for row in found["drift"]]
    for row in found.get("query_drift", []):
        named = tongue.say("repair_check.of_queries", language=row["language"])
        rows.append({**row, "language": named, "place": f"query_drift.{row['language']}.band"})
    return rows


def _states(states: list[str], tongue: Tongue) -> Table:
    from monosashi.report.sentences import sentence

    rows = [[Cell(sentence(f"language.states.{name}", tongue.language)),
             Cell(sentence(f"language.state_says.{name}", tongue.language))]
            for name in states]  # fmt: skip
    columns = [tongue.term("language", "state"), tongue.term("language", "holds")]
    return Table(tongue.say("repair_check.states"), columns, rows)


def _figure(judged: Rows, tongue: Tongue) -> Figure:
    held = [(row["language"], row["distance"] / row["band"]) for row in judged]
    rows = [DotRow(name, ratio, None, None, number(ratio)) for name, ratio in held]
    title, caption = tongue.say("repair_check.drift"), tongue.say("repair_check.caption")
    axis = tongue.say("repair_check.axis")
    most = max(1.2, *(ratio for _, ratio in held)) * 1.05
    svg = both(dot_rows, rows, axis=axis, title=title, description=caption, span=(0.0, most),
               line=1.0)  # fmt: skip
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(svg, caption, Table(title, [tongue.say("repair_check.language"), axis], cells))


def _drift(found: Mapping[str, Any], tongue: Tongue) -> Table:
    rows = []
    for row in _means(found, tongue):
        why = reason_for(row["place"], found.get("reasons", {}))
        numbers = [row[name] for name in ("distance", "band", "expected")]
        held = row["worth"]  # as the finding says it
        worth = Cell(number(max(1, round(held))), numeric=True) if held else Cell(DASH)
        rows.append([Cell(row["language"]), Cell(number(row["documents"]), numeric=True),
                     Cell(number(row["sample"]), numeric=True),
                     *(tongue.cell(value, why) for value in numbers), worth])  # fmt: skip
    names = ("fitted_documents", "sample_documents", *MEANS)
    columns = [
        tongue.say("repair_check.language"),
        *(tongue.term("language", name) for name in names),
    ]
    return Table(tongue.say("repair_check.drift_table"), columns, rows)


def _differences(differences: Rows, tongue: Tongue) -> Table:
    said = tongue.language
    rows = [[Cell(field_name(row["field"], said)), Cell(row["fitted"]), Cell(row["found"]),
             Cell(place_name(row["where"], said))] for row in differences]  # fmt: skip
    names = ("card_field", "fitted_value", "found_value", "where_found")
    return Table(tongue.say("repair_check.differences"),
                 [tongue.term("language", name) for name in names], rows)  # fmt: skip


def _growth(growth: Rows, tongue: Tongue) -> Table:
    rows = [[Cell(row["language"] or tongue.say("repair_check.all")),
             Cell(number(row["fitted"]), numeric=True), Cell(number(row["now"]), numeric=True),
             Cell(percent(row["growth"]), numeric=True)] for row in growth]  # fmt: skip
    names = ("fitted_documents", "documents_now", "growth")
    columns = [
        tongue.say("repair_check.language"),
        *(tongue.term("language", name) for name in names),
    ]
    return Table(tongue.say("repair_check.growth"), columns, rows)
