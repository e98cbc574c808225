"""Open the file of answers, make its tables, and refuse a file that is something else."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from monosashi.embeddings import DataError, fault

APPLICATION = 0x6D6F6E6F  # "mono", in the head of every file of ours
FORMAT = 1
BUSY_SECONDS = 60.0
HEAD = b"SQLite format 3\0"
UNCHECKED, TRUSTED, DOUBTFUL = 0, 1, 2  # states of a batch

TABLES = """
CREATE TABLE spaces (id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, identity TEXT NOT NULL,
                     created TEXT NOT NULL){strict};
CREATE TABLE batches (id INTEGER PRIMARY KEY, space INTEGER NOT NULL, run TEXT NOT NULL,
                      created TEXT NOT NULL, state INTEGER NOT NULL){strict};
CREATE INDEX batches_by_space ON batches (space, state);
CREATE TABLE answers (space INTEGER NOT NULL, text BLOB NOT NULL, batch INTEGER NOT NULL,
                      dimension INTEGER NOT NULL, vector BLOB NOT NULL,
                      UNIQUE (space, text)){strict};
CREATE TABLE canaries (space INTEGER NOT NULL, text TEXT NOT NULL, vector BLOB NOT NULL,
                       created TEXT NOT NULL, UNIQUE (space, text)){strict};
"""


def connect(path: Path) -> sqlite3.Connection:
    """A connection to the store at ``path``, which is made if nothing stands there.

    Raises
    ------
    DataError
        What stands there is another kind of file, a newer format, or damaged; it is left as it is.
    """
    _refuse_other_files(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        _prepare(connection, path)
    except sqlite3.OperationalError as error:
        connection.close()
        if not _is_unwritable(error) or not path.exists():
            raise
        return _read_only(path)
    except BaseException:
        connection.close()
        raise
    return connection


def _is_unwritable(error: sqlite3.OperationalError) -> bool:
    name = getattr(error, "sqlite_errorname", None) or ""
    return name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM"))


def _read_only(path: Path) -> sqlite3.Connection:
    """What a disk holds that cannot be written; nobody else can write it either."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None
    )
    try:
        new = _is_new(connection, path)
        connection.execute("PRAGMA query_only = 1")
    except BaseException:
        connection.close()
        raise
    if new:
        connection.close()
        raise DataError(fault("models.errors.store_read_only", path=path))
    return connection


def _refuse_other_files(path: Path) -> None:
    if not path.exists():
        return
    if not path.is_file():
        raise DataError(fault("models.errors.store_foreign", path=path))
    with path.open("rb") as file:
        head = file.read(len(HEAD))
    if head and head != HEAD:
        raise DataError(fault("models.errors.store_foreign", path=path))


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Check whose file it is; the first process makes the tables, in one transaction."""
    connection.execute("BEGIN")  # one moment for all that is asked: others may be making it now
    new = _is_new(connection, path)
    connection.execute("COMMIT")
    if new:
        _write_ahead(connection)
        connection.execute("BEGIN IMMEDIATE")
        if _is_new(connection, path):
            strict = " STRICT" if sqlite3.sqlite_version_info >= (3, 37) else ""
            for statement in TABLES.format(strict=strict).split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
        connection.execute("COMMIT")
    _write_ahead(connection)
    connection.execute(
        "PRAGMA synchronous = NORMAL"
    )  # a kill loses nothing; power may lose a batch


def _is_new(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file is still empty; a file with other tables or a newer format is refused."""
    ((owner,),) = connection.execute("PRAGMA application_id")
    ((version,),) = connection.execute("PRAGMA user_version")
    ((tables,),) = connection.execute("SELECT count(*) FROM sqlite_master")
    if owner == APPLICATION:
        if version != FORMAT:
            raise DataError(fault("models.errors.store_newer", path=path, format=version,
                                  known=FORMAT))  # fmt: skip
        return False
    if owner or tables:
        raise DataError(fault("models.errors.store_foreign", path=path))
    return True


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Readers and one writer at a time; the change itself does not wait for others, so we do."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return
