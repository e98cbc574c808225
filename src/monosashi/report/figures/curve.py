"""Counts against the share of items that reach them, both logarithmic, several curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from monosashi.report.figures.drawing import WIDTH, Board
from monosashi.report.figures.labels import SIZE, harmless
from monosashi.report.figures.lines import Look, Named, Style, line_figure
from monosashi.report.palette import drawn

LEFT = 64.0
STYLES: tuple[Style, ...] = (
    ("blue", "━━", "-"),
    ("purple", "╌╌", (0, (4, 2))),
    ("green", "┄┄", (0, (1, 1.6))),
)


@dataclass(frozen=True)
class Curve:
    """One line: how many items (share) have at least each count."""

    name: str
    shares: Sequence[float]
    counts: Sequence[float]


def rank_curve(
    curves: Sequence[Curve],
    *,
    level: float,
    level_name: str,
    full: float = WIDTH,
    **named: Unpack[Named],
) -> str:
    """Draw up to three curves, the first one thick; ``level`` is the mean count (a thin line)."""

    def draw(board: Board, looks: list[Look]) -> None:
        _scales(board, curves, level)
        board.axes.axhline(level, color=drawn("soft"), linewidth=1)
        for curve, look in reversed(list(zip(curves, looks, strict=False))):
            points = [(s, c) for s, c in zip(curve.shares, curve.counts, strict=True) if c > 0]
            board.axes.plot([s for s, _ in points], [c for _, c in points], **look)
        _name_level(board, level, level_name)

    names = [curve.name for curve in curves]
    return line_figure(names, STYLES, draw, named, left=LEFT, full=full)


def _scales(board: Board, curves: Sequence[Curve], level: float) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    axes = board.axes
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(0.8 * min(min(curve.shares) for curve in curves), 1.1)
    axes.set_ylim(0.8, max([*(max(curve.counts) for curve in curves), 2 * level]) * 1.3)
    for axis in (axes.xaxis, axes.yaxis):
        low, high = axis.get_view_interval()
        axis.set_major_locator(LogLocator(10, subs=(1.0, 2.0, 5.0) if high < 100 * low else (1.0,)))
        axis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.6g}%"))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda count, _: f"{count:,.0f}"))
    axes.grid(color=drawn("line"), linewidth=1)
    axes.set_axisbelow(True)


def _name_level(board: Board, level: float, name: str) -> None:
    look: dict[str, Any] = {"va": "bottom", "fontsize": SIZE - 1, "color": drawn("soft")}
    board.axes.text(board.axes.get_xlim()[0] * 1.15, level * 1.06, harmless(name), **look)
