"""AnswerStore: one SQLite file, written as answers arrive, shared by any number of processes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from monosashi.models.answers.digests import canonical
from monosashi.models.answers.file import Vector
from monosashi.models.answers.opening import DOUBTFUL, UNCHECKED
from monosashi.models.answers.trouble import plain_errors
from monosashi.models.answers.trust import TrustFile
from monosashi.models.moment import moment

AT_A_TIME = 500  # variables of one statement

FIND = """SELECT a.text, a.dimension, a.vector FROM answers a JOIN batches b ON b.id = a.batch
WHERE a.space = ? AND b.state <> ? AND a.text IN ({marks})"""
KNOWN = """SELECT count(*) FROM answers a JOIN batches b ON b.id = a.batch
WHERE a.space = ? AND b.state <> ? AND a.text IN ({marks})"""
UNPROVEN = """SELECT a.text, a.batch FROM answers a JOIN batches b ON b.id = a.batch
WHERE a.space = ? AND b.state = ? AND b.run <> ? AND a.text IN ({marks})"""
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
        Default: ``$MONOSASHI_STORE``, else the user's folder for caches. A file that cannot be
        written (a disk that is read-only) is read; what it lacks is an error.

    Attributes
    ----------
    damaged : int
        Answers that were found damaged so far.

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
        """(d,) float32 vectors of those texts that have an answer, by digest.

        Answers that are damaged (NaN, another number of bytes) are removed and counted in
        ``damaged``; they will be asked for again.
        """
        found: dict[bytes, Vector] = {}
        broken: list[bytes] = []
        with plain_errors(self.path):
            for text, dimension, blob in self._rows(FIND, space, digests, DOUBTFUL):
                if len(blob) == 4 * dimension and np.isfinite(row := _vector(blob)).all():
                    found[text] = row
                else:
                    broken.append(text)
            self._remove(space, broken)
        return found

    def known(self, space: str, digests: Sequence[bytes]) -> int:
        """How many of these different texts have an answer."""
        with plain_errors(self.path):
            return sum(count for (count,) in self._rows(KNOWN, space, digests, DOUBTFUL))

    def unproven(self, space: str, digests: Sequence[bytes], *, run: str) -> dict[bytes, int]:
        """The batch of those texts whose answer no check has followed, ``run``'s own left out."""
        with plain_errors(self.path):
            return dict(self._rows(UNPROVEN, space, digests, UNCHECKED, run))

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

    def _rows(
        self, statement: str, space: str, digests: Sequence[bytes], *values: Any
    ) -> Iterator[tuple[Any, ...]]:
        """What a statement finds for some texts, asked in parts."""
        number = self._number(space)
        for start in range(0, len(digests) if number is not None else 0, AT_A_TIME):
            part = digests[start : start + AT_A_TIME]
            marked = statement.format(marks=",".join("?" * len(part)))
            yield from self._all(marked, number, *values, *part)

    def _remove(self, space: str, digests: Sequence[bytes]) -> None:
        if not digests:
            return
        self.damaged += len(digests)
        if not self.read_only:
            with self._transaction():
                number = self._number(space)
                self._connection.executemany("DELETE FROM answers WHERE space = ? AND text = ?",
                                             ((number, digest) for digest in digests))  # fmt: skip


def _vector(blob: bytes) -> Vector:
    return np.frombuffer(blob, dtype="<f4")
