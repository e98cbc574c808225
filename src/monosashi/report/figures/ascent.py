"""Share of queries that are answered within each rank: rising steps over logarithmic ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from monosashi.report.figures.drawing import WIDTH, Board
from monosashi.report.figures.lines import Look, Named, Style, line_figure
from monosashi.report.palette import drawn

LEFT = 52.0
STYLES: tuple[Style, ...] = (
    ("blue", "━━", "-"),
    ("vermillion", "╌╌", (0, (5, 2))),
    ("green", "┄┄", (0, (1, 1.4))),
    ("purple", "╌┄", (0, (6, 2, 1, 2))),
    ("ink", "──", (0, (10, 2))),
)
MOST_CURVES = len(STYLES)


@dataclass(frozen=True)
class Ascent:
    """One line: the share of queries whose best answer stands within each rank."""

    name: str
    ranks: Sequence[float]
    shares: Sequence[float]


def ascent(
    curves: Sequence[Ascent], *, last: float, full: float = WIDTH, **named: Unpack[Named]
) -> str:
    """Draw up to five curves from rank 1 to rank ``last``; the first one is thick."""
    end = max(last, 2.0)

    def draw(board: Board, looks: list[Look]) -> None:
        _scales(board, end, lowest=min(min(curve.shares) for curve in curves))
        for curve, look in reversed(list(zip(curves, looks, strict=False))):
            ranks, shares = [*curve.ranks, end], [*curve.shares, curve.shares[-1]]
            board.axes.step(ranks, shares, where="post", **look)

    names = [curve.name for curve in curves]
    return line_figure(names, STYLES, draw, named, left=LEFT, full=full)


def start_below(lowest: float) -> float:
    """Where an axis of shares begins, so that high values do not crowd at its end.

    >>> start_below(0.79), start_below(0.76), start_below(0.1)
    (0.75, 0.5, 0.0)
    """
    return max((edge for edge in (0.0, 0.25, 0.5, 0.75) if edge <= lowest - 0.02), default=0.0)


def _scales(board: Board, last: float, *, lowest: float) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

    axes = board.axes
    axes.set_xscale("log")
    axes.set_xlim(0.93, last * 1.05)
    axes.set_ylim(start_below(lowest), 1.01)
    axes.xaxis.set_major_locator(LogLocator(10, subs=(1.0, 2.0, 5.0) if last < 2_000 else (1.0,)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda rank, _: f"{rank:,.0f}"))
    axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.6g}%"))
    axes.grid(color=drawn("line"), linewidth=1)
    axes.set_axisbelow(True)
