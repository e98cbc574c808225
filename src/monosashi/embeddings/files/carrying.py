"""What a file of one format cannot carry is refused before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.files.rows import survives
from monosashi.embeddings.files.table import holds_vectors
from monosashi.embeddings.sets import EmbeddingSet

RESERVED = ("id", "ids", "vectors", "query_vectors", "embeddings", "queries")


def refuse_odd_columns(data: EmbeddingSet, path: str) -> None:
    """Columns that a reader would take for ids or vectors."""
    faults = []
    if names := [name for name in data.columns if name in RESERVED or not name]:
        faults.append(fault("embeddings.errors.reserved_columns", ids=names, path=path))
    faults += [cannot_carry(path, name, range(data.n), "list of numbers")
               for name, values in data.columns.items() if holds_vectors(values)]  # fmt: skip
    if faults:
        raise DataError(*faults)


def cannot_carry(path: str, name: str, rows: Sequence[int], kind: str) -> Fault:
    """Values that would come back as something else."""
    return fault("embeddings.errors.cannot_carry", rows, path=path, name=name, kind=kind)


def odd_rows(values: Sequence[Any]) -> tuple[list[int], str]:
    """Rows that are not of the commonest type (all of them, if there is only one type)."""
    kinds = [type(value).__name__ for value in values]
    counts = Counter(kinds)
    usual = counts.most_common(1)[0][0]
    rows = [row for row, kind in enumerate(kinds) if kind != usual] or list(range(len(kinds)))
    return rows, ", ".join(counts)


def json_values(name: str, values: npt.NDArray[Any], path: str) -> list[Any]:
    """Values of a column as JSON carries them unchanged; others are refused by row."""
    listed: list[Any] = values.tolist()
    if values.dtype.kind in "mMc":
        raise DataError(cannot_carry(path, name, range(len(listed)), values.dtype.name))
    if rows := [row for row, value in enumerate(listed) if not survives(value)]:
        raise DataError(cannot_carry(path, name, rows, type(listed[rows[0]]).__name__))
    return listed


def same_values(before: Sequence[Any], after: npt.NDArray[Any]) -> bool:
    """Whether values come back the same, and of the same type."""
    return len(before) == len(after) and list(map(repr, before)) == list(map(repr, after.tolist()))


def native(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Row by row in memory: some writers scramble anything else without a word."""
    return np.ascontiguousarray(array)
