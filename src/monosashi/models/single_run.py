"""One run at a time: a lock that falls with the process that holds it, however it ends."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from monosashi.embeddings import DataError, fault

TAKEN = {errno.EAGAIN, errno.EACCES, errno.EDEADLK}


@contextmanager
def single_run(folder: Path, out: Path) -> Iterator[None]:
    """Hold the lock of ``folder``, which is made; a second run into ``out`` is refused.

    Raises
    ------
    DataError
        Another process holds it.
    """
    handle = _locked(folder, out)
    try:
        yield
    finally:
        os.close(handle)


def _locked(folder: Path, out: Path) -> int:
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        except FileNotFoundError:  # the run before has just finished and removed the folder
            continue
        try:
            _take(handle)
            if _is_at(handle, folder / "lock"):
                return handle
        except OSError as error:
            os.close(handle)
            if error.errno not in TAKEN:
                error.filename = str(folder)  # a disk that knows no locks
                raise
            raise DataError(fault("models.errors.out_busy", path=out)) from None
        os.close(handle)


def _take(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_at(handle: int, path: Path) -> bool:
    """Whether the locked file is still the one that others will find."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False
