"""Where something stands in a list, before and after: grouped bars over labelled bins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from monosashi.report.figures.drawing import WIDTH, Board, drawing
from monosashi.report.figures.labels import SIZE, harmless
from monosashi.report.palette import drawn

HEIGHT, LEFT, TOP, BOTTOM = 250.0, 52.0, 46.0, 58.0
STYLES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("□", "vermillion", {"color": "none", "edgecolor": drawn("vermillion"), "linewidth": 1.8}),
    ("■", "blue", {"color": drawn("blue"), "linewidth": 0}),
)


@dataclass(frozen=True)
class Bars:
    """One series: its name and a share for each bin."""

    name: str
    shares: Sequence[float]


def histogram(
    bins: Sequence[str], series: Sequence[Bars], *, axis: str, title: str, description: str
) -> str:
    """Draw one or two series; the first hollow, the second filled."""
    with drawing():
        board = Board(HEIGHT, LEFT, 12, TOP, BOTTOM)
        thick = 0.8 / len(series)
        for place, (bars, (*_, style)) in enumerate(zip(series, STYLES, strict=False)):
            middle = [x + (place - (len(series) - 1) / 2) * thick for x in range(len(bins))]
            board.axes.bar(middle, bars.shares, thick * 0.9, **style)
            _values(board, middle, bars.shares)
        _axes(board, bins, axis)
        names = [
            (sign, colour, bars.name)
            for bars, (sign, colour, _) in zip(series, STYLES, strict=False)
        ]
        board.legend(LEFT, names)
        return board.svg(title=title, description=description)


def _values(board: Board, middle: Sequence[float], shares: Sequence[float]) -> None:
    for x, share in zip(middle, shares, strict=True):
        text = f"{share:.0%}" if share >= 0.01 or share == 0 else "<1%"
        style: dict[str, Any] = {
            "ha": "center",
            "va": "bottom",
            "fontsize": SIZE - 2,
            "color": drawn("soft"),
        }
        board.axes.text(x, share + 0.015, text, **style)


def _axes(board: Board, bins: Sequence[str], axis: str) -> None:
    board.axes.set_xticks(range(len(bins)), [harmless(name) for name in bins])
    board.axes.set_ylim(0, 1.08)
    board.axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    board.axes.grid(axis="y", color=drawn("line"), linewidth=1)
    board.axes.set_axisbelow(True)
    board.write(LEFT + (WIDTH - LEFT) / 2, HEIGHT - 14, axis, color=drawn("soft"), ha="center")
