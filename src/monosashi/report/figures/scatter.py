"""Points of two numbers, one a group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from monosashi.report.figures.drawing import WIDTH, Board, drawing
from monosashi.report.figures.lines import BOTTOM, PLOT, RIGHT, TOP, Named
from monosashi.report.figures.rows import tick
from monosashi.report.palette import drawn

LEFT = 58.0
MOST = 2_000


@dataclass(frozen=True)
class Point:
    """One group."""

    x: float
    y: float


def scatter(points: Sequence[Point], *, full: float = WIDTH, **named: Unpack[Named]) -> str:
    """Draw points; of very many every k-th in order of ``x``, so that both ends are there."""
    shown = sorted(points, key=lambda point: (point.x, point.y))
    shown = shown[:: max(1, -(-len(shown) // MOST))]
    with drawing():
        board = Board(full, TOP + PLOT + BOTTOM, left=LEFT, right=RIGHT, top=TOP, bottom=BOTTOM)
        _scales(board)
        style: dict[str, Any] = {"color": drawn("blue"), "markeredgecolor": drawn("paper")}
        board.axes.plot([p.x for p in shown], [p.y for p in shown], "o", markersize=7,
                        markeredgewidth=0.8, clip_on=False, **style)  # fmt: skip
        board.write(0, TOP - 22, named["vertical"], color=drawn("soft"))
        board.name_axis(named["horizontal"])
        return board.svg(title=named["title"], description=named["description"])


def _scales(board: Board) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    for axis in (board.axes.xaxis, board.axes.yaxis):
        axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
        axis.set_major_formatter(FuncFormatter(tick))
    board.axes.margins(0.06)
    board.axes.grid(color=drawn("line"), linewidth=1)
    board.axes.set_axisbelow(True)
