"""Cells of a table as one line of text each."""

from __future__ import annotations

from monosashi.report.blocks import Cell, Table
from monosashi.report.exports.pieces import visible


def cell_text(cell: Cell) -> str:
    """The value, its interval or reason, and the value of the sample where one stands below.

    >>> cell_text(Cell("0.73", "[0.70, 0.76]", numeric=True))
    '0.73 [0.70, 0.76]'
    >>> cell_text(Cell("–", "few groups", missing=True))
    '– (few groups)'
    """
    note = cell.note if cell.note.startswith("[") or not cell.note else f"({cell.note})"
    below = f"({cell.below})" if cell.below else ""
    return visible(" ".join(filter(None, (cell.text, note, below))))


def body(table: Table) -> list[list[str]]:
    """Texts of all rows."""
    return [[cell_text(cell) for cell in row] for row in table.rows]


def right(table: Table, place: int) -> bool:
    """Whether a column holds nothing but numbers and gaps, so that it is set to the right."""
    cells = [row[place] for row in table.rows]
    return any(cell.numeric for cell in cells) and all(
        cell.numeric or cell.missing for cell in cells
    )
