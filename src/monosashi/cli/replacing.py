"""Put a finished run in the place of an earlier one."""

from __future__ import annotations

import ctypes
import os
import shutil
from pathlib import Path

from monosashi.words import LANGUAGES

WRITTEN = ("report.html", *(f"report.{name}.html" for name in LANGUAGES), "result.json",
           "settings.toml", "tables")  # fmt: skip
ASIDE = ".result.json"  # the earlier run's, while its files are replaced
HERE, EXCHANGE = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of Linux


def move_into(stage: Path, out: Path) -> None:
    """Move a whole run to ``out``: at once where the system can, else file by file."""
    if not out.exists():
        stage.rename(out)
        return
    shutil.copymode(out, stage)
    if stage.parent != out and can_swap(out) and _exchange(stage, out):
        shutil.rmtree(stage, ignore_errors=True)
    else:
        _move_files(stage, out)


def can_swap(out: Path) -> bool:
    """Whether the whole folder may be exchanged: it holds a run only, and we do not stand in it.

    A mounted folder and one whose parent cannot be written are filled, not exchanged.
    """
    if not out.is_dir() or os.path.ismount(out) or Path.cwd().is_relative_to(out):
        return False
    known = {*WRITTEN, ASIDE}
    ours = all(path.name in known for path in out.iterdir())
    return ours and not _others(out / "tables") and os.access(out.parent, os.W_OK | os.X_OK)


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two names at once; False where the system or the disk cannot."""
    rename = getattr(ctypes.CDLL(None), "renameat2", None) if os.name == "posix" else None
    if rename is None:
        return False
    return bool(rename(HERE, os.fsencode(one), HERE, os.fsencode(other), EXCHANGE) == 0)


def _move_files(stage: Path, out: Path) -> None:
    """As long as files of two runs stand side by side there is no ``result.json``."""
    old = stage / "old tables"
    if (out / "result.json").exists():
        (out / "result.json").replace(out / ASIDE)
    if (out / "tables").exists():
        (out / "tables").rename(old)
    for name in sorted(set(WRITTEN) - {"result.json"}):
        if (stage / name).exists():
            (stage / name).replace(out / name)
        else:
            (out / name).unlink(missing_ok=True)
    _keep_others(old, out / "tables")
    (stage / "result.json").replace(out / "result.json")
    (out / ASIDE).unlink(missing_ok=True)


def _keep_others(old: Path, new: Path) -> None:
    """What somebody laid beside the tables of an earlier run stays."""
    for path in _others(old):
        new.mkdir(exist_ok=True)
        path.rename(new / path.name)


def _others(tables: Path) -> list[Path]:
    return [path for path in tables.iterdir() if path.suffix != ".csv"] if tables.is_dir() else []
