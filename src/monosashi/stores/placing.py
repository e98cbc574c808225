"""Put vectors beside rows: from columns, or from a file joined by id."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.files.beside import VectorFile, stack_languages
from monosashi.embeddings.files.matching import match_rows
from monosashi.embeddings.files.wide import LongTable
from monosashi.stores.rows import IntArray, Rows

BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Placed:
    """Vectors of one role: ``build(rows)`` gives them for the rows that stay."""

    present: BoolArray
    build: Callable[[IntArray], Any]
    column: str | None = None
    faults: list[Fault] = field(default_factory=list)
    notices: list[Fault] = field(default_factory=list)


def from_column(rows: Rows, name: str, role: str) -> Placed:
    """Vectors that stand in a column of the same file."""
    if name in rows.one_per_item:
        raise DataError(
            fault("embeddings.errors.wide_vectors", name=name, source=rows.table.source)
        )
    values = rows.table.take(name, role)
    return Placed(np.ones(len(rows.ids), dtype=bool),  # a memory map of all rows is not copied
                  lambda kept: values if len(kept) == len(values) else values[kept],
                  name)  # fmt: skip


def from_array(rows: Rows, file: VectorFile, name: str, *, bits: int | None, drop: bool) -> Placed:
    """Vectors of one array, a row for each id."""
    matrix = file.matrix(name, bits)
    if file.ids is not None and rows.id_name is None and rows.long is None:
        raise DataError(fault("embeddings.errors.no_id_column", source=rows.table.source,
                              file=file.source, known=", ".join(rows.table.columns)))  # fmt: skip
    one = VectorFile(file.source, {name: matrix}, file.ids)
    match = match_rows(rows.by_id(), one, drop=drop)
    whole = len(matrix) == len(match.rows) and bool((match.rows == np.arange(len(matrix))).all())
    keep_map = whole and not match.faults  # a memory map in the right order is not copied
    return Placed(match.rows >= 0,
                  lambda kept: matrix if keep_map and len(kept) == len(matrix)
                  else matrix[match.rows[kept]],
                  None, match.faults, [*file.notices, *match.notices])  # fmt: skip


def from_language_arrays(
    rows: Rows,
    long: LongTable,
    file: VectorFile,
    names: dict[str, str],
    *,
    bits: int | None,
    drop: bool,
) -> Placed:
    """Vectors of wide rows, one array a language; languages without an array are left out."""
    languages = long.languages
    used = VectorFile(file.source, {name: file.arrays[name] for name in names.values()}, file.ids)
    match = match_rows(rows.by_key(list(names)), used, drop=drop)
    present = np.isin(languages, list(names)) & (match.rows >= 0)
    notices = [*file.notices, *_without_arrays(long, file, names), *match.notices]

    def build(kept: IntArray) -> Any:
        return stack_languages(used, names, languages[kept], match.rows[kept], bits)

    return Placed(present, build, None, match.faults, notices)


def _without_arrays(long: LongTable, file: VectorFile, names: dict[str, str]) -> list[Fault]:
    missing = [language for language in dict.fromkeys(long.languages) if language not in names]
    if not missing:
        return []
    dropped = int(np.isin(long.languages, missing).sum())
    return [fault("embeddings.notices.languages_without_vectors", ids=missing, file=file.source,
                  dropped=dropped)]  # fmt: skip
