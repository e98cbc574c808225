"""Places before and after, joined by lines; bars show the places that stay open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from monosashi.report.figures.drawing import NARROW, WIDTH, Board, drawing
from monosashi.report.figures.labels import shorten, width
from monosashi.report.palette import drawn

STEP, TOP, BOTTOM, LABEL = 26.0, 34.0, 8.0, 200.0
EDGE, LEAST_EDGE = 0.12, 14.0  # beside the dots: a share of their distance, and points


@dataclass(frozen=True)
class Slope:
    """A name with its place on both sides, and the first and last place left open."""

    name: str
    before: float
    before_open: tuple[int, int]
    after: float
    after_open: tuple[int, int]


def slopes(
    rows: Sequence[Slope],
    heads: tuple[str, str],
    *,
    title: str,
    description: str,
    full: float = WIDTH,
) -> str:
    """Draw one line a name, thick where its place changes; place 1 is on top."""
    room = full * 0.3 if full <= NARROW else LABEL
    side = max(width(shorten(row.name, room)) for row in rows) + 34
    with drawing():
        board = Board(full, STEP * (len(rows) + 1) + TOP + BOTTOM, left=side, right=side, top=TOP,
                      bottom=BOTTOM)  # fmt: skip
        edge = edge_of(full - 2 * side)
        board.axes.set_xlim(-edge, 1 + edge)
        board.axes.set_ylim(len(rows) + 0.75, 0.25)
        board.axes.set_xticks([])
        board.axes.set_yticks([])
        # away from each other: on a narrow screen the dots stand close together
        dot = side + edge / (1 + 2 * edge) * (full - 2 * side)
        board.write(dot, 12, heads[0], color=drawn("soft"), ha="right")
        board.write(full - dot, 12, heads[1], color=drawn("soft"), ha="left")
        for row in rows:
            _line(board, row, edge / 2)
        for x, ends in ((-edge, "before"), (1 + edge, "after")):
            _names(board, rows, x, ends, room)
        return board.svg(title=title, description=description)


def edge_of(room: float) -> float:
    """How far the picture reaches beyond the dots, in shares of their distance.

    On a narrow screen more, since bars half that far away would touch the dots.

    >>> edge_of(600.0), edge_of(70.0)
    (0.12, 0.3333333333333333)
    """
    return max(EDGE, LEAST_EDGE / (room - 2 * LEAST_EDGE)) if room > 2 * LEAST_EDGE else 1.0


def _line(board: Board, row: Slope, apart: float) -> None:
    moved = row.before != row.after
    colour = drawn("vermillion" if moved else "blue")
    board.axes.plot([0, 1], [row.before, row.after], "-o", color=colour, markersize=6,
                    linewidth=2.4 if moved else 1.4)  # fmt: skip
    for x, (first, last) in ((-apart, row.before_open), (1 + apart, row.after_open)):
        if first != last:
            board.axes.plot([x, x], [first, last], color=drawn("soft"), linewidth=1.2, alpha=0.7)


def _names(board: Board, rows: Sequence[Slope], x: float, side: str, room: float) -> None:
    """Names of equal places stand one below the other."""
    used: dict[float, int] = {}
    for row in rows:
        before = side == "before"
        place = row.before if before else row.after
        shift = used.get(place, 0) * 0.42
        used[place] = used.get(place, 0) + 1
        name = shorten(row.name, room)
        text = f"{name}  {place:g}" if before else f"{place:g}  {name}"
        board.axes.text(x, place + shift, text, va="center", ha="right" if before else "left",
                        color=drawn("ink"), clip_on=False)  # fmt: skip
