"""Put a finished run in the place of an earlier one."""

from __future__ import annotations

import ctypes
import os
import shutil
from pathlib import Path

from monosashi.cli.run_contents import ASIDE, tables_of
from monosashi.words import LANGUAGES

WRITTEN = ("report.html", *(f"report.{name}.html" for name in LANGUAGES), "result.json",
           "settings.toml", "tables")  # fmt: skip
HERE, EXCHANGE = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of Linux


def move_into(stage: Path, out: Path) -> None:
    """Move a whole run to ``out``: at once where the system can, else file by file."""
    if not out.exists():
        stage.rename(out)
        return
    shutil.copymode(out, stage)
    if stage.parent != out and can_swap(out, stage) and _exchange(stage, out):
        shutil.rmtree(stage, ignore_errors=True)
    else:
        _move_files(stage, out)


def can_swap(out: Path, stage: Path | None = None) -> bool:
    """Whether the whole folder may be exchanged: it holds a run only, and we do not stand in it.

    A mounted folder and one whose parent cannot be written are filled, not exchanged.
    """
    if not out.is_dir() or os.path.ismount(out) or Path.cwd().is_relative_to(out):
        return False
    known = {*WRITTEN, ASIDE}
    ours = all(path.name in known for path in out.iterdir())
    return ours and not _others(out, stage or out) and os.access(out.parent, os.W_OK | os.X_OK)


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two names at once; False where the system or the disk cannot."""
    rename = getattr(ctypes.CDLL(None), "renameat2", None) if os.name == "posix" else None
    if rename is None:
        return False
    return bool(rename(HERE, os.fsencode(one), HERE, os.fsencode(other), EXCHANGE) == 0)


def _move_files(stage: Path, out: Path) -> None:
    """As long as files of two runs stand side by side there is no ``result.json``.

    What somebody laid beside the tables of an earlier run stays where it is, or beside a table
    of its name.
    """
    old = stage / "old tables"
    ours = tables_of(out, stage)
    if (out / "result.json").exists():
        (out / "result.json").replace(out / ASIDE)
    for path in ours:
        old.mkdir(exist_ok=True)
        path.replace(old / path.name)
    for name in sorted(set(WRITTEN) - {"result.json", "tables"}):
        if (stage / name).exists():
            (stage / name).replace(out / name)
        else:
            (out / name).unlink(missing_ok=True)
    _move_tables(stage / "tables", out / "tables")
    (stage / "result.json").replace(out / "result.json")
    (out / ASIDE).unlink(missing_ok=True)


def _move_tables(new: Path, tables: Path) -> None:
    made = sorted(new.iterdir()) if new.is_dir() else []
    if made:
        tables.mkdir(exist_ok=True)
    for path in made:
        if os.path.lexists(tables / path.name):
            (tables / path.name).rename(_free(tables / path.name))
        path.replace(tables / path.name)
    if tables.is_dir() and not any(tables.iterdir()):
        tables.rmdir()


def _free(path: Path) -> Path:
    """``x.kept.csv``, ``x.kept-2.csv``, … beside a file that is not ours to replace."""
    number, found = 1, path.with_suffix(f".kept{path.suffix}")
    while os.path.lexists(found):
        number += 1
        found = path.with_suffix(f".kept-{number}{path.suffix}")
    return found


def _others(out: Path, stage: Path) -> list[Path]:
    """What lies among the tables of an earlier run and is not of that run."""
    tables, ours = out / "tables", set(tables_of(out, stage))
    return [path for path in tables.iterdir() if path not in ours] if tables.is_dir() else []
