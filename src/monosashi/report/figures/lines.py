"""What figures of several lines share: the frame around them, and the look of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from monosashi.report.figures.drawing import Board, drawing, legend_height
from monosashi.report.palette import drawn

PLOT, RIGHT, TOP, BOTTOM = 210.0, 24.0, 38.0, 56.0
# colour, sign in the legend and kind of line together
Style = tuple[str, str, Any]
Look = dict[str, Any]


class Named(TypedDict):
    """What both axes show, and the figure's name for those who do not see it."""

    horizontal: str
    vertical: str
    title: str
    description: str


def line_figure(
    names: Sequence[str],
    styles: Sequence[Style],
    draw: Callable[[Board, list[Look]], None],
    named: Named,
    *,
    left: float,
    full: float,
) -> str:
    """A board with a legend above it; ``draw`` puts scales and lines on it, in their looks."""
    with drawing():
        entries = [(sign, colour, name)
                   for name, (colour, sign, _) in zip(names, styles, strict=False)]  # fmt: skip
        top = TOP + legend_height(entries, full)
        board = Board(full, top + PLOT + BOTTOM, left=left, right=RIGHT, top=top, bottom=BOTTOM)
        draw(board, _looks(styles[: len(names)]))
        board.write(0, top - 22, named["vertical"], color=drawn("soft"))
        board.name_axis(named["horizontal"])
        board.legend(entries)
        return board.svg(title=named["title"], description=named["description"])


def _looks(styles: Sequence[Style]) -> list[Look]:
    """The first line is thick."""
    return [{"color": drawn(colour), "linewidth": 2.0 if place else 2.8, "linestyle": dashes}
            for place, (colour, _, dashes) in enumerate(styles)]  # fmt: skip
