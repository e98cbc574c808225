"""Points of two numbers, one a group; of several kinds in colours and signs of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from monosashi.report.figures.drawing import WIDTH, Board, drawing, legend_height
from monosashi.report.figures.lines import BOTTOM, PLOT, RIGHT, TOP, Named
from monosashi.report.figures.rows import tick
from monosashi.report.palette import drawn

LEFT = 58.0
MOST = 2_000
COLOURS = ("blue", "vermillion", "green", "purple")
MARKS = (("o", "●"), ("s", "■"), ("D", "◆"), ("^", "▲"))  # and the sign of each in the legend


def look_of(place: int) -> tuple[str, str, str]:
    """Colour, mark and sign of a kind: 16 of them differ.

    >>> len({look_of(place) for place in range(16)})
    16
    """
    turn, colour = divmod(place, len(COLOURS))
    return (COLOURS[colour], *MARKS[(colour + turn) % len(MARKS)])


@dataclass(frozen=True)
class Point:
    """One group."""

    x: float
    y: float
    kind: str = ""


def scatter(points: Sequence[Point], *, full: float = WIDTH, **named: Unpack[Named]) -> str:
    """Draw points; of very many every k-th in order of ``x``, so that both ends are there."""
    shown = sorted(points, key=lambda point: (point.x, point.y))
    shown = shown[:: max(1, -(-len(shown) // MOST))]
    kinds = dict.fromkeys(point.kind for point in points)
    looks = {kind: look_of(place) for place, kind in enumerate(kinds)}
    entries = [(sign, colour, kind) for kind, (colour, _, sign) in looks.items() if kind]
    with drawing():
        top = TOP + legend_height(entries, full)
        board = Board(full, top + PLOT + BOTTOM, left=LEFT, right=RIGHT, top=top, bottom=BOTTOM)
        _scales(board)
        for kind, (colour, mark, _) in looks.items():
            mine = [point for point in shown if point.kind == kind]
            style: dict[str, Any] = {"color": drawn(colour), "markeredgecolor": drawn("paper")}
            board.axes.plot([p.x for p in mine], [p.y for p in mine], mark, markersize=7,
                            markeredgewidth=0.8, clip_on=False, **style)  # fmt: skip
        board.legend(entries)
        board.write(0, top - 22, named["vertical"], color=drawn("soft"))
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
