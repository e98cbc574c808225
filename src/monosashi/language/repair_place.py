"""Put a folder into the place of another so that one of both stands there at any moment."""

from __future__ import annotations

import os
import shutil
from glob import escape
from pathlib import Path

from monosashi.embeddings.scratch import locked, scratch_folder

HERE, SWAP = -100, 2  # AT_FDCWD; RENAME_EXCHANGE of Linux and RENAME_SWAP of macOS


def place_folder(new: Path, path: Path) -> None:
    """Move ``new`` (on the same disk) to ``path``; an older folder there ends where ``new`` was.

    Both change places in one step where the system can do that. Elsewhere the older one steps
    aside under a name that ``put_back`` knows, should the process be killed between both steps.
    """
    aside = _aside(path)
    with locked(path.parent):
        if not put_back(path):  # what still waits there is of a process killed when it was done
            shutil.rmtree(aside, ignore_errors=True)
        if not path.exists():
            new.replace(path)
        elif not swap(new, path):
            path.replace(aside)
            new.replace(path)
            aside.replace(new)


def put_back(path: Path) -> bool:
    """Bring an older folder back that a killed process had moved aside; say whether it did.

    Only where nothing stands at ``path``. The caller holds the lock of the folder above.
    """
    if path.exists():
        return False
    waiting = [one for one in (_aside(path), *path.parent.glob(f".{escape(path.name)}.*/old"))
               if one.is_dir()]  # fmt: skip
    if not waiting:
        return False
    max(waiting, key=lambda one: one.stat().st_mtime).replace(path)
    return True


def recover(path: Path) -> bool:
    """``put_back`` for a reader; where it may not write, nothing is brought back."""
    try:
        if path.exists() or not path.parent.is_dir():
            return False
        with locked(path.parent):
            return put_back(path)
    except OSError:
        return False


def swap(one: Path, other: Path) -> bool:
    """Let two folders change places in one step; False where the system cannot."""
    if os.name == "nt":
        return False
    import ctypes

    system = ctypes.CDLL(None, use_errno=True)
    names = os.fsencode(one), os.fsencode(other)
    if hasattr(system, "renameat2"):
        return bool(system.renameat2(HERE, names[0], HERE, names[1], SWAP) == 0)
    if hasattr(system, "renamex_np"):
        return bool(system.renamex_np(*names, SWAP) == 0)
    return False


def copy_folder(path: Path, kept: Path) -> None:
    """Copy a folder whole to a free name beside it."""
    with scratch_folder(path.parent) as draft:
        shutil.copytree(path, draft / "copy")
        (draft / "copy").replace(kept)


def _aside(path: Path) -> Path:
    return path.with_name(f".{path.name}.earlier")
