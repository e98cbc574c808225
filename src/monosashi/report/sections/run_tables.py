"""Tables about a run in other words: rows as they stand in its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.numerals import DASH, MINUS, interval, number, percent, percent_interval
from monosashi.report.sections.axis_words import word_of
from monosashi.report.tongue import Tongue

Row = Mapping[str, Any]
ROOM = "robustness_run"
MOST_ROWS = 60
LARGEST = 12


def points_text(value: float | None) -> str:
    """A score or loss, in points."""
    return DASH if value is None else f"{value:.1f}".replace("-", MINUS)


def run_table(
    found: Row, name: str, columns: Sequence[str], tongue: Tongue, *, by: str = "",
    everywhere: str = "",
) -> Table:  # fmt: skip
    """One list of a run, the first rows of it; the largest when it is long and ``by`` is given.

    ``everywhere`` is what all rows share and no column shows.
    """
    held = list(found[name])
    shown = held[:MOST_ROWS]
    if by and len(held) > LARGEST:
        shown = sorted(held, key=lambda row: -(row.get(by) or 0.0))[:LARGEST]
    rows = [[run_cell(row, column, tongue) for column in columns] for row in shown]
    note = [tongue.say(f"{ROOM}.{name}_note")]
    if everywhere:
        note.append(tongue.say(f"{ROOM}.everywhere", values=everywhere))
    if len(shown) < len(held):
        note.append(tongue.say(f"{ROOM}.largest" if by else f"{ROOM}.first", shown=len(shown),
                               total=len(held)))  # fmt: skip
    return Table(tongue.heading(ROOM, name), [run_head(column, tongue) for column in columns], rows,
                 tongue.join(note))  # fmt: skip


def run_head(column: str, tongue: Tongue) -> str:
    """What a column is called."""
    return (
        tongue.say(f"{ROOM}.{column}")
        if column in {"kind", "n"}
        else (tongue.term(ROOM, column) if column != "drift" else tongue.say(f"{ROOM}.drift_of"))
    )


WHY = {"rho_loss": {"code": "robustness_run.reasons.no_unit_scores", "values": {}}}
INTERVALS = {
    "w_tilde": ("low", "high"),
    "input_icc": ("input_low", "input_high"),
    "output_icc": ("output_low", "output_high"),
    "movement": ("low", "high"),
    "normalised": ("normalised_low", "normalised_high"),
    "drift": ("low", "high"),
}


def _named(value: str, column: str, tongue: Tongue) -> str:
    if column == "pattern":
        return tongue.plain(value)
    return word_of(value, tongue) if column == "kind" else value


def run_cell(row: Row, column: str, tongue: Tongue) -> Cell:
    """A value with its interval, or why there is none."""
    value = row.get(column)
    if value is None:
        why = row.get("reason") or WHY.get(column)
        return tongue.cell(None, why) if why else Cell(DASH, missing=True)
    if column in {"loss", "chance"}:
        return Cell(points_text(value), numeric=True)
    if column in {"share_unmoved", "separation"}:
        sure = percent_interval(row.get(f"{column}_low"), row.get(f"{column}_high"))
        return Cell(percent(value), sure, numeric=True)
    if column == "seed":  # a name, no count
        return Cell(str(value))
    if isinstance(value, str):
        return Cell(_named(value, column, tongue))
    ends = INTERVALS.get(column)
    note = interval(row.get(ends[0]), row.get(ends[1])) if ends else ""
    return Cell(number(value), note, numeric=True)
