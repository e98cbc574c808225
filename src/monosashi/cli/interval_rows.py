"""Rows of numbers with intervals: in one line where 80 columns hold it, else in two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from monosashi.cli.layout import WIDTH, cells
from monosashi.cli.shape_columns import Lines, columns
from monosashi.words import say

INDENT = "  "


@dataclass(frozen=True)
class IntervalRow:
    """A name and what stands below it (a set and a correction, say), numbers and their intervals.

    A heading is such a row, too.
    """

    name: str
    under: str
    above: Sequence[str]
    below: Sequence[str]

    def line(self, *, named: bool) -> list[str]:
        """All in one; ``named`` keeps a place for what stands below the name."""
        both = [f"{a} {b}".rstrip() for a, b in zip(self.above, self.below, strict=True)]
        return [self.name, *([self.under] if named else []), *both]

    def lines(self) -> Lines:
        """The numbers, and their intervals below them."""
        first = [self.name, *self.above]
        if not self.under and not any(self.below):
            return [first]
        return [first, [f"{INDENT}{self.under}".rstrip(), *self.below]]


def interval_rows(heads: IntervalRow, rows: Sequence[IntervalRow], room: int) -> list[str]:
    """A table in ``room`` lines; of each set the first rows, and the rest is counted."""
    named = any(one.under for one in rows)
    whole = columns([one.line(named=named) for one in (heads, *rows)], len(rows) + 1)
    if len(whole) <= room and all(cells(line) <= WIDTH for line in whole):
        return whole
    shown = fair(rows, max((room - 3) // 2, 1) if 2 * len(rows) + 2 > room else len(rows))
    lines = columns(_fitted([line for one in (heads, *shown) for line in one.lines()]),
                    2 * len(shown) + 2)  # fmt: skip
    left = len(rows) - len(shown)
    return [*lines, *([f"{INDENT}{say('cli.screen.more_rows', count=left)}"] if left else [])]


def fair(rows: Sequence[IntervalRow], most: int) -> list[IntervalRow]:
    """``most`` rows in their order: the first of every set before the second of any."""
    ranks: dict[str, int] = {}
    placed = []
    for place, row in enumerate(rows):
        ranks[row.name] = rank = ranks.get(row.name, -1) + 1
        placed.append((rank, place))
    kept = sorted(place for _, place in sorted(placed)[:most])
    return [rows[place] for place in kept]


def _fitted(lines: Lines) -> Lines:
    """Names cut to what the numbers leave of 80 columns."""
    widths = [max(cells(line[place]) for line in lines) for place in range(1, len(lines[0]))]
    room = WIDTH - len(INDENT) - sum(width + 2 for width in widths)
    return [[_cut(line[0], room), *line[1:]] for line in lines]


def _cut(name: str, room: int) -> str:
    """From its middle: names may differ at either end."""
    if cells(name) <= room:
        return name
    half = len(name) // 2
    before, after = name[:half], name[half:]
    while before and cells(before + after) > room - 1:
        before, after = (before[:-1], after) if len(before) >= len(after) else (before, after[1:])
    return f"{before}…{after}"
