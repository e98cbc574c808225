"""Batches of a store become columns and matrices, without a second copy of the vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.files.table import Table
from monosashi.embeddings.ragged import ragged_fault
from monosashi.stores.store_protocols import Batch


class Gathering:
    """Takes batches in turn; ``n`` rows are expected, more or fewer may come."""

    def __init__(self, names: Sequence[str], n: int) -> None:
        self._n = n
        self._rows = 0
        self._columns: dict[str, list[Any]] = {}
        self._matrices = {name: GrowingMatrix(name, n) for name in names}

    def take(self, batch: Batch) -> None:
        """Add rows; a column that comes late or is left out is filled up with None."""
        size = len(batch.keys)
        for name, values in batch.columns.items():
            held = self._columns.setdefault(name, [None] * self._rows)
            held.extend(values)
        self._rows += size
        for held in self._columns.values():
            held.extend([None] * (self._rows - len(held)))
        for name, matrix in self._matrices.items():
            matrix.take(batch.vectors[name])

    def table(self, source: str, unread: Sequence[str]) -> Table:
        """All rows; vectors of different lengths stand in its faults."""
        if not self._rows:
            raise DataError(fault("embeddings.errors.no_records", path=source))
        columns = {name: as_values(held) for name, held in self._columns.items()}
        faults = Faults()
        for name, matrix in self._matrices.items():
            if (whole := faults.attempt(matrix.whole)) is not None:
                columns[name] = whole
        return Table(source, columns, unread=tuple(unread), faults=tuple(faults.found))


class GrowingMatrix:
    """Rows that come in batches; the width is that of the first row that is there."""

    def __init__(self, name: str, n: int) -> None:
        self._name, self._n = name, n
        self._held: FloatArray | None = None
        self._filled = 0
        self._lengths: list[npt.NDArray[np.int64]] = []

    def take(self, rows: npt.NDArray[Any] | list[Any]) -> None:
        """Add rows; those of another length are only counted."""
        self._lengths.append(_lengths(rows))
        end = self._filled + len(rows)
        if isinstance(rows, np.ndarray):
            held = self._room(end, rows)
            if held.shape[1] == rows.shape[1]:
                held[self._filled : end] = rows
        self._filled = end

    def _room(self, end: int, rows: npt.NDArray[Any]) -> FloatArray:
        dtype = np.result_type(rows.dtype, np.float32)
        if self._held is None:
            shape = (max(self._n, end), rows.shape[1])
            self._held = np.full(shape, np.nan, dtype=dtype)
        elif end > len(self._held):  # somebody writes while we read
            more = np.full((end, self._held.shape[1]), np.nan, dtype=self._held.dtype)
            more[: self._filled] = self._held[: self._filled]
            self._held = more
        return self._held

    def whole(self) -> FloatArray:
        """(n, d) with NaN rows where there was none."""
        lengths = np.concatenate(self._lengths)
        known = {int(row): int(lengths[row]) for row in np.flatnonzero(lengths >= 0)}
        if ragged := ragged_fault(known, self._name):
            raise DataError(ragged, *self._gaps(lengths))
        if self._held is None:
            raise DataError(*self._gaps(lengths))
        return self._held[: self._filled]

    def _gaps(self, lengths: npt.NDArray[np.int64]) -> list[Fault]:
        bare = np.flatnonzero(lengths < 0).tolist()
        return [fault("embeddings.errors.rows_missing", bare, name=self._name)] if bare else []


def _lengths(rows: npt.NDArray[Any] | list[Any]) -> npt.NDArray[np.int64]:
    """(m,) numbers in each row; -1 where there is no row."""
    if isinstance(rows, list):
        return np.array([-1 if row is None else len(row) for row in rows], dtype=np.int64)
    lengths = np.full(len(rows), rows.shape[1], dtype=np.int64)
    if rows.dtype.kind == "f":
        lengths[np.isnan(rows).all(axis=1)] = -1
    return lengths


def as_values(held: list[Any]) -> npt.NDArray[Any]:
    """Numbers without gaps as numbers, everything else as the objects they are."""
    kinds = set(map(type, held))
    if kinds == {bool} or (kinds and kinds <= {int, float}):
        array = np.array(held)
        if array.dtype.kind in "bif":
            return array
    return np.fromiter(held, dtype=object)
