"""Columns of a small table on the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from monosashi.cli.layout import cells, fitting, visible
from monosashi.words import say

NAME, GAP = 40, 2
Lines = list[list[str]]


def columns(rows: Lines, room: int) -> list[str]:
    """Columns side by side; what has no room is counted."""
    if len(rows) < 2:
        return []
    shown = rows if len(rows) <= room else rows[: room - 1]
    named = [[_short(row[0]), *row[1:]] for row in shown]
    widths = [max(cells(row[place]) for row in named) for place in range(len(rows[0]))]
    lines = [_aligned(row, widths) for row in named]
    left = len(rows) - len(shown)
    return [*lines, *([f"  {say('cli.screen.more_rows', count=left)}"] if left else [])]


def _short(name: str) -> str:
    clean = visible(name)
    if cells(clean) <= NAME:
        return clean
    return f"{clean[: fitting(clean, NAME - 1)]}…"


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = [text + " " * (width - cells(text)) for text, width in zip(row, widths, strict=True)]
    return f"  {(' ' * GAP).join(padded)}".rstrip()
