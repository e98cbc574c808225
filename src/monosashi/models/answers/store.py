"""AnswerStore: one SQLite file, written as answers arrive, shared by any number of processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.models.answers.digests import canonical
from monosashi.models.answers.file import Vector
from monosashi.models.answers.opening import DOUBTFUL, UNCHECKED
from monosashi.models.answers.trouble import plain_errors
from monosashi.models.answers.trust import TrustFile
from monosashi.models.moment import moment

AT_A_TIME = 500  # variables of one statement

FIND = """SELECT a.text, a.dimension, a.vector FROM answers a JOIN batches b ON b.id = a.batch
WHERE a.space = ? AND b.state <> ? AND a.text IN ({marks})"""
ADD = """INSERT INTO answers (space, text, batch, dimension, vector) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (space, text) DO UPDATE
SET batch = excluded.batch, dimension = excluded.dimension, vector = excluded.vector
WHERE (SELECT state FROM batches WHERE id = answers.batch) = 2"""
COUNT = """SELECT count(*) FROM answers a JOIN batches b ON b.id = a.batch
JOIN spaces s ON s.id = a.space WHERE b.state <> ? AND (? IS NULL OR s.digest = ?)"""


class AnswerStore(TrustFile):
    """Vectors that models have answered, found again by space and text.

    A space is what ``Embedder.identity(role)`` says (``space_digest``), a text the digest of what
    is sent (``text_digest``); the texts themselves are not kept. Every ``put`` is one transaction,
    so a process that is killed loses at most the batch in flight, and several processes may write
    at once: the first answer to a text stays.

    Parameters
    ----------
    path : path, optional
        Default: ``$MONOSASHI_STORE``, else the user's folder for caches.

    Raises
    ------
    DataError
        The file is another kind of file, a newer format, damaged, or cannot be written. It is
        never overwritten.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from monosashi.models.answers import space_digest, text_digest
    >>> folder = tempfile.TemporaryDirectory()
    >>> space = space_digest({"name": "my-model"})
    >>> with AnswerStore(Path(folder.name) / "answers.sqlite") as store:
    ...     _ = store.put(space, [text_digest("hello")], [[0.6, 0.8]])
    ...     found = store.get(space, [text_digest("hello"), text_digest("unknown")])
    >>> [vector.tolist() for vector in found.values()]
    [[0.6000000238418579, 0.800000011920929]]
    >>> folder.cleanup()
    """

    def get(self, space: str, digests: Sequence[bytes]) -> dict[bytes, Vector]:
        """(d,) float32 vectors of those texts that have an answer, by digest."""
        with plain_errors(self.path):
            number = self._number(space)
            found: dict[bytes, Vector] = {}
            for start in range(0, len(digests) if number is not None else 0, AT_A_TIME):
                part = digests[start : start + AT_A_TIME]
                ask = FIND.format(marks=",".join("?" * len(part)))
                for text, dimension, blob in self._all(ask, number, DOUBTFUL, *part):
                    found[text] = self._vector(blob, dimension)
            return found

    def put(self, space: str, digests: Sequence[bytes], vectors: Any, *, run: str = "") -> int:
        """Keep the answers of one batch; return how many of them are new.

        A text that has an answer keeps it, unless that answer is doubtful. ``run`` names who put
        them, for ``doubt``.
        """
        rows = np.ascontiguousarray(vectors, dtype="<f4")
        with plain_errors(self.path), self._transaction():
            number = self._add_space(space)
            batch = self._connection.execute(
                "INSERT INTO batches (space, run, created, state) VALUES (?, ?, ?, ?)",
                (number, run, moment(), UNCHECKED),
            ).lastrowid
            before = self._connection.total_changes
            self._connection.executemany(
                ADD,
                ((number, digest, batch, len(row), row.tobytes())
                 for digest, row in zip(digests, rows, strict=True)),
            )  # fmt: skip
            return self._connection.total_changes - before

    def count(self, space: str | None = None) -> int:
        """Answers that are kept and not doubtful, in one space or in all."""
        with plain_errors(self.path):
            return int(self._all(COUNT, DOUBTFUL, space, space)[0][0])

    def describe(self, space: str, identity: Mapping[str, Any]) -> None:
        """Write beside the digest what it stands for, for people who look into the file."""
        with plain_errors(self.path), self._transaction():
            number = self._add_space(space)
            words = canonical(identity)
            self._all("UPDATE spaces SET identity = ? WHERE id = ?", words, number)

    def forget(self, space: str) -> int:
        """Remove a space with its answers and canaries; return how many answers that were."""
        with plain_errors(self.path), self._transaction():
            number = self._number(space)
            gone = self._connection.execute("DELETE FROM answers WHERE space = ?", (number,))
            for table in ("batches", "canaries"):
                self._all(f"DELETE FROM {table} WHERE space = ?", number)  # noqa: S608 - our names
            self._all("DELETE FROM spaces WHERE id = ?", number)
            return gone.rowcount

    def _vector(self, blob: bytes, dimension: int) -> Vector:
        if len(blob) != 4 * dimension:
            raise DataError(fault("models.errors.store_damaged", path=self.path,
                                  why=f"{len(blob)} bytes for {dimension} numbers"))  # fmt: skip
        return np.frombuffer(blob, dtype="<f4")
