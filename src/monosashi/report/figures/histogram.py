"""Where something stands in a list, before and after: grouped bars over labelled bins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from monosashi.report.figures.drawing import LINE, WIDTH, Board, Entry, drawing, legend_height
from monosashi.report.figures.labels import SIZE, harmless
from monosashi.report.palette import drawn

PLOT, LEFT, TOP, BOTTOM = 150.0, 48.0, 10.0, 52.0
CLOSE = 24.0  # bars thinner than this carry their number only where it matters
STYLES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    # filled with paper, so that no line of the grid shines through
    (
        "□",
        "vermillion",
        {"facecolor": drawn("paper"), "edgecolor": drawn("vermillion"), "linewidth": 1.8},
    ),
    ("■", "blue", {"color": drawn("blue"), "linewidth": 0}),
)


@dataclass(frozen=True)
class Bars:
    """One series: its name and a share for each bin."""

    name: str
    shares: Sequence[float]


def histogram(
    bins: Sequence[str],
    series: Sequence[Bars],
    *,
    axis: str,
    title: str,
    description: str,
    full: float = WIDTH,
) -> str:
    """Draw one or two series; the first hollow, the second filled."""
    entries = _entries(series)
    top = TOP + legend_height(entries, full)
    with drawing():
        thick = 0.8 / len(series)
        room = thick * (full - LEFT) / len(bins)
        tight = room <= CLOSE
        bottom = BOTTOM + (LINE if tight else 0.0)
        board = Board(full, top + PLOT + bottom, left=LEFT, right=4, top=top, bottom=bottom)
        for place, (bars, (*_, style)) in enumerate(zip(series, STYLES, strict=False)):
            middle = [x + (place - (len(series) - 1) / 2) * thick for x in range(len(bins))]
            board.axes.bar(middle, bars.shares, thick * 0.9, **style)
            sides = (_sides(series, place) if tight and len(series) > 1
                     else ["center"] * len(bins))  # fmt: skip
            _values(board, middle, bars.shares, least=0.1 if tight else 0.0, sides=sides)
        _axes(board, bins, staggered=tight)
        board.name_axis(axis)
        board.legend(entries)
        return board.svg(title=title, description=description)


def _entries(series: Sequence[Bars]) -> list[Entry]:
    pairs = zip(series, STYLES, strict=False)
    return [(sign, colour, bars.name) for bars, (sign, colour, _) in pairs]


def _sides(series: Sequence[Bars], place: int) -> list[str]:
    """Which way each number leans: outwards, but not over a taller bar of the next bin."""
    outwards, inwards = (("right", "left"), ("left", "right"))[place]
    own, other = series[place].shares, series[1 - place].shares
    beyond = [0.0, *other[:-1]] if place == 0 else [*other[1:], 0.0]
    return [inwards if far > share >= near else outwards
            for share, near, far in zip(own, other, beyond, strict=True)]  # fmt: skip


def _values(
    board: Board,
    middle: Sequence[float],
    shares: Sequence[float],
    *,
    least: float,
    sides: Sequence[str],
) -> None:
    # numbers of neighbours that have no room beside each other lean outwards
    for x, share, side in zip(middle, shares, sides, strict=True):
        if share < least:
            continue
        lean = {"right": 0.15, "left": -0.15}.get(side, 0.0)
        text = f"{share:.0%}" if share >= 0.01 or share == 0 else "<1%"
        style: dict[str, Any] = {
            "ha": side,
            "va": "bottom",
            "fontsize": SIZE - 2,
            "color": drawn("soft"),
        }
        board.axes.text(x + lean, share + 0.015, text, **style)


def _axes(board: Board, bins: Sequence[str], *, staggered: bool) -> None:
    names = [harmless(name) for name in bins]
    if staggered:
        names[1::2] = [f"\n{name}" for name in names[1::2]]
    board.axes.set_xticks(range(len(bins)), names)
    board.axes.set_ylim(0, 1.08)
    board.axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    board.axes.grid(axis="y", color=drawn("line"), linewidth=1)
    board.axes.set_axisbelow(True)
