"""Figure: the spread inside each group, from the tightest to the loosest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Table
from monosashi.report.figures import DotRow, dot_rows
from monosashi.report.numerals import interval, number
from monosashi.report.tongue import Tongue

ALL_GROUPS, EACH_END = 24, 10
Rows = Sequence[Mapping[str, Any]]


def groups_figure(shape: Mapping[str, Any], tongue: Tongue) -> Figure | None:
    """W~ of every group, or of the ten at each end when there are many."""
    known = [row for row in shape.get("groups", ()) if row["w_tilde"] is not None]
    if not known:
        return None
    ordered = sorted(known, key=lambda row: (row["w_tilde"], str(row["group"])))
    whole = shape.get("ms_within")
    many = len(ordered) > ALL_GROUPS
    shown = [*ordered[:EACH_END], *ordered[-EACH_END:]] if many else ordered
    rows = [_row(row) for row in shown]
    if many:
        rows = [DotRow(tongue.say("shape.tightest", count=EACH_END)), *rows[:EACH_END],
                DotRow(tongue.say("shape.loosest", count=EACH_END)), *rows[EACH_END:]]  # fmt: skip
    title, caption = tongue.say("shape.groups"), _caption(shape, len(ordered), tongue)
    axis = tongue.term("shape", "w_tilde")
    svg = dot_rows(rows, axis=axis, title=title, description=caption, line=whole)
    return Figure(svg, caption, _table(shown, title, tongue))


def _caption(shape: Mapping[str, Any], known: int, tongue: Tongue) -> str:
    whole, groups = shape.get("ms_within"), shape.get("n_groups") or known
    said = [tongue.say("shape.groups_caption")]
    if whole is not None:
        said.append(tongue.say("shape.groups_line", mean=number(whole)))
    if known > ALL_GROUPS:
        said.append(tongue.say("shape.groups_ends", count=EACH_END, groups=groups))
    return tongue.join(said)


def _row(row: Mapping[str, Any]) -> DotRow:
    text = f"{number(row['w_tilde'])} {interval(row['low'], row['high'])}".rstrip()
    return DotRow(
        str(row["group"]), row["w_tilde"], row["low"], row["high"], f"{text}  n={row['n']}"
    )


def _table(rows: Rows, title: str, tongue: Tongue) -> Table:
    names = ("group", "n", "w_tilde")
    cells = [
        [Cell(str(row["group"])), Cell(number(row["n"]), numeric=True), _spread(row, tongue)]
        for row in rows
    ]
    return Table(title, [tongue.term("shape", name) for name in names], cells)


def _spread(row: Mapping[str, Any], tongue: Tongue) -> Cell:
    """A pair of objects has one distance, hence no interval."""
    note = interval(row["low"], row["high"]) or tongue.say("shape.no_interval")
    return Cell(number(row["w_tilde"]), note, numeric=True)
