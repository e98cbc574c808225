"""A square of distances in csv or tsv, with or without names in its first row and column."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

from monosashi.cli.options import DataOptions

if TYPE_CHECKING:
    from monosashi.cli.distance_files import Distances

ENDINGS = {".csv": ",", ".tsv": "\t"}
Cells = list[list[str]]


def read_square(path: Path, data: DataOptions) -> Distances | None:
    """The table of a csv or tsv file; None for other files, and where --vectors names a column.

    Names may stand in the first row, in the first column, or in both, as R and pandas write them
    (R may leave out the corner). They must then be the same, in the same order.
    """
    import numpy as np

    from monosashi.cli.distance_files import Distances

    if path.suffix.lower() not in ENDINGS or data.vectors is not None or not path.is_file():
        return None
    cells = _cells(path, data.encoding)
    head, side, body = _split(cells)
    table = _numbers(path, body)
    names = side or head
    _check(path, body, head, side)
    return Distances(np.array(table), names or None, {})


def _cells(path: Path, encoding: str | None) -> Cells:
    with path.open(encoding=encoding or "utf-8-sig", newline="") as file:
        return [row for row in csv.reader(file, delimiter=ENDINGS[path.suffix.lower()]) if row]


def _split(cells: Cells) -> tuple[list[str], list[str], Cells]:
    """Names of columns, names of rows, and the square between them."""
    lines, width = len(cells), max(map(len, cells), default=0)
    if lines == width and not _named(cells):
        return [], [], cells
    if lines == width:  # both, and a corner, which R may leave out
        return cells[0][1 - width :], [row[0] for row in cells[1:]], [row[1:] for row in cells[1:]]
    if lines == width + 1:
        return cells[0], [], cells[1:]
    if lines == width - 1:
        return [], [row[0] for row in cells], [row[1:] for row in cells]
    return [], [], cells


def _named(cells: Cells) -> bool:
    """Whether the corner is empty or missing, or the first row or column holds words."""
    corner_only = cells[0][0].strip() == "" or len(cells[0]) < len(cells)
    edge = [*cells[0], *(row[0] for row in cells)]
    return corner_only or any(_number(cell) is None for cell in edge)


def _number(cell: str) -> float | None:
    try:
        return float(cell) if cell.strip() else float("nan")
    except ValueError:
        return None


def _numbers(path: Path, body: Cells) -> list[list[float]]:
    from monosashi.embeddings import DataError, fault

    table = [[_number(cell) for cell in row] for row in body]
    odd = [cell for row, read in zip(body, table, strict=True)
           for cell, value in zip(row, read, strict=True) if value is None]  # fmt: skip
    if odd or not body or any(len(row) != len(body) for row in body):
        example = f'"{odd[0][:40]}"' if odd else "-"
        raise DataError(fault("cli.errors.shape_distances_table", path=path.name, lines=len(body),
                              columns=max(map(len, body), default=0), odd=len(odd),
                              example=example) )  # fmt: skip
    return [[value for value in row if value is not None] for row in table]


def _check(path: Path, body: Cells, head: list[str], side: list[str]) -> None:
    """Names on both sides say the same; a first row of names alone has one for each object."""
    from monosashi.embeddings import DataError, fault

    if head and side and head != side:
        apart = [f"{a} / {b}" for a, b in zip(head, side, strict=False) if a != b][:3]
        raise DataError(fault("cli.errors.shape_distances_names", ids=apart, path=path.name))
    if head and len(head) != len(body):
        raise DataError(fault("cli.errors.shape_distances_names", ids=head[:3], path=path.name))
