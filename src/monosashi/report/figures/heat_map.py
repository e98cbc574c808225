"""Numbers in rows and columns: deeper where one is larger, in another colour below zero."""

from __future__ import annotations

from collections.abc import Sequence

from monosashi.report.figures.drawing import NARROW, WIDTH, Board, drawing
from monosashi.report.figures.labels import SIZE, shorten, width
from monosashi.report.palette import drawn

HIGH, TOP, BOTTOM, LABEL, DEEPEST, WIDEST = 28.0, 34.0, 4.0, 220.0, 0.62, 96.0
BETWEEN = 10.0  # room between numbers of neighbouring cells
Values = Sequence[Sequence[float | None]]


def heat_map(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Values,
    texts: Sequence[Sequence[str]],
    *,
    title: str,
    description: str,
    full: float = WIDTH,
) -> str:
    """Draw one cell a row and column; None stays empty.

    The colour runs from 0 (paper) to the largest size; the numbers stand in the cells, so that
    nothing hangs on it.
    """
    room = full * 0.3 if full <= NARROW else LABEL
    named = [shorten(name, room) for name in rows]
    left = max(width(name) for name in named) + 12
    cell = min(WIDEST, (full - left - 2) / len(columns))
    heads = [shorten(name, 130) for name in columns]
    turned = max(width(name) for name in heads) > cell - 4
    top = TOP + (max(width(name) for name in heads) - SIZE if turned else 0.0)
    with drawing():
        right = full - left - cell * len(columns)
        board = Board(full, HIGH * len(rows) + top + BOTTOM, left=left, right=right, top=top,
                      bottom=BOTTOM)  # fmt: skip
        board.axes.set_xlim(0, len(columns))
        board.axes.set_ylim(len(rows), 0)
        board.axes.set_xticks([])
        board.axes.set_yticks([])
        for place, name in enumerate(named):
            board.write(left - 8, top + HIGH * (place + 0.5), name, ha="right")
        for place, name in enumerate(heads):
            look = {"rotation": 90, "ha": "center", "va": "bottom"} if turned else {"ha": "center"}
            board.write(left + cell * (place + 0.5), top - (4 if turned else 12), name, **look)
        _cells(board, values, texts, cell)
        return board.svg(title=title, description=description)


def _fitting(texts: Sequence[Sequence[str]], cell: float) -> Sequence[Sequence[str]]:
    """Without plus signs where they would make numbers touch; the colour says which side of 0.

    >>> _fitting([["+12.5", "−0.1"]], 36.0), _fitting([["+12.5", "−0.1"]], 96.0)
    ([['12.5', '−0.1']], [['+12.5', '−0.1']])
    """
    if max((width(text) for row in texts for text in row), default=0.0) <= cell - BETWEEN:
        return texts
    return [[text.removeprefix("+") for text in row] for row in texts]


def _cells(board: Board, values: Values, texts: Sequence[Sequence[str]], cell: float) -> None:
    from matplotlib.patches import Rectangle

    texts = _fitting(texts, cell)
    most = max((abs(value) for row in values for value in row if value is not None), default=0.0)
    longest = max((width(text) for row in texts for text in row), default=1.0)
    size = min(SIZE, SIZE * (cell - BETWEEN) / max(longest, 1.0))
    for y, row in enumerate(values):
        for x, value in enumerate(row):
            depth = 0.0 if value is None or most <= 0 else abs(value) / most * DEEPEST
            if depth and value is not None:
                colour = drawn("vermillion" if value > 0 else "blue")
                board.axes.add_patch(Rectangle((x + 0.02, y + 0.03), 0.96, 0.94, linewidth=0,
                                               color=colour, alpha=depth))  # fmt: skip
            board.axes.add_patch(Rectangle((x + 0.02, y + 0.03), 0.96, 0.94, fill=False,
                                           edgecolor=drawn("line"), linewidth=0.8))  # fmt: skip
            if texts[y][x]:
                board.axes.text(x + 0.5, y + 0.5, texts[y][x], ha="center", va="center",
                                fontsize=size, color=drawn("ink"))  # fmt: skip
