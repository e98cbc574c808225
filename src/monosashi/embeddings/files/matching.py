"""Which row of a file of vectors belongs to which row of a text file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.alignment import disjoint_fault, lookalike_fault, lookalikes
from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.errors import Fault, fault
from monosashi.embeddings.files.beside import VectorFile

IntArray = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Wanted:
    """Names to look up: one a row (keys of wide items repeat), and where each stands.

    ``rows`` are the rows asked about (others have no language in the file), ``positions`` the
    number of the item of every row and ``count`` the number of items, for files without ids.
    """

    source: str
    names: TextArray
    rows: IntArray
    positions: IntArray
    count: int


@dataclass(frozen=True)
class Match:
    """Row of the vector file for every row of the text (-1: none), and what did not match."""

    rows: IntArray
    faults: list[Fault] = field(default_factory=list)
    notices: list[Fault] = field(default_factory=list)


def match_rows(wanted: Wanted, file: VectorFile, *, drop: bool) -> Match:
    """Join by name, or by position when the file has no names (and say so).

    Names that only one side has are faults, or notices with ``drop``; names that are equal only
    after Unicode normalisation are always faults.
    """
    if file.ids is None:
        return _by_position(wanted, file)
    places = {name: row for row, name in enumerate(file.ids)}
    rows = np.full(len(wanted.names), -1, dtype=np.intp)
    rows[wanted.rows] = [places.get(name, -1) for name in wanted.names[wanted.rows]]
    asked, source = wanted.names[wanted.rows], wanted.source
    if twins := lookalikes(asked, file.ids):
        return Match(rows, [lookalike_fault(twins, source, file.source)])
    if (rows < 0).all():
        return Match(rows, [disjoint_fault((source, asked), (file.source, file.ids))])
    left_out = _left_out(wanted, file, rows, "notices" if drop else "errors")
    return Match(rows, [], left_out) if drop else Match(rows, left_out)


def _left_out(wanted: Wanted, file: VectorFile, rows: IntArray, table: str) -> list[Fault]:
    found = []
    missing = [int(row) for row in wanted.rows if rows[row] < 0]
    if missing:
        names = list(dict.fromkeys(wanted.names[missing]))
        found.append(fault(f"embeddings.{table}.no_vector_for", missing, names, file=file.source,
                           source=wanted.source))  # fmt: skip
    known = set(wanted.names)
    extra = [name for name in file.ids if name not in known] if file.ids is not None else []
    if extra:
        found.append(fault(f"embeddings.{table}.no_text_for", ids=extra, file=file.source,
                           source=wanted.source))  # fmt: skip
    return found


def _by_position(wanted: Wanted, file: VectorFile) -> Match:
    held = {len(array) for array in file.arrays.values() if array.ndim}
    values: dict[str, Any] = {"file": file.source, "source": wanted.source, "n": wanted.count}
    if held == {wanted.count} and wanted.source == file.source:
        return Match(wanted.positions)
    if held == {wanted.count}:
        note = fault("embeddings.notices.by_position", **values)
        return Match(wanted.positions, [], [note])
    lengths = ", ".join(str(length) for length in sorted(held)) or "0"
    return Match(
        wanted.positions, [fault("embeddings.errors.position_length", held=lengths, **values)]
    )
