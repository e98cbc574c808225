"""A table of the report in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from monosashi.report.blocks import Table
from monosashi.report.exports.cells import body, right
from monosashi.report.exports.pieces import visible

# signs that Markdown or HTML would take for markup
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_|~$#"} | {
    "<": "&lt;", ">": "&gt;", "&": "&amp;"})  # fmt: skip


def markdown(table: Table) -> str:
    """Caption, pipe table, note below."""
    sides = ["---:" if right(table, place) else "---" for place in range(len(table.columns))]
    lines = [f"**{_plain(table.caption)}**", "", _row(table.columns), f"| {' | '.join(sides)} |",
             *(_row(texts) for texts in body(table))]  # fmt: skip
    return "\n".join([*lines, *(["", _plain(table.note)] if table.note else []), ""])


def _row(texts: Sequence[str]) -> str:
    return f"| {' | '.join(_plain(text) for text in texts)} |"


def _plain(text: str) -> str:
    return visible(text).translate(ESCAPED).replace("](", "]\\(")
