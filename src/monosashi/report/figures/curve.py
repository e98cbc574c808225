"""Counts against the share of items that reach them, both logarithmic, several curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from monosashi.report.figures.drawing import WIDTH, Board, drawing
from monosashi.report.figures.labels import SIZE, harmless
from monosashi.report.palette import drawn

HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 330.0, 64.0, 24.0, 64.0, 56.0
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
) -> str:
    """Draw up to three curves, the first one thick; ``level`` is the mean count (a thin line)."""
    with drawing():
        board = Board(HEIGHT, LEFT, RIGHT, TOP, BOTTOM)
        _scales(board, curves, level)
        board.axes.axhline(level, color=drawn("soft"), linewidth=1)
        for curve, (colour, _, dashes) in reversed(list(zip(curves, STYLES, strict=False))):
            thick = 2.8 if curve is curves[0] else 2.0
            points = [(s, c) for s, c in zip(curve.shares, curve.counts, strict=True) if c > 0]
            look: dict[str, Any] = {"color": drawn(colour), "linewidth": thick, "linestyle": dashes}
            board.axes.plot([s for s, _ in points], [c for _, c in points], **look)
        _names(board, level, level_name, horizontal, vertical)
        pairs = zip(curves, STYLES, strict=False)
        board.legend(0, [(sign, colour, curve.name) for curve, (colour, sign, _) in pairs])
        return board.svg(title=title, description=description)


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


def _names(board: Board, level: float, name: str, horizontal: str, vertical: str) -> None:
    soft = drawn("soft")
    board.write(0, 42, vertical, color=soft)
    middle = LEFT + (WIDTH - LEFT - RIGHT) / 2
    board.write(middle, HEIGHT - 14, horizontal, ha="center", color=soft)
    look: dict[str, Any] = {"va": "bottom", "fontsize": SIZE - 1, "color": soft}
    board.axes.text(board.axes.get_xlim()[0] * 1.15, level * 1.06, harmless(name), **look)
