"""Translations in the file of answers: written as they arrive, found again by their content."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from monosashi.models.answers.digests import canonical, space_digest, text_digest
from monosashi.models.answers.file import StoreFile
from monosashi.models.answers.store import AT_A_TIME
from monosashi.models.answers.trouble import plain_errors
from monosashi.models.moment import moment

TABLE = """CREATE TABLE IF NOT EXISTS translations (
space INTEGER NOT NULL, text BLOB NOT NULL, translation TEXT NOT NULL, created TEXT NOT NULL,
UNIQUE (space, text))"""
FIND = "SELECT text, translation FROM translations WHERE space = ? AND text IN ({marks})"


class TranslationStore(StoreFile):
    """What translators have answered, beside the vectors of embedders in the same file.

    A translation is found again by everything that changes it: the translator, the two languages
    and the text. Every ``put`` is one transaction: a process that is killed loses at most the
    texts in flight, and the same call goes on after them.

    Parameters
    ----------
    path : path, optional
        Default: ``$MONOSASHI_STORE``, else the user's folder for caches.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> folder = TemporaryDirectory()
    >>> space = translation_space({"kind": "mine"}, "ja", "en")
    >>> with TranslationStore(Path(folder.name) / "answers.sqlite") as store:
    ...     store.put(space, {"おやすみ": "good night"})
    ...     store.get(space, ["おやすみ", "おはよう"])
    {'おやすみ': 'good night'}
    >>> folder.cleanup()
    """

    def __init__(self, path: str | Path | None = None) -> None:
        super().__init__(path)
        with plain_errors(self.path):
            if not self.read_only:
                self._all(TABLE)
            self._there = bool(self._all(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'translations'"
            ))  # fmt: skip

    def get(self, space: str, texts: Sequence[str]) -> dict[str, str]:
        """Translations of those texts that have one."""
        with plain_errors(self.path):
            number = self._number(space) if self._there else None
            if number is None:
                return {}
            by_digest = {text_digest(text): text for text in texts}
            digests, found = list(by_digest), {}
            for start in range(0, len(digests), AT_A_TIME):
                part = digests[start : start + AT_A_TIME]
                asked = FIND.format(marks=",".join("?" * len(part)))
                found.update({by_digest[digest]: made
                              for digest, made in self._all(asked, number, *part)})  # fmt: skip
            return found

    def put(self, space: str, translations: Mapping[str, str]) -> None:
        """Keep translations; a text that has one keeps it."""
        with plain_errors(self.path), self._transaction():
            number, created = self._add_space(space), moment()
            self._connection.executemany(
                "INSERT OR IGNORE INTO translations VALUES (?, ?, ?, ?)",
                [(number, text_digest(text), made, created)
                 for text, made in translations.items()],
            )  # fmt: skip

    def describe(self, space: str, identity: Mapping[str, Any]) -> None:
        """Write beside the digest what it stands for, for people who look into the file."""
        with plain_errors(self.path), self._transaction():
            number = self._add_space(space)
            self._all("UPDATE spaces SET identity = ? WHERE id = ?", canonical(identity), number)

    def forget_translations(self, space: str) -> int:
        """Remove the translations of a space; return how many they were."""
        with plain_errors(self.path), self._transaction():
            gone: sqlite3.Cursor = self._connection.execute(
                "DELETE FROM translations WHERE space = ?", (self._number(space),)
            )
            return gone.rowcount


def translation_space(identity: Mapping[str, Any], source: str, target: str) -> str:
    """The digest under which translations of one translator between two languages stand."""
    return space_digest({"translator": dict(identity), "source": source, "target": target})
