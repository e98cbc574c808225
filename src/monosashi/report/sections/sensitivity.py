"""Section: whether changes of meaning move the vectors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import interval, number, percent, percent_interval
from monosashi.report.sections.axis_words import word_of
from monosashi.report.tongue import Tongue

Row = Mapping[str, Any]


def sensitivity_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Movement by kind of change, beside harmless rewritings, and the changes that moved least."""
    found = results.get("sensitivity")
    if not found:
        return None
    figure = _figure(found, tongue)
    distance = found["random_distance"]
    return Section(
        "sensitivity",
        tongue.say("sections.sensitivity"),
        tongue.say("short.sensitivity"),
        tongue.say("sensitivity.what", n=number(found["n"]),
                   distance="–" if distance is None else number(distance)),
        [figure] if figure else [],
        [_kinds(found, tongue), _least(found, tongue)],
        limits=tongue.limits("report.sensitivity.limits"),
    )  # fmt: skip


def _rows(found: Row, tongue: Tongue) -> list[tuple[str, Row]]:
    held = [(word_of(row["kind"], tongue), row) for row in found["kinds"]]
    if found["harmless"] is not None:
        held.append((tongue.term("robustness", "harmless"), found["harmless"]))
    return [(name, row) for name, row in held if row["movement"] is not None]


def _figure(found: Row, tongue: Tongue) -> Figure | None:
    rows = [DotRow(name, row["movement"], row["low"], row["high"],
                   f"{number(row['movement'])} {interval(row['low'], row['high'])}".rstrip(),
                   "plain" if "kind" in row else "before")
            for name, row in _rows(found, tongue)]  # fmt: skip
    if not rows:
        return None
    title, caption = tongue.say("sensitivity.figure"), tongue.say("sensitivity.caption")
    axis = tongue.term("robustness", "movement")
    svg = both(dot_rows, rows, axis=axis, title=title, description=caption, line=0.0)
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(svg, caption, Table(title, [tongue.term("robustness", "kind"), axis], cells))


def _kinds(found: Row, tongue: Tongue) -> Table:
    """Where nothing moves further than a harmless rewriting, why is said once below."""
    held = any(row["separation"] is not None for row in found["kinds"])
    names = ("kind", "n", "movement", "share_unmoved", *(["separation"] if held else []))
    rows = [[_cell(row, name, tongue) for name in names] for row in found["kinds"]]
    why = {} if held else {tongue.why(row["reason"]): None for row in found["kinds"]
                           if row["movement"] is not None and row.get("reason")}  # fmt: skip
    return Table(tongue.heading("robustness", "kinds"),
                 [tongue.term("robustness", name) for name in names], rows,
                 tongue.join(why))  # fmt: skip


def _cell(row: Row, name: str, tongue: Tongue) -> Cell:
    if name == "kind":
        return Cell(word_of(row["kind"], tongue))
    if row[name] is None:
        return tongue.cell(None, row.get("reason"))
    if name == "n":
        return Cell(number(row["n"]), numeric=True)
    if name == "movement":
        return Cell(number(row["movement"]), interval(row["low"], row["high"]), numeric=True)
    sure = percent_interval(row.get(f"{name}_low"), row.get(f"{name}_high"))
    return Cell(percent(row[name]), sure, numeric=True)


def _least(found: Row, tongue: Tongue) -> Table:
    rows = [[Cell(word_of(row["kind"], tongue)), Cell(row["original"]), Cell(row["changed"]),
             Cell("–" if row["movement"] is None else number(row["movement"]), numeric=True)]
            for row in found["least"]]  # fmt: skip
    names = [tongue.term("robustness", "kind"), tongue.say("sensitivity.original"),
             tongue.say("sensitivity.changed"), tongue.term("robustness", "movement")]  # fmt: skip
    return Table(tongue.say("sensitivity.least"), names, rows)
