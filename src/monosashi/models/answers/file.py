"""The file behind the store: one connection, whole transactions, spaces by their digest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault
from monosashi.models.answers.location import default_store
from monosashi.models.answers.opening import connect
from monosashi.models.answers.trouble import plain_errors
from monosashi.models.moment import moment

Vector = npt.NDArray[np.float32]


class StoreFile:
    """A connection that is closed at the end of a ``with``."""

    def __init__(self, path: str | Path | None = None) -> None:
        chosen = default_store() if path is None else Path(path)
        if chosen is None:
            raise DataError(fault("models.errors.store_none"))
        self.path = chosen
        with plain_errors(chosen):
            self._connection = connect(chosen)
        self.damaged = 0

    @property
    def read_only(self) -> bool:
        """Whether the file can be read and not written."""
        return bool(self._all("PRAGMA query_only")[0][0])

    def writable(self) -> None:
        """Refuse to go on where answers could not be kept: they may cost money.

        Raises
        ------
        DataError
            The file can only be read.
        """
        if self.read_only:
            raise DataError(fault("models.errors.store_read_only", path=self.path))

    def close(self) -> None:
        """Close the file; answers are on disk already."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.path)!r})"

    def _all(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        return self._connection.execute(statement, values).fetchall()

    def _number(self, space: str) -> int | None:
        rows = self._all("SELECT id FROM spaces WHERE digest = ?", space)
        return rows[0][0] if rows else None

    def _add_space(self, space: str) -> int:
        self._all("INSERT OR IGNORE INTO spaces (digest, identity, created) VALUES (?, '', ?)",
                  space, moment())  # fmt: skip
        return int(self._all("SELECT id FROM spaces WHERE digest = ?", space)[0][0])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing; the lock for writing is taken first, so that nobody waits in a circle."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")
