"""Places before and after, joined by lines; bars show the places that stay open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from monosashi.report.figures.drawing import NARROW, WIDTH, Board, drawing
from monosashi.report.figures.labels import shorten, width
from monosashi.report.palette import drawn

STEP, TOP, BOTTOM, LABEL, APART = 26.0, 34.0, 8.0, 200.0, 0.06


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
        board.axes.set_xlim(-0.12, 1.12)
        board.axes.set_ylim(len(rows) + 0.75, 0.25)
        board.axes.set_xticks([])
        board.axes.set_yticks([])
        board.write(side, 12, heads[0], color=drawn("soft"), ha="center")
        board.write(full - side, 12, heads[1], color=drawn("soft"), ha="center")
        for row in rows:
            _line(board, row)
        for x, ends in ((0, "before"), (1, "after")):
            _names(board, rows, x, ends, room)
        return board.svg(title=title, description=description)


def _line(board: Board, row: Slope) -> None:
    moved = row.before != row.after
    colour = drawn("vermillion" if moved else "blue")
    board.axes.plot([0, 1], [row.before, row.after], "-o", color=colour, markersize=6,
                    linewidth=2.4 if moved else 1.4)  # fmt: skip
    for x, (first, last) in ((-APART, row.before_open), (1 + APART, row.after_open)):
        if first != last:
            board.axes.plot([x, x], [first, last], color=drawn("soft"), linewidth=1.2, alpha=0.7)


def _names(board: Board, rows: Sequence[Slope], x: int, side: str, room: float) -> None:
    """Names of equal places stand one below the other."""
    used: dict[float, int] = {}
    for row in rows:
        place = row.before if side == "before" else row.after
        shift = used.get(place, 0) * 0.42
        used[place] = used.get(place, 0) + 1
        text = (
            f"{place:g}  {shorten(row.name, room)}"
            if x
            else f"{shorten(row.name, room)}  {place:g}"
        )
        board.axes.text(x + (0.1 if x else -0.1), place + shift, text, va="center",
                        ha="left" if x else "right", color=drawn("ink"), clip_on=False)  # fmt: skip
