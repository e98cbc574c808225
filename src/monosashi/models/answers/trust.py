"""Whether stored answers may be used: canaries of a space, and the state of every batch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from monosashi.models.answers.file import StoreFile, Vector
from monosashi.models.answers.opening import DOUBTFUL, TRUSTED, UNCHECKED
from monosashi.models.answers.trouble import plain_errors
from monosashi.models.moment import moment


class TrustFile(StoreFile):
    """A batch is unchecked until the canaries are next embedded: then trusted, or doubtful."""

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
            held = {text: np.frombuffer(blob, "<f4") for text, blob, _ in rows}
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

    def newest_batch(self) -> int:
        """Number of the last batch that anybody has put."""
        with plain_errors(self.path):
            return int(self._all("SELECT coalesce(max(id), 0) FROM batches")[0][0])

    def trust(self, space: str, newest: int) -> None:
        """The model has proved to be the same: what it answered before that is beyond doubt.

        ``newest`` is the last batch that was there when the proof was asked for.
        """
        with plain_errors(self.path), self._transaction():
            self._all("UPDATE batches SET state = ? WHERE space = ? AND state = ? AND id <= ?",
                      TRUSTED, self._number(space), UNCHECKED, newest)  # fmt: skip

    def doubt(self, space: str, run: str = "") -> None:
        """The model has changed: answers that no check followed, and those of ``run``, go unused.

        They are asked for again when they are needed.
        """
        with plain_errors(self.path), self._transaction():
            self._all("""UPDATE batches SET state = ?
                WHERE space = ? AND (state = ? OR (run = ? AND run <> ''))""",
                DOUBTFUL, self._number(space), UNCHECKED, run)  # fmt: skip
