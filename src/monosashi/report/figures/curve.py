"""Counts against the share of items that reach them, both logarithmic, several curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from monosashi.report.figures.drawing import WIDTH, Board, Entry, drawing, legend_height
from monosashi.report.figures.labels import SIZE, harmless
from monosashi.report.palette import drawn

PLOT, LEFT, RIGHT, TOP, BOTTOM = 210.0, 64.0, 24.0, 38.0, 56.0
# colour and kind of line together
STYLES: tuple[tuple[str, str, Any], ...] = (
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
    horizontal: str,
    vertical: str,
    title: str,
    description: str,
    full: float = WIDTH,
) -> str:
    """Draw up to three curves, the first one thick; ``level`` is the mean count (a thin line)."""
    with drawing():
        top = TOP + legend_height(_entries(curves), full)
        sides = {"left": LEFT, "right": RIGHT, "top": top, "bottom": BOTTOM}
        board = Board(full, top + PLOT + BOTTOM, **sides)
        _scales(board, curves, level)
        board.axes.axhline(level, color=drawn("soft"), linewidth=1)
        for curve, (colour, _, dashes) in reversed(list(zip(curves, STYLES, strict=False))):
            thick = 2.8 if curve is curves[0] else 2.0
            points = [(s, c) for s, c in zip(curve.shares, curve.counts, strict=True) if c > 0]
            look: dict[str, Any] = {"color": drawn(colour), "linewidth": thick, "linestyle": dashes}
            board.axes.plot([s for s, _ in points], [c for _, c in points], **look)
        board.write(0, top - 22, vertical, color=drawn("soft"))
        board.name_axis(horizontal)
        _name_level(board, level, level_name)
        board.legend(_entries(curves))
        return board.svg(title=title, description=description)


def _entries(curves: Sequence[Curve]) -> list[Entry]:
    pairs = zip(curves, STYLES, strict=False)
    return [(sign, colour, curve.name) for curve, (colour, sign, _) in pairs]


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
