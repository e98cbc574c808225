"""Answers of rewriters in the file of answers: each written when it arrives, found by its key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Literal

from monosashi.models.answers.file import StoreFile
from monosashi.models.answers.trouble import plain_errors
from monosashi.models.moment import moment
from monosashi.models.rewriters.steps import Answer

TABLES = (
    """CREATE TABLE IF NOT EXISTS rewrites (key BLOB PRIMARY KEY, generator TEXT NOT NULL,
raw TEXT NOT NULL, cleaned TEXT NOT NULL, status TEXT NOT NULL, refusal TEXT NOT NULL,
finish TEXT NOT NULL, prompt_tokens INTEGER, completion_tokens INTEGER, model TEXT NOT NULL,
fingerprint TEXT NOT NULL, seconds REAL NOT NULL, signs INTEGER NOT NULL, created TEXT NOT NULL
) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS rewrite_retries (key BLOB NOT NULL, created TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS rewrite_runs (run TEXT PRIMARY KEY, host TEXT NOT NULL,
process INTEGER NOT NULL, seen REAL NOT NULL) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS rewrite_claims (key BLOB PRIMARY KEY, run TEXT NOT NULL
) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS rewrite_exported (key BLOB PRIMARY KEY, signs INTEGER NOT NULL
) WITHOUT ROWID""",
)
COLUMNS = "raw, refusal, finish, prompt_tokens, completion_tokens, model, fingerprint, seconds"
ADD = f"""INSERT OR IGNORE INTO rewrites
(key, generator, cleaned, status, signs, created, {COLUMNS})
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""  # noqa: S608 - names of columns
FIND = f"SELECT {COLUMNS} FROM rewrites WHERE key = ?"  # noqa: S608
CLAIMED = """SELECT run, host, process, seen FROM rewrite_claims JOIN rewrite_runs USING (run)
WHERE key = ?"""
RATES = """SELECT sum(prompt_tokens), sum(completion_tokens), sum(signs), sum(length(raw)),
sum(seconds), count(*) FROM (SELECT * FROM rewrites WHERE generator = ? AND prompt_tokens > 0
AND completion_tokens > 0 AND signs > 0 LIMIT 50)"""


class RewriteStore(StoreFile):
    """What rewriters have answered, in the same file as vectors and translations.

    An answer is found by the digest of everything that changes it: format, provider, model,
    messages, sampling, seed, attempt and form of the answer; not by the data set, so that equal
    texts are paid for once. Every ``put`` is one transaction: a process that is killed loses the
    answers under way and nothing else. Retries are written down before they are sent.

    Parameters
    ----------
    path : path, optional
        Default: ``$MONOSASHI_STORE``, else the user's folder for caches.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> folder = TemporaryDirectory()
    >>> with RewriteStore(Path(folder.name) / "answers.sqlite") as store:
    ...     _ = store.put("ab" * 32, Answer("Sleep well."), generator="model", signs=11)
    ...     store.get("ab" * 32).raw, store.get("cd" * 32)
    ('Sleep well.', None)
    >>> folder.cleanup()
    """

    def __init__(self, path: str | Path | None = None) -> None:
        super().__init__(path)
        with plain_errors(self.path):
            if not self.read_only:
                for table in TABLES:
                    self._all(table)
            self._there = bool(self._all(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'rewrites'"
            ))  # fmt: skip

    def get(self, key: str) -> Answer | None:
        """The answer under a key, or None."""
        if not self._there:
            return None
        with plain_errors(self.path):
            rows = self._all(FIND, bytes.fromhex(key))
        if not rows:
            return None
        raw, refusal, finish, asked, said, model, mark, seconds = rows[0]
        return Answer(raw, refusal, finish, asked, said, model, mark, seconds)

    def put(self, key: str, answer: Answer, *, generator: str, signs: int, cleaned: str = "",
            status: str = "") -> Answer:  # fmt: skip
        """Keep an answer; the first one to a key stays, and is what comes back.

        Another process may have been faster: what counts for both is what the file holds.
        ``signs`` is the length of what was sent; ``cleaned`` and ``status`` are what the gate of
        the day made of it, for people who look into the file: they are worked out again.
        """
        with plain_errors(self.path), self._transaction():
            self._connection.execute(ADD, (
                bytes.fromhex(key), generator, _whole(cleaned), status, signs, moment(),
                _whole(answer.raw), _whole(answer.refusal), answer.finish, answer.prompt_tokens,
                answer.completion_tokens, answer.model, answer.fingerprint, answer.seconds,
            ))  # fmt: skip
            self._connection.execute("DELETE FROM rewrite_claims WHERE key = ?",
                                     (bytes.fromhex(key),))  # fmt: skip
        return self.get(key) or answer

    def retried(self, key: str) -> None:
        """Write down that a call is about to be sent once more."""
        with plain_errors(self.path), self._transaction():
            self._connection.execute("INSERT INTO rewrite_retries VALUES (?, ?)",
                                     (bytes.fromhex(key), moment()))  # fmt: skip

    def seen(self, run: str, host: str, process: int, when: float) -> None:
        """A sign of life of a run."""
        with plain_errors(self.path), self._transaction():
            self._connection.execute("INSERT OR REPLACE INTO rewrite_runs VALUES (?, ?, ?, ?)",
                                     (run, host, process, when))  # fmt: skip

    def claim(
        self, key: str, run: str, lives: Callable[[str, int, float], bool]
    ) -> Literal["mine", "theirs", "there"]:
        """Write down that a run asks for a call, unless it is answered or another one asks.

        ``lives`` says of another run's host, process and last sign of life whether it still runs.
        """
        with plain_errors(self.path):
            if self._claimed_by_other(key, run, lives):  # seen without the lock for writing
                return "theirs"
            with self._transaction():
                if self.get(key) is not None:
                    return "there"
                if self._claimed_by_other(key, run, lives):
                    return "theirs"
                self._connection.execute("INSERT OR REPLACE INTO rewrite_claims VALUES (?, ?)",
                                         (bytes.fromhex(key), run))  # fmt: skip
                return "mine"

    def drop_claim(self, key: str, run: str) -> None:
        """Another run may ask for a call that failed in this one."""
        with plain_errors(self.path), self._transaction():
            self._connection.execute("DELETE FROM rewrite_claims WHERE key = ? AND run = ?",
                                     (bytes.fromhex(key), run))  # fmt: skip

    def unclaim(self, run: str) -> None:
        """Forget a run, and what it asked for."""
        with plain_errors(self.path), self._transaction():
            for table in ("rewrite_claims", "rewrite_runs"):
                self._connection.execute(f"DELETE FROM {table} WHERE run = ?", (run,))  # noqa: S608

    def _claimed_by_other(
        self, key: str, run: str, lives: Callable[[str, int, float], bool]
    ) -> bool:
        rows = self._all(CLAIMED, bytes.fromhex(key))
        return bool(rows) and rows[0][0] != run and lives(*rows[0][1:])

    def exported(self, sizes: Mapping[str, int]) -> None:
        """Write down which requests went into a file, and how long what they send is."""
        with plain_errors(self.path), self._transaction():
            self._connection.executemany(
                "INSERT OR IGNORE INTO rewrite_exported VALUES (?, ?)",
                [(bytes.fromhex(key), signs) for key, signs in sizes.items()],
            )

    def size_exported(self, key: str) -> int | None:
        """Length of what an exported request sends; None if it was not exported from here."""
        if not self._there:
            return None
        rows = self._all("SELECT signs FROM rewrite_exported WHERE key = ?", bytes.fromhex(key))
        return int(rows[0][0]) if rows else None

    def forget(self, keys: Iterable[str]) -> int:
        """Remove answers; return how many there were."""
        with plain_errors(self.path), self._transaction():
            return sum(
                self._connection.execute("DELETE FROM rewrites WHERE key = ?",
                                         (bytes.fromhex(key),)).rowcount for key in keys
            )  # fmt: skip

    @property
    def retries(self) -> int:
        """Retries written down so far."""
        return int(self._all("SELECT count(*) FROM rewrite_retries")[0][0]) if self._there else 0

    @property
    def count(self) -> int:
        """Answers kept so far."""
        return int(self._all("SELECT count(*) FROM rewrites")[0][0]) if self._there else 0

    def rates(self, generator: str) -> tuple[float, float, float] | None:
        """Tokens a sign sent, tokens a sign received, seconds a call, of 50 kept answers.

        In the order of their keys, which are digests: any 50, not the first.
        """
        if not self._there:
            return None
        asked, said, signs, made, seconds, count = self._all(RATES, generator)[0]
        if not count or not signs or not made:
            return None
        return asked / signs, said / made, seconds / count


def _whole(text: str) -> str:
    """Half a sign cannot be written as UTF-8."""
    return text.encode("utf-8", "replace").decode()
