"""Dots with intervals, one a row: label on the left, numbers on the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil
from typing import Any

from monosashi.report.figures.drawing import WIDTH, Board, Entry, drawing, legend_height
from monosashi.report.figures.labels import harmless, shorten_apart, width
from monosashi.report.palette import drawn

STEP = 25.0
TALL, ABOVE = 42.0, 20.0  # a row with its label above the dot
LINE = 17.0  # of numbers below a label that leaves them no room
TOP, BOTTOM = 8.0, 48.0
CAP = 7.0  # half the height of the ends of an interval
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
    """A dot and its interval, or (``value=None``, no ``numbers``) a heading over rows.

    Where only an interval is known, it is drawn without a dot.
    """

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
    band: float | None = None,
    legend: Sequence[Entry] = (),
    whole_labels: bool = False,
    full: float = WIDTH,
) -> str:
    """Draw rows; ``line`` is a vertical line (zero), ``expected`` a tick in its row.

    ``band`` shades what lies so near to 0 that it would not matter.

    Labels too long for their place are cut in the middle, or stand above (``whole_labels``); above
    the dots they take a line of their own before they are cut.
    """
    beside = full >= WIDTH and not (whole_labels and _too_long(rows, full))
    with drawing():
        top = TOP + legend_height(legend, full)
        places = _places(rows, full, beside=beside)
        left, right = _margins(rows, full) if beside else (10.0, 10.0)
        board = Board(full, places[-1].end + top + BOTTOM, left=left, right=right, top=top,
                      bottom=BOTTOM)  # fmt: skip
        board.axes.set_ylim(places[-1].end, 0)
        board.axes.set_xlim(*(span or _span(rows, line, band or 0.0)))
        dots = [place.dot for row, place in zip(rows, places, strict=True) if not row.heading]
        if band is not None:
            _shade(board, band, dots, beside=beside)
        _scale(board, dots, beside=beside)
        board.name_axis(axis)
        board.legend(legend)
        if line is not None:
            _rule(board, line, dots, beside=beside)
        names = _names(board, rows, beside=beside)
        for row, name, place in zip(rows, names, places, strict=True):
            _write(board, row, name, top, place, beside=beside)
            _draw(board, row, place.dot)
        return board.svg(title=title, description=description)


@dataclass(frozen=True)
class _Place:
    """Heights of a row: of its label, its numbers, its dot, and where it ends."""

    label: float
    numbers: float
    dot: float
    end: float


def _places(rows: Sequence[DotRow], full: float, *, beside: bool) -> list[_Place]:
    """Beside each other where there is room, else the label above its dot."""
    if beside:
        middles = [(place + 0.5) * STEP for place in range(len(rows))]
        return [_Place(y + 3 * row.heading, y, y, y + STEP / 2)
                for row, y in zip(rows, middles, strict=True)]  # fmt: skip
    more = [LINE * _own_line(row, full) for row in rows]
    ends = accumulate(STEP if row.heading else TALL + line
                      for row, line in zip(rows, more, strict=True))  # fmt: skip
    return [_Place(end - STEP / 2, end, end, end) if row.heading
            else _Place(end - TALL - line + ABOVE / 2, end - TALL + ABOVE / 2,
                        end - TALL + ABOVE + 9, end)
            for row, line, end in zip(rows, more, ends, strict=True)]  # fmt: skip


def _own_line(row: DotRow, full: float) -> bool:
    """Whether a label above its dot leaves the numbers no room beside it."""
    return not row.heading and width(harmless(row.label)) > _left_beside(row, full)


def _left_beside(row: DotRow, full: float) -> float:
    return full - width(harmless(row.numbers)) - 14


def _margins(rows: Sequence[DotRow], full: float) -> tuple[float, float]:
    """Room for labels on the left and numbers on the right.

    Whole units, so that taking ``INDENT`` away again leaves the longest label all it needs.
    """
    right = max(max(width(harmless(row.numbers)) for row in rows) + 28, 40)
    return ceil(min(_longest(rows), _room(full, right))) + INDENT, right


def _room(full: float, right: float) -> float:
    """What labels may take beside the plot."""
    return full - right - PLOT - INDENT


def _longest(rows: Sequence[DotRow]) -> float:
    return max(width(harmless(row.label)) for row in rows)


def _too_long(rows: Sequence[DotRow], full: float) -> bool:
    return _longest(rows) > _room(full, _margins(rows, full)[1])


def _names(board: Board, rows: Sequence[DotRow], *, beside: bool) -> list[str]:
    """Labels cut to their room; different rows keep different names."""
    rooms = []
    for row in rows:
        whole = row.heading or _own_line(row, board.full)
        wide = board.full if whole else _left_beside(row, board.full)
        rooms.append(board.left - INDENT if beside else wide)
    return shorten_apart([row.label for row in rows], rooms)


def _write(
    board: Board, row: DotRow, name: str, top: float, place: _Place, *, beside: bool
) -> None:
    """The label and the numbers of a row."""
    if row.heading:
        board.write(0, top + place.label, name, fontweight="bold")
        return
    board.write(14 if beside else 0, top + place.label, name)
    x, side = (board.full - board.right + 20, "left") if beside else (board.full, "right")
    board.write(x, top + place.numbers, row.numbers, color=drawn("soft"), ha=side)


def _shade(board: Board, band: float, dots: Sequence[float], *, beside: bool) -> None:
    """What would not matter; where labels stand above their dots it passes the dots only."""
    look: dict[str, Any] = {"color": drawn("line"), "alpha": 0.6, "linewidth": 0, "zorder": 0}
    if beside:
        board.axes.axvspan(-band, band, **look)
        return
    for dot in dots:
        board.axes.fill_betweenx([dot - 8, dot + 8], -band, band, **look)


def _scale(board: Board, dots: Sequence[float], *, beside: bool) -> None:
    """Ticks and their lines; these pass the dots only, where words stand above the dots."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    board.axes.set_yticks([])
    board.axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    board.axes.xaxis.set_major_formatter(FuncFormatter(tick))
    if beside:
        board.axes.grid(axis="x", color=drawn("line"), linewidth=1)
    else:
        low, high = board.axes.get_xlim()
        inside = [x for x in board.axes.get_xticks() if low <= x <= high]
        for x in inside:
            for dot in dots:
                board.axes.plot([x, x], [dot - 8, dot + 8], color=drawn("line"), linewidth=1,
                                zorder=0.5)  # fmt: skip
    board.axes.set_axisbelow(True)


def tick(value: float, _place: int | None = None) -> str:
    """Short tick text with a true minus sign and no ``-0``."""
    text = f"{round(value, 6) + 0.0:.6g}"
    return text.replace("-", "\N{MINUS SIGN}")


def _span(rows: Sequence[DotRow], line: float | None, band: float) -> tuple[float, float]:
    ends = [x for row in rows for x in (row.value, row.low, row.high, row.expected)]
    shaded = [-band, band] if band else []
    known = [x for x in [*ends, line, *shaded] if x is not None]
    low, high = min(known, default=0.0), max(known, default=1.0)
    pad = (high - low or abs(high) or 1.0) * 0.06
    return low - pad, high + pad


def _rule(board: Board, x: float, dots: Sequence[float], *, beside: bool) -> None:
    """A vertical line; where labels stand above their dots it passes the dots only."""
    if beside:
        board.axes.axvline(x, color=drawn("ink"), linewidth=1)
        return
    for dot in dots:
        board.axes.plot([x, x], [dot - 8, dot + 8], color=drawn("ink"), linewidth=1)


def _draw(board: Board, row: DotRow, y: float) -> None:
    shape, colour = MARKS[row.mark]
    if row.expected is not None:
        ends = [y - 8, y + 8]
        board.axes.plot([row.expected] * 2, ends, color=drawn("soft"), linewidth=2)
    if row.low is not None and row.high is not None:
        board.axes.plot([row.low, row.high], [y, y], color=drawn(colour), linewidth=2.2)
        for end in (row.low, row.high):  # taller than the mark, so that it hides no short interval
            board.axes.plot([end, end], [y - CAP, y + CAP], color=drawn(colour), linewidth=1.4)
    if row.value is None:
        return
    style: dict[str, Any] = {
        "color": drawn(colour),
        "markeredgecolor": drawn("paper"),
        "clip_on": False,
    }
    board.axes.plot([row.value], [y], shape, markersize=9, markeredgewidth=1, **style)
