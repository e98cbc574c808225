"""Figure: the spread inside each group, from the tightest to the loosest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import interval, number
from monosashi.report.tongue import Tongue

ALL_GROUPS, EACH_END, ENOUGH = 24, 10, 3
ALPHA = 0.05
Rows = Sequence[Mapping[str, Any]]


def groups_figure(shape: Mapping[str, Any], tongue: Tongue) -> Figure | None:
    """W~ of every group, or of the ten at each end when there are many."""
    known = [row for row in shape.get("groups", ()) if row["w_tilde"] is not None]
    if not known:
        return None
    if len(known) > ALL_GROUPS:
        tight, loose = _ends(
            known, half=len(shape["groups"]) // 2 if shape.get("groups_left_out") else 0
        )
        rows = [*_headed("tightest", tight, tongue), *_headed("loosest", loose, tongue)]
        shown = [*tight, *loose]
    else:
        shown = sorted(known, key=_width)
        rows = [_row(row) for row in shown]
    title, caption = tongue.say("shape.groups"), _caption(shape, known, shown, tongue)
    named = {"axis": tongue.term("shape", "w_tilde"), "title": title, "description": caption}
    svg = both(dot_rows, rows, **named, line=shape.get("ms_within"))
    return Figure(svg, caption, _table(shown, title, tongue))


def _ends(known: Rows, *, half: int) -> tuple[Rows, Rows]:
    """The tightest and the loosest, both from tight to loose.

    Of groups of two or three rows that are one item and its translations the order is chance, so
    those with an interval are ranked, if there are enough of them. Of very many groups a document
    holds only both ends (the loosest half first): then each end is ranked by itself.
    """
    if half:
        loose, tight = sorted(known[:half], key=_width), sorted(known[half:], key=_width)
    else:
        loose = tight = sorted(known, key=_width)
    return _with_interval(tight)[:EACH_END], _with_interval(loose)[-EACH_END:]


def _headed(end: str, rows: Rows, tongue: Tongue) -> list[DotRow]:
    heading = DotRow(tongue.say(f"shape.{end}", count=len(rows)))
    return [heading, *map(_row, rows)] if rows else []


def _with_interval(rows: Rows) -> Rows:
    sure = [row for row in rows if row["low"] is not None]
    return sure if len(sure) >= ENOUGH else rows


def _width(row: Mapping[str, Any]) -> tuple[float, str]:
    return row["w_tilde"], str(row["group"])


def _caption(shape: Mapping[str, Any], known: Rows, shown: Rows, tongue: Tongue) -> str:
    whole, groups = shape.get("ms_within"), shape.get("n_groups") or len(known)
    said = [tongue.say("shape.groups_caption")]
    if whole is not None:
        said.append(tongue.say("shape.groups_line", mean=number(whole)))
    if len(known) > ALL_GROUPS:
        half = len(shape["groups"]) // 2 if shape.get("groups_left_out") else 0
        which = "loosest" if half and len(known) <= half else "ends"
        said.append(tongue.say(f"shape.groups_{which}", groups=groups))
        unsure = any(row["low"] is None for row in known)
        if unsure and all(row["low"] is not None for row in shown):
            said.append(tongue.say("shape.groups_ranked"))
    width = shape.get("width_permutation")
    if width is not None and width["p_value"] >= ALPHA and len(known) > 1:
        said.append(tongue.say("shape.groups_by_chance"))
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
