"""Composition of a list: two shares that fill a bar, and where they would stand unmoved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from monosashi.report.figures.drawing import WIDTH, Board, drawing
from monosashi.report.figures.labels import SIZE, shorten, width
from monosashi.report.palette import drawn

STEP, TOP, BOTTOM, ROOM = 27.0, 44.0, 40.0, 250.0


@dataclass(frozen=True)
class ShareRow:
    """A bar: ``share`` of the first kind, the rest of the second; or a heading."""

    label: str
    share: float | None = None
    neutral: float | None = None


def share_bars(
    rows: Sequence[ShareRow],
    *,
    first: str,
    second: str,
    neutral: str,
    title: str,
    description: str,
) -> str:
    """Draw one bar a row, with the neutral share as a line across it."""
    labels = [shorten(row.label, ROOM) for row in rows]
    left = max(width(text) for text in labels) + 34
    with drawing():
        board = Board(len(rows) * STEP + TOP + BOTTOM, left, 64, TOP, BOTTOM)
        board.axes.set_xlim(0, 1)
        board.axes.set_ylim(len(rows) * STEP, 0)
        board.axes.set_yticks([])
        board.axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
        entries = [("■", "vermillion", first), ("□", "blue", second), ("│", "ink", neutral)]
        board.legend(0, entries)
        for place, (row, label) in enumerate(zip(rows, labels, strict=True)):
            _bar(board, row, label, (place + 0.5) * STEP)
        return board.svg(title=title, description=description)


def _bar(board: Board, row: ShareRow, label: str, y: float) -> None:
    if row.share is None:
        board.write(0, y + TOP + 3, label, fontweight="bold")
        return
    board.write(14, y + TOP, label)
    axes, tall = board.axes, STEP * 0.56
    axes.barh(y, row.share, tall, color=drawn("vermillion"), linewidth=0)
    edge: dict[str, Any] = {"edgecolor": drawn("blue"), "linewidth": 1.5}
    axes.barh(y, 1 - row.share - 0.004, tall, row.share + 0.004, color="none", **edge)
    if row.neutral is not None:
        axes.plot([row.neutral] * 2, [y - 12, y + 12], color=drawn("ink"), linewidth=2)
    board.write(WIDTH - 52, y + TOP, f"{row.share:.0%}", fontsize=SIZE)
