"""Composition of a list: two shares that fill a bar, and where they would stand unmoved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from monosashi.report.figures.drawing import WIDTH, Board, drawing, legend_height
from monosashi.report.figures.labels import SIZE, shorten, width
from monosashi.report.numerals import percent
from monosashi.report.palette import drawn

STEP, TOP, BOTTOM, ROOM = 27.0, 8.0, 34.0, 250.0
TALL, ABOVE = 44.0, 20.0  # a row with its label above the bar


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
    full: float = WIDTH,
) -> str:
    """Draw one bar a row, with the neutral share as a line across it."""
    entries = [("■", "vermillion", first), ("□", "blue", second), ("│", "ink", neutral)]
    top = TOP + legend_height(entries, full)
    labels = [shorten(row.label, ROOM) for row in rows]
    wide = full >= WIDTH
    left = max(width(text) for text in labels) + 34 if wide else 2.0
    steps = [STEP if wide or row.share is None else TALL for row in rows]
    with drawing():
        sides = {"left": left, "right": 64 if wide else 2, "top": top, "bottom": BOTTOM}
        board = Board(full, sum(steps) + top + BOTTOM, **sides)
        board.axes.set_xlim(0, 1)
        board.axes.set_ylim(sum(steps), 0)
        board.axes.set_yticks([])
        board.axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
        if not wide:
            _first_and_last_inwards(board)
        board.legend(entries)
        for row, label, start, step in zip(rows, labels, accumulate([0.0, *steps]), steps,
                                           strict=False):  # fmt: skip
            if row.share is None:
                board.write(0, top + start + step / 2 + 3, label, fontweight="bold")
            else:
                beside = start + (step / 2 if wide else ABOVE / 2)
                _name(board, row.share, label, top + beside, wide=wide)
                _bar(board, row.share, row.neutral, beside if wide else start + ABOVE + 9)
        return board.svg(title=title, description=description)


def _first_and_last_inwards(board: Board) -> None:
    """The outermost ticks stand at the edges of the drawing: keep their text inside."""
    texts = board.axes.get_xticklabels()
    texts[0].set_horizontalalignment("left")
    texts[-1].set_horizontalalignment("right")


def _name(board: Board, share: float, label: str, y: float, *, wide: bool) -> None:
    board.write(14 if wide else 0, y, label)
    x, side = (WIDTH - 52, "left") if wide else (board.full, "right")
    board.write(x, y, percent(share), fontsize=SIZE, ha=side)


def _bar(board: Board, share: float, neutral: float | None, y: float) -> None:
    axes, tall = board.axes, STEP * 0.56
    axes.barh(y, share, tall, color=drawn("vermillion"), linewidth=0)
    edge: dict[str, Any] = {"edgecolor": drawn("blue"), "linewidth": 1.5}
    axes.barh(y, 1 - share - 0.004, tall, share + 0.004, color="none", **edge)
    if neutral is not None:
        axes.plot([neutral] * 2, [y - 12, y + 12], color=drawn("ink"), linewidth=2)
