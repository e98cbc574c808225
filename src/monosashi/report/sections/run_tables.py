"""Tables about a run in other words: rows as they stand in its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.numerals import DASH, MINUS, interval, number
from monosashi.report.sections.axis_words import task_word
from monosashi.report.sections.said_once import apart, reasons_once
from monosashi.report.tongue import Tongue

Row = Mapping[str, Any]
ROOM = "robustness_run"
MOST_ROWS = 60
LARGEST = 12
TASK_WORDS = frozenset({"kind", "metric", "side"})


def points_text(value: float | None) -> str:
    """A score or loss, in points."""
    return DASH if value is None else f"{value:.1f}".replace("-", MINUS)


def run_table(
    found: Row, name: str, columns: Sequence[str], tongue: Tongue, *, by: str = "",
    everywhere: str = "", title: str = "",
) -> Table:  # fmt: skip
    """One list of a run, the first rows of it; the largest when it is long and ``by`` is given.

    ``everywhere`` is what all rows share and no column shows.
    """
    held, without = apart(found[name], by) if by else (list(found[name]), [])
    shown = held[:MOST_ROWS]
    if by and len(held) > LARGEST:
        shown = sorted(held, key=lambda row: -(row.get(by) or 0.0))[:LARGEST]
    rows = [[run_cell(row, column, tongue) for column in columns] for row in shown]
    note = [tongue.say(f"{ROOM}.{name}_note")]
    if everywhere:
        note.append(tongue.say(f"{ROOM}.everywhere", values=everywhere))
    note += reasons_once(without, _whose, tongue)
    if len(shown) < len(held):
        note.append(tongue.say(f"{ROOM}.largest" if by else f"{ROOM}.first", shown=len(shown),
                               total=len(held)))  # fmt: skip
    return Table(title or tongue.heading(ROOM, name),
                 [run_head(column, tongue) for column in columns], rows,
                 tongue.join(note))  # fmt: skip


def _whose(row: Row) -> str:
    return f"{row['dataset']} ({row['generator']})"


def run_head(column: str, tongue: Tongue) -> str:
    """What a column is called."""
    return tongue.say(f"{ROOM}.{column}") if column in {"kind", "n"} else tongue.term(ROOM, column)


INTERVALS = {
    "w_tilde": ("low", "high"),
    "input_icc": ("input_low", "input_high"),
    "output_icc": ("output_low", "output_high"),
    "normalised": ("normalised_low", "normalised_high"),
    "drift": ("low", "high"),
    "rho_loss": ("rho_low", "rho_high"),
}


def _no_rho(row: Row) -> Row:
    """Why drift and loss of single texts have no correlation."""
    still = bool(row.get("n")) and row.get("n_blind") == row.get("n")
    return {"code": f"report.{ROOM}.{'no_move' if still else 'no_rho_of_texts'}", "values": {}}


def _named(value: str, column: str, tongue: Tongue) -> str:
    """Kinds of task, their metrics and the sides that are rewritten, in words."""
    return task_word(value, tongue) if column in TASK_WORDS else value


def run_cell(row: Row, column: str, tongue: Tongue) -> Cell:
    """A value with its interval, or why there is none."""
    value = row.get(column)
    if value is None:
        why = row.get("reason") or (_no_rho(row) if column == "rho_loss" else None)
        return tongue.cell(None, why) if why else Cell(DASH, missing=True)
    if column in {"loss", "chance"}:
        return Cell(points_text(value), numeric=True)
    if column == "seed":  # a name, no count
        return Cell(str(value))
    if isinstance(value, str):
        return Cell(_named(value, column, tongue))
    ends = INTERVALS.get(column)
    note = interval(row.get(ends[0]), row.get(ends[1])) if ends else ""
    return Cell(number(value), note, numeric=True)
