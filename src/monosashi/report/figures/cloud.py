"""A map: items as small signs on two axes without numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from monosashi.report.figures.drawing import WIDTH, Board, Entry, drawing, legend_height
from monosashi.report.palette import drawn

HIGH, EDGE, SIZE = 420.0, 8.0, 3.4
# colour, sign in the legend, strokes of the sign in units of its size
LOOKS: tuple[tuple[str, str, tuple[tuple[float, float, float, float], ...]], ...] = (
    ("blue", "●", ((0, 0, 0, 0),)),
    ("vermillion", "+", ((-1, 0, 1, 0), (0, -1, 0, 1))),
    ("green", "×", ((-1, -1, 1, 1), (-1, 1, 1, -1))),
    ("purple", "–", ((-1, 0, 1, 0),)),
)
OTHERS: tuple[str, str, tuple[tuple[float, float, float, float], ...]] = (
    "soft", "|", ((0, -1, 0, 1),))  # fmt: skip


@dataclass(frozen=True)
class Cloud:
    """Items of one sign; ``others`` are those of all further labels."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    others: bool = False


def cloud(clouds: Sequence[Cloud], *, full: float = WIDTH, title: str, description: str) -> str:
    """Draw the others first, then clouds in the order given: small ones, given last, lie on top."""
    looks = [OTHERS if one.others else LOOKS[i] for i, one in enumerate(clouds)]
    pairs = list(zip(clouds, looks, strict=True))
    entries: list[Entry] = [(look[1], look[0], one.name) for one, look in pairs if one.name]
    with drawing():
        top, high = legend_height(entries, full) + EDGE, min(HIGH, full)
        board = Board(full, top + high + EDGE, left=EDGE, right=EDGE, top=top, bottom=EDGE)
        size = _scales(board, clouds, full - 2 * EDGE, high)
        for one, (colour, _, strokes) in sorted(pairs, key=lambda pair: not pair[0].others):
            _signs(board, one, strokes, size, drawn(colour))
        board.legend(entries)
        return board.svg(title=title, description=description)


def _scales(board: Board, clouds: Sequence[Cloud], wide: float, high: float) -> float:
    """One scale for both axes; what a sign measures on it."""
    board.axes.set_xticks([])
    board.axes.set_yticks([])
    ends = [(min(held), max(held)) for held in (
        [v for one in clouds for v in one.x], [v for one in clouds for v in one.y])]  # fmt: skip
    spans = [max(high_end - low_end, 1e-9) for low_end, high_end in ends]
    unit = 1.06 * max(spans[0] / wide, spans[1] / high)
    (left, right), (low, top) = (
        (sum(pair) / 2 - unit * room / 2, sum(pair) / 2 + unit * room / 2)
        for pair, room in zip(ends, (wide, high), strict=True)
    )
    board.axes.set_xlim(left, right)
    board.axes.set_ylim(low, top)
    return SIZE * unit


def _signs(
    board: Board,
    one: Cloud,
    strokes: Sequence[tuple[float, float, float, float]],
    size: float,
    colour: str,
) -> None:
    """All signs as one path of strokes: a point of the file takes a few letters."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    dots = all(a == c and b == d for a, b, c, d in strokes)
    corners = [(x + size * dx, y + size * dy)
               for x, y in zip(one.x, one.y, strict=True)
               for a, b, c, d in strokes for dx, dy in ((a, b), (c, d))]  # fmt: skip
    path = Path(corners, [Path.MOVETO, Path.LINETO] * (len(corners) // 2))
    path.should_simplify = False
    style: dict[str, Any] = {"edgecolor": colour, "facecolor": "none", "capstyle": "round"}
    style["linewidth"] = 4.2 if dots else 1.3
    board.axes.add_patch(PathPatch(path, clip_on=False, **style))
