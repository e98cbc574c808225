"""Dots with intervals, one a row: label on the left, numbers on the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from monosashi.report.figures.drawing import WIDTH, Board, drawing
from monosashi.report.figures.labels import SIZE, harmless, shorten, width
from monosashi.report.palette import drawn

STEP = 25.0
TOP, BOTTOM = 8.0, 48.0
INDENT, PLOT = 34.0, 220.0  # what a label needs beside it, and the least width of the plot
# shape and colour together: nothing is told by colour alone
MARKS = {
    "alone": ("o", "ink"),
    "before": ("s", "vermillion"),
    "after": ("D", "blue"),
    "plain": ("o", "blue"),
    "low": ("v", "green"),
    "high": ("^", "purple"),
}


@dataclass(frozen=True)
class DotRow:
    """A dot and its interval, or (``value=None``, no ``numbers``) a heading over rows."""

    label: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    numbers: str = ""
    mark: str = "plain"
    expected: float | None = None

    @property
    def heading(self) -> bool:
        """Whether the row is a heading over others."""
        return self.value is None and not self.numbers


def dot_rows(
    rows: Sequence[DotRow],
    *,
    axis: str,
    title: str,
    description: str,
    span: tuple[float, float] | None = None,
    line: float | None = None,
) -> str:
    """Draw rows; ``line`` is a vertical line (zero), ``expected`` a tick in its row."""
    right = max(width(harmless(row.numbers)) for row in rows) + 28
    labels = [shorten(row.label, WIDTH - right - PLOT - INDENT, SIZE) for row in rows]
    left = max(width(text) for text in labels) + INDENT
    low, high = span or _span(rows, line)
    with drawing():
        board = Board(len(rows) * STEP + TOP + BOTTOM, left, max(right, 40), TOP, BOTTOM)
        board.axes.set_ylim(len(rows) * STEP, 0)
        board.axes.set_xlim(low, high)
        _scale(board, axis)
        if line is not None:
            board.axes.axvline(line, color=drawn("ink"), linewidth=1)
        for place, (row, label) in enumerate(zip(rows, labels, strict=True)):
            _draw(board, row, label, (place + 0.5) * STEP)
        return board.svg(title=title, description=description)


def _scale(board: Board, axis: str) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    board.axes.set_yticks([])
    board.axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    board.axes.xaxis.set_major_formatter(FuncFormatter(tick))
    board.axes.grid(axis="x", color=drawn("line"), linewidth=1)
    board.axes.set_axisbelow(True)
    middle = board.left + (WIDTH - board.left - board.right) / 2
    board.write(middle, board.height - 12, axis, color=drawn("soft"), ha="center")


def tick(value: float, _place: int | None = None) -> str:
    """Short tick text with a true minus sign and no ``-0``."""
    text = f"{round(value, 6) + 0.0:.6g}"
    return text.replace("-", "\N{MINUS SIGN}")


def _span(rows: Sequence[DotRow], line: float | None) -> tuple[float, float]:
    ends = [x for row in rows for x in (row.value, row.low, row.high, row.expected)]
    known = [x for x in [*ends, line] if x is not None]
    low, high = min(known, default=0.0), max(known, default=1.0)
    pad = (high - low or abs(high) or 1.0) * 0.06
    return low - pad, high + pad


def _draw(board: Board, row: DotRow, label: str, y: float) -> None:
    from_top = y + TOP
    if row.heading:
        board.write(0, from_top + 3, label, fontweight="bold")
        return
    board.write(14, from_top, label)
    board.write(WIDTH - board.right + 20, from_top, row.numbers, color=drawn("soft"))
    if row.expected is not None:
        ends = [y - 8, y + 8]
        board.axes.plot([row.expected] * 2, ends, color=drawn("soft"), linewidth=2)
    if row.value is None:
        return
    shape, colour = MARKS[row.mark]
    if row.low is not None and row.high is not None:
        board.axes.plot([row.low, row.high], [y, y], color=drawn(colour), linewidth=2.2)
    style: dict[str, Any] = {
        "color": drawn(colour),
        "markeredgecolor": drawn("paper"),
        "clip_on": False,
    }
    board.axes.plot([row.value], [y], shape, markersize=9, markeredgewidth=1, **style)
