"""A square of numbers: every row against every column, deeper where the number is larger."""

from __future__ import annotations

from collections.abc import Sequence

from monosashi.report.figures.drawing import NARROW, WIDTH, Board, drawing
from monosashi.report.figures.labels import SIZE, shorten, width
from monosashi.report.palette import drawn

CELL, LOW, TOP, BOTTOM, LABEL, DEEPEST = 64.0, 40.0, 44.0, 4.0, 150.0, 0.62
Values = Sequence[Sequence[float | None]]


def matrix(
    names: Sequence[str],
    values: Values,
    texts: Sequence[Sequence[str]],
    *,
    rows_are: str,
    columns_are: str,
    title: str,
    description: str,
    full: float = WIDTH,
) -> str:
    """Draw one cell a pair of names; None stays empty.

    The colour runs from 0 (paper) to the largest value; the numbers stand in the cells, so that
    nothing hangs on it.
    """
    small = full <= NARROW
    room = full * 0.24 if small else LABEL
    shown = [shorten(name, room) for name in names]
    left = max(20.0, *(width(name) for name in shown)) + 12
    cell = min(CELL, (full - left - 2) / len(names))
    size = _size(texts, cell)
    turned = max(width(name) for name in shown) > cell - 4
    top = TOP + (max(width(name) for name in shown) - SIZE if turned else 0.0)
    high = LOW if cell > LOW else max(cell, 22.0)
    with drawing():
        right = full - left - cell * len(names)
        board = Board(full, high * len(names) + top + BOTTOM, left=left, right=right, top=top,
                      bottom=BOTTOM)  # fmt: skip
        board.axes.set_xlim(0, len(names))
        board.axes.set_ylim(len(names), 0)
        board.axes.set_xticks([])
        board.axes.set_yticks([])
        board.write(0, 10, f"↓ {rows_are}   → {columns_are}", color=drawn("soft"))
        for place, name in enumerate(shown):
            board.write(left - 8, top + high * (place + 0.5), name, ha="right")
            x = left + cell * (place + 0.5)
            look = {"rotation": 90, "ha": "center", "va": "bottom"} if turned else {"ha": "center"}
            board.write(x, top - (4 if turned else 12), name, **look)
        _cells(board, values, texts, size)
        return board.svg(title=title, description=description)


def _size(texts: Sequence[Sequence[str]], cell: float) -> float:
    """The usual size, or smaller where the longest number would not fit."""
    longest = max((width(text) for row in texts for text in row), default=1.0)
    return min(SIZE, SIZE * (cell - 4) / max(longest, 1.0))


def _cells(board: Board, values: Values, texts: Sequence[Sequence[str]], size: float) -> None:
    from matplotlib.patches import Rectangle

    most = max((value for row in values for value in row if value is not None), default=0.0)
    for y, row in enumerate(values):
        for x, value in enumerate(row):
            depth = 0.0 if value is None or most <= 0 else max(value, 0.0) / most * DEEPEST
            if depth:
                board.axes.add_patch(Rectangle((x + 0.02, y + 0.03), 0.96, 0.94, linewidth=0,
                                               color=drawn("vermillion"), alpha=depth))  # fmt: skip
            board.axes.add_patch(Rectangle((x + 0.02, y + 0.03), 0.96, 0.94, fill=False,
                                           edgecolor=drawn("line"), linewidth=0.8))  # fmt: skip
            if texts[y][x]:
                board.axes.text(x + 0.5, y + 0.5, texts[y][x], ha="center", va="center",
                                fontsize=size, color=drawn("ink"))  # fmt: skip
