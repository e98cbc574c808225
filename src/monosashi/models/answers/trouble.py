"""What sqlite says, in our words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from monosashi.embeddings import DataError, fault

KINDS = {
    "SQLITE_BUSY": "store_busy",
    "SQLITE_LOCKED": "store_busy",
    "SQLITE_FULL": "store_full",
    "SQLITE_READONLY": "store_unwritable",
    "SQLITE_CANTOPEN": "store_unwritable",
    "SQLITE_PERM": "store_unwritable",
    "SQLITE_IOERR": "store_unwritable",
}


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turn what fails inside into one DataError that names the file and what to do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        name = getattr(error, "sqlite_errorname", None) or ""
        kind = next((word for start, word in KINDS.items() if name.startswith(start)),
                    "store_damaged")  # fmt: skip
        raise DataError(fault(f"models.errors.{kind}", path=path, why=error)) from error
