"""How often each item is somebody's neighbour, from the greatest hub downwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from monosashi.report.figures.drawing import WIDTH, Board, drawing
from monosashi.report.figures.labels import SIZE, harmless
from monosashi.report.palette import drawn

HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 290.0, 64.0, 24.0, 34.0, 56.0


def rank_curve(
    ranks: Sequence[float],
    counts: Sequence[float],
    *,
    level: float,
    level_name: str,
    horizontal: str,
    vertical: str,
    title: str,
    description: str,
) -> str:
    """Rank against count, both logarithmic; ``level`` is the mean count (a dashed line)."""
    kept = [(r, c) for r, c in zip(ranks, counts, strict=True) if r > 0 and c > 0]
    with drawing():
        board = Board(HEIGHT, LEFT, RIGHT, TOP, BOTTOM)
        axes = board.axes
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlim(0.85, max([*ranks, 10]) * 1.15)
        axes.set_ylim(0.8, max([c for _, c in kept] + [level * 2, 2]) * 1.4)
        axes.axhline(level, color=drawn("soft"), linewidth=1.5, linestyle=(0, (5, 4)))
        style: dict[str, Any] = {
            "color": drawn("blue"),
            "linewidth": 2.4,
            "solid_capstyle": "round",
        }
        axes.plot([r for r, _ in kept], [c for _, c in kept], **style)
        _scales(board)
        _names(board, level, level_name, horizontal, vertical)
        return board.svg(title=title, description=description)


def _scales(board: Board) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    for axis in (board.axes.xaxis, board.axes.yaxis):
        axis.set_major_locator(LogLocator(10))
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        axis.set_minor_locator(NullLocator())
    board.axes.grid(color=drawn("line"), linewidth=1)
    board.axes.set_axisbelow(True)


def _names(board: Board, level: float, name: str, horizontal: str, vertical: str) -> None:
    soft = {"color": drawn("soft")}
    board.write(0, 14, vertical, **soft)
    board.write(LEFT + (WIDTH - LEFT) / 2, HEIGHT - 14, horizontal, ha="center", **soft)
    x = board.axes.get_xlim()[1]
    style: dict[str, Any] = {
        "ha": "right",
        "va": "bottom",
        "fontsize": SIZE - 1,
        "color": drawn("soft"),
    }
    board.axes.text(x, level * 1.06, harmless(name), **style)
