"""Section: what moves when the vectors are changed in a known way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import Course, both, courses
from monosashi.report.numerals import DASH, number, percent
from monosashi.report.sentences import sentence
from monosashi.report.tongue import Tongue
from monosashi.shape.probing.result import removal_numbers
from monosashi.words.filling import with_minus

TWO = 2  # strengths, for a line between them
DRAWN = ("v_ratio", "r_squared", "knn_overlap")
COLUMNS = ("value", "v", "expected_v", "r_squared", "expected_r_squared", "knn_overlap",
           "share_along")  # fmt: skip
CHANGED = {"expected_r_squared": "expected_r_squared_theory", "value": "strength"}

WHY_NOT = {"expected_v": "probe.no_theory", "expected_r_squared": "probe.no_theory",
           "share_along": "probe.nothing_along"}  # fmt: skip


def probe_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """V, R² and neighbours along the strength of a change, with theory beside."""
    found = results.get("probe")
    if not found:
        return None
    table = _table(found, tongue)
    figure = _figure(found, table, tongue)
    removal = _removal_table(found, tongue)
    return Section(
        "probe",
        tongue.say("sections.probe"),
        tongue.say("short.probe"),
        _sentence(found, tongue),
        [figure] if figure else [],
        [removal, table] if removal else [table],
        limits=tongue.limits("report.probe.limits"),
    )


def _sentence(found: Mapping[str, Any], tongue: Tongue) -> str:
    said = [tongue.say(f"probe.{found['transform']}")]
    said.append(tongue.say(f"probe.{'again' if found['renormalise'] else 'not_again'}"))
    if found["rows"][-1].get("judgement"):
        said.append(_judged(found, tongue))
    if found.get("share_along_mean") is not None:
        share = percent(found["share_along_mean"])
        even = percent(1 / found["dimension"])
        said.append(tongue.say("probe.along_mean", share=share, even=even))
    return tongue.join(said)


def _judged(found: Mapping[str, Any], tongue: Tongue) -> str:
    """What the strongest removal does to groups and neighbours."""
    row = found["rows"][-1]
    numbers = removal_numbers(row, found["k"], found["transform"])
    return sentence(f"shape.verdicts.removal_{row['judgement']}", tongue.language, numbers)


def _removal_table(found: Mapping[str, Any], tongue: Tongue) -> Table | None:
    """R² before and after, its change and the neighbours that stay, with their intervals."""
    held = [row for row in found["rows"] if row.get("judgement")]
    if not held:
        return None
    before, after, change = (tongue.say(f"probe.removal_{name}")
                             for name in ("before", "after", "change"))  # fmt: skip
    share = tongue.term("shape", "r_squared")
    columns = [tongue.say("probe.removal_value"), f"{share}, {before}", f"{share}, {after}",
               change, tongue.term("shape", "knn_overlap")]  # fmt: skip
    return Table(tongue.say("probe.removal"), columns,
                 [_removal_cells(row, found) for row in held])  # fmt: skip


def _removal_cells(row: Mapping[str, Any], found: Mapping[str, Any]) -> list[Cell]:
    told = removal_numbers(row, found["k"], found["transform"])
    texts = (number(told["before"]), *(with_minus(told[name]) for name in (
        "after_text", "change_text", "kept_text")))  # fmt: skip
    return [Cell(f"{row['value']:g}"), *(Cell(text, numeric=True) for text in texts)]


def _figure(found: Mapping[str, Any], table: Table, tongue: Tongue) -> Figure | None:
    lines = [_course(name, found, tongue) for name in DRAWN]
    known = [line for line in lines if line.places]
    if not known or len(found["rows"]) < TWO:
        return None
    title = tongue.say("probe.figure")
    caption = tongue.say("probe.caption", k=found["k"])
    svg = both(courses, known, horizontal=tongue.say(f"probe.strength_{found['transform']}"),
               vertical=tongue.say("probe.vertical"), title=title, description=caption)  # fmt: skip
    return Figure(svg, caption, Table(title, table.columns, table.rows))


def _course(name: str, found: Mapping[str, Any], tongue: Tongue) -> Course:
    rows = [row for row in found["rows"] if row[name] is not None]
    return Course(tongue.term("shape", name), [row["value"] for row in rows],
                  [row[name] for row in rows])  # fmt: skip


def _table(found: Mapping[str, Any], tongue: Tongue) -> Table:
    names = [name for name in COLUMNS
             if name == "value" or any(row[name] is not None for row in found["rows"])]  # fmt: skip
    rows = [[_cell(row, name, tongue) for name in names] for row in found["rows"]]
    exact = all(row["expected_is_exact"] for row in found["rows"])
    columns = [tongue.term("shape", CHANGED.get(name, name)) for name in names]
    note = tongue.say(f"probe.theory_{'exact' if exact else 'first_order'}")
    return Table(tongue.say("probe.table"), columns, rows, note)


def _cell(row: Mapping[str, Any], name: str, tongue: Tongue) -> Cell:
    value = row[name]
    if value is None:
        return Cell(DASH, tongue.say(WHY_NOT.get(name, "probe.undefined")), missing=True)
    if name == "value":
        return Cell(f"{value:g}")
    return Cell(percent(value) if name == "share_along" else number(value), numeric=True)
