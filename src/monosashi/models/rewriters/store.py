"""Answers of rewriters in the file of answers: each written when it arrives, found by its key."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

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
)
COLUMNS = "raw, refusal, finish, prompt_tokens, completion_tokens, model, fingerprint, seconds"
ADD = f"""INSERT OR IGNORE INTO rewrites
(key, generator, cleaned, status, signs, created, {COLUMNS})
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""  # noqa: S608 - names of columns
FIND = f"SELECT {COLUMNS} FROM rewrites WHERE key = ?"  # noqa: S608
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
    ...     store.put("ab" * 32, Answer("Sleep well."), generator="model", signs=11)
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
            status: str = "") -> None:  # fmt: skip
        """Keep an answer; the first one to a key stays.

        ``signs`` is the length of what was sent; ``cleaned`` and ``status`` are what the gate of
        the day made of it, for people who look into the file: they are worked out again.
        """
        with plain_errors(self.path), self._transaction():
            self._connection.execute(ADD, (
                bytes.fromhex(key), generator, _whole(cleaned), status, signs, moment(),
                _whole(answer.raw), _whole(answer.refusal), answer.finish, answer.prompt_tokens,
                answer.completion_tokens, answer.model, answer.fingerprint, answer.seconds,
            ))  # fmt: skip

    def retried(self, key: str) -> None:
        """Write down that a call is about to be sent once more."""
        with plain_errors(self.path), self._transaction():
            self._connection.execute("INSERT INTO rewrite_retries VALUES (?, ?)",
                                     (bytes.fromhex(key), moment()))  # fmt: skip

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
        """Tokens a sign sent, tokens a sign received, seconds a call: of the first 50 answers."""
        if not self._there:
            return None
        asked, said, signs, made, seconds, count = self._all(RATES, generator)[0]
        if not count or not signs or not made:
            return None
        return asked / signs, said / made, seconds / count


def _whole(text: str) -> str:
    """Half a sign cannot be written as UTF-8."""
    return text.encode("utf-8", "replace").decode()
