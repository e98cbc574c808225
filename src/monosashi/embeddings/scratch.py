"""A hidden folder for as long as a process works in it; what killed ones left behind goes."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

MENDING = ".mending-"


@contextmanager
def scratch_folder(near: Path | None, prefix: str = MENDING) -> Iterator[Path]:
    """A folder in ``near`` (default the system's place for such files), removed at the end.

    It is locked while it is in use, and the lock falls with the process that holds it: folders
    without a lock belong to nobody and are removed. Where a system has no such locks, they stay.
    """
    home = Path(tempfile.gettempdir()) if near is None else near
    home.mkdir(parents=True, exist_ok=True)
    remove_left_behind(home, prefix)
    folder, handle = _locked_folder(home, prefix)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if handle is not None:
            os.close(handle)


def remove_left_behind(home: Path, prefix: str = MENDING) -> None:
    """Remove folders that no living process holds: the lock tells, not the number of a process."""
    for folder in home.glob(f"{prefix}*"):
        handle = _lock(folder, wait=False)
        if handle is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(handle)


def _locked_folder(home: Path, prefix: str) -> tuple[Path, int | None]:
    """A new folder and its lock; another one when somebody took it for left behind before that."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=prefix, dir=home))
        handle = _lock(folder)
        if folder.is_dir():
            return folder, handle
        if handle is not None:
            os.close(handle)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Nobody else is at work in this folder for as long as the context lasts."""
    handle = _lock(folder)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


@contextmanager
def sole(folder: Path) -> Iterator[bool]:
    """Whether this folder is ours alone for as long as the context lasts; nobody waits.

    True also where a system or disk has no such locks.
    """
    try:
        import fcntl

        handle = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        yield True
        return
    try:
        yield _try_alone(fcntl, handle)
    finally:
        os.close(handle)


def _try_alone(fcntl: Any, handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _lock(folder: Path, *, wait: bool = True) -> int | None:
    """A handle whose lock is ours alone; None where there are no locks or another holds it."""
    try:
        import fcntl

        handle = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle
