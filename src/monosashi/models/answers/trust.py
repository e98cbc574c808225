"""Whether stored answers may be used: canaries of a space, and the state of every batch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.models.answers.file import StoreFile, Vector
from monosashi.models.answers.opening import DOUBTFUL, TRUSTED, UNCHECKED
from monosashi.models.answers.trouble import plain_errors
from monosashi.models.moment import moment


class TrustFile(StoreFile):
    """A batch is unchecked until its run embeds the canaries again: then trusted, or doubtful.

    A run that ended before that leaves unchecked batches; the next one embeds a text of each.
    """

    def canaries(self, space: str) -> tuple[dict[str, Vector], str] | None:
        """Vectors of the fixed texts as the model first answered them, and the date of that."""
        with plain_errors(self.path):
            rows = self._all(
                """SELECT c.text, c.vector, c.created FROM canaries c
                JOIN spaces s ON s.id = c.space WHERE s.digest = ? ORDER BY c.rowid""",
                space,
            )
            if not rows:
                return None
            held = {text: self._sound_canary(blob) for text, blob, _ in rows}
            if len({len(row) for row in held.values()}) > 1:
                raise self._damaged("canaries of different lengths")
            return held, min(created for *_, created in rows)

    def keep_canaries(self, space: str, vectors: Mapping[str, Any]) -> None:
        """Keep the vectors of fixed texts; those that are kept already stay."""
        with plain_errors(self.path), self._transaction():
            number, created = self._add_space(space), moment()
            self._connection.executemany(
                "INSERT OR IGNORE INTO canaries (space, text, vector, created) VALUES (?, ?, ?, ?)",
                ((number, text, np.ascontiguousarray(row, dtype="<f4").tobytes(), created)
                 for text, row in vectors.items()),
            )  # fmt: skip

    def trust(self, space: str, run: str) -> None:
        """The model has proved to be the same after ``run`` had asked it: its batches are true."""
        with plain_errors(self.path), self._transaction():
            self._all("UPDATE batches SET state = ? WHERE space = ? AND state = ? AND run = ?",
                      TRUSTED, self._number(space), UNCHECKED, run)  # fmt: skip

    def doubt(self, space: str, run: str = "") -> None:
        """The model has changed: answers that no check followed, and those of ``run``, go unused.

        They are asked for again when they are needed.
        """
        with plain_errors(self.path), self._transaction():
            self._all("""UPDATE batches SET state = ?
                WHERE space = ? AND (state = ? OR (run = ? AND run <> ''))""",
                DOUBTFUL, self._number(space), UNCHECKED, run)  # fmt: skip

    def settle(self, batches: Mapping[int, bool]) -> None:
        """Batches of a run that ended before its check: a text of each was embedded again.

        True for those in which it came out the same.
        """
        with plain_errors(self.path), self._transaction():
            self._connection.executemany(
                "UPDATE batches SET state = ? WHERE id = ? AND state = ?",
                ((TRUSTED if same else DOUBTFUL, batch, UNCHECKED)
                 for batch, same in batches.items()),
            )  # fmt: skip

    def _sound_canary(self, blob: bytes) -> Vector:
        if not blob or len(blob) % 4 or not np.isfinite(np.frombuffer(blob, "<f4")).all():
            raise self._damaged("a canary is no vector")
        return np.frombuffer(blob, "<f4")

    def _damaged(self, why: str) -> DataError:
        return DataError(fault("models.errors.store_damaged", path=self.path, why=why))
