"""Parquet, through pyarrow: lists of numbers become matrices without a Python list."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy.typing as npt

from monosashi.embeddings.errors import DataError, fault
from monosashi.embeddings.files.arrow import (
    UNREADABLE,
    chosen_columns,
    is_plain_vector,
    plain_rows,
    table_of,
)
from monosashi.embeddings.files.spool import LARGE, RowSpool
from monosashi.embeddings.files.table import Table

ROWS = 8_192  # of one batch
PIECE = 2**20  # bytes
WIDEST = 8  # bytes of a number
SMALLEST = 32  # bits of a number; smaller ones are converted when they are checked


def read_parquet(path: Path, wanted: Collection[str] = (), *, guess: bool = True) -> Table:
    """Read all columns; of the columns of vectors only those ``wanted``.

    With ``guess``, the only one that is left is read too.

    Raises
    ------
    DataError
        pyarrow is not installed; the file is broken. (Vectors of different lengths stand in the
        table's ``faults``, so that they are listed with whatever else is wrong.)
    """
    parquet = _pyarrow_parquet(path)
    try:
        with parquet.ParquetFile(path) as file:
            names, unread = chosen_columns(file.schema_arrow, wanted, path.name, guess=guess)
            mapped = spooled_columns(path, names)
            table = file.read(columns=[name for name in names if name not in mapped])
    except DataError:
        raise
    except UNREADABLE:
        raise DataError(fault("embeddings.errors.broken_file", path=path.name)) from None
    if not mapped:
        return table_of(table, unread, path.name)
    found = table_of(table, unread, path.name, rows=len(next(iter(mapped.values()))))
    held = {**found.columns, **mapped}
    return replace(found, columns={name: held[name] for name in names if name in held})


def spooled_columns(path: Path, names: Collection[str]) -> dict[str, npt.NDArray[Any]]:
    """Large columns of vectors by name; a row group is read piece by piece, too."""
    parquet = _pyarrow_parquet(path)
    with parquet.ParquetFile(path, buffer_size=PIECE, pre_buffer=False) as file:
        if _values(file.metadata) * WIDEST <= LARGE:
            return {}
        found = {name: spooled_column(file, name) for name in names}
    return {name: matrix for name, matrix in found.items() if matrix is not None}


def _values(metadata: Any) -> int:
    """Numbers and texts in all columns, each of a list counted."""
    groups = [metadata.row_group(place) for place in range(metadata.num_row_groups)]
    return sum(group.column(place).num_values
               for group in groups for place in range(group.num_columns))  # fmt: skip


def spooled_column(file: Any, name: str) -> npt.NDArray[Any] | None:
    """A large column of vectors, row group by row group to disk; a read-only memory map.

    None for a column that is small, of something else, or in which rows are missing, hold a gap
    or are of another length: those are read whole, and what is wrong with them is told by row.
    """
    field = file.schema_arrow.field(name)
    if not is_plain_vector(field.type) or field.type.value_type.bit_width < SMALLEST:
        return None
    spool, rows = None, file.metadata.num_rows
    for batch in file.iter_batches(batch_size=ROWS, columns=[name]):
        block = plain_rows(batch.column(0))
        if block is None:
            return None
        if spool is None:
            if block.shape[1] * rows * block.dtype.itemsize <= LARGE:
                return None
            spool = RowSpool(block.shape[1], block.dtype)
        if block.shape[1] != spool.width:
            return None
        spool.add(block)
    return None if spool is None else spool.matrix()


def _pyarrow_parquet(path: Path) -> Any:
    try:
        from pyarrow import parquet
    except ImportError:
        raise DataError(fault("embeddings.errors.needs_pyarrow", path=path.name)) from None
    return parquet
