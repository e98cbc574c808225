"""Parquet, through pyarrow: lists of numbers become matrices without a Python list."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy.typing as npt

from monosashi.embeddings.errors import DataError, Faults, fault
from monosashi.embeddings.files.arrow import is_vector_type, matrix_of, plain_column
from monosashi.embeddings.files.table import Table

UNREADABLE = (OSError, ValueError, NotImplementedError, LookupError, TypeError)  # pyarrow's kinds


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
            schema = file.schema_arrow
            vectors = [field.name for field in schema if is_vector_type(field.type)]
            others = [name for name in vectors if name not in wanted]
            chosen = {*wanted, *(others if guess and len(others) == 1 else ())}
            names = [name for name in schema.names if name not in vectors or name in chosen]
            table = file.read(columns=names)
    except UNREADABLE:
        raise DataError(fault("embeddings.errors.broken_file", path=path.name)) from None
    faults = Faults()
    taken = {name: faults.attempt(_column, table[name], name, path.name) for name in names}
    columns = {name: values for name, values in taken.items() if values is not None}
    unread = tuple(name for name in vectors if name not in chosen)
    return Table(path.name, columns, unread=unread, faults=tuple(faults.found))


def _pyarrow_parquet(path: Path) -> Any:
    try:
        from pyarrow import parquet
    except ImportError:
        raise DataError(fault("embeddings.errors.needs_pyarrow", path=path.name)) from None
    return parquet


def _column(column: Any, name: str, source: str) -> npt.NDArray[Any]:
    try:
        return matrix_of(column, name) if is_vector_type(column.type) else plain_column(column)
    except DataError:
        raise
    except UNREADABLE:  # text that is no UTF-8, for one
        place = f"{source} [{name}]"
        raise DataError(fault("embeddings.errors.broken_file", path=place)) from None
