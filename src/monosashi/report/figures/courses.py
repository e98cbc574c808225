"""How several numbers move along one: lines with marks over a plain or logarithmic axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from monosashi.report.figures.drawing import WIDTH, Board
from monosashi.report.figures.lines import Look, Named, Style, line_figure
from monosashi.report.figures.rows import tick
from monosashi.report.palette import drawn

LEFT, WIDE_RANGE = 58.0, 30.0
STYLES: tuple[Style, ...] = (
    ("blue", "━●", "-"),
    ("vermillion", "╌■", (0, (5, 2))),
    ("green", "┄◆", (0, (1, 1.4))),
    ("purple", "╌▲", (0, (6, 2, 1, 2))),
)
MARKS = ("o", "s", "D", "^")


@dataclass(frozen=True)
class Course:
    """One number at each strength of a change; both in the same order."""

    name: str
    places: Sequence[float]
    values: Sequence[float]


def courses(
    lines: Sequence[Course],
    *,
    level: float | None = None,
    full: float = WIDTH,
    **named: Unpack[Named],
) -> str:
    """Draw up to four courses; ``level`` is a thin line across."""

    def draw(board: Board, looks: list[Look]) -> None:
        _scales(board, lines, level)
        if level is not None:
            board.axes.axhline(level, color=drawn("soft"), linewidth=1)
        for line, look, mark in reversed(list(zip(lines, looks, MARKS, strict=False))):
            points = sorted(zip(line.places, line.values, strict=True))
            board.axes.plot([x for x, _ in points], [y for _, y in points], marker=mark,
                            markersize=6, clip_on=False, **look)  # fmt: skip

    return line_figure([line.name for line in lines], STYLES, draw, named, left=LEFT, full=full)


def _scales(board: Board, lines: Sequence[Course], level: float | None) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator

    axes = board.axes
    places = sorted({place for line in lines for place in line.places})
    if places[0] > 0 and places[-1] / places[0] >= WIDE_RANGE:
        axes.set_xscale("log")
        axes.set_xticks(_spaced(places, board.full))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.set_xlim(places[0] / 1.1, places[-1] * 1.1)
    else:
        pad = (places[-1] - places[0] or 1.0) * 0.03
        axes.set_xlim(places[0] - pad, places[-1] + pad)
        axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
    values = [value for line in lines for value in line.values]
    low, high = min([*values, 0.0]), max([*values, *([] if level is None else [level])])
    axes.set_ylim(low - (high - low) * 0.02, high + (high - low or 1.0) * 0.06)
    axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(FuncFormatter(tick))
    axes.grid(color=drawn("line"), linewidth=1)
    axes.set_axisbelow(True)


def _spaced(places: Sequence[float], full: float) -> list[float]:
    """Strengths that were tried, as many as do not run into each other."""
    step = 1.25 if full >= WIDTH else 1.9
    kept = [places[0]]
    for place in places[1:]:
        if place >= kept[-1] * step:
            kept.append(place)
    return kept
