"""Parquet, through pyarrow: lists of numbers become matrices without a Python list."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from monosashi.embeddings.errors import DataError, fault
from monosashi.embeddings.files.arrow import UNREADABLE, chosen_columns, table_of
from monosashi.embeddings.files.table import Table


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
            table = file.read(columns=names)
    except DataError:
        raise
    except UNREADABLE:
        raise DataError(fault("embeddings.errors.broken_file", path=path.name)) from None
    return table_of(table, unread, path.name)


def _pyarrow_parquet(path: Path) -> Any:
    try:
        from pyarrow import parquet
    except ImportError:
        raise DataError(fault("embeddings.errors.needs_pyarrow", path=path.name)) from None
    return parquet
