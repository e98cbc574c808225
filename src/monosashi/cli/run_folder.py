"""The folder of a run: checked before anything is measured, then written whole."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from monosashi.cli.replacing import WRITTEN, can_swap, move_into
from monosashi.cli.run_contents import earlier_result, with_tables
from monosashi.cli.wrong_usage import WrongUsageError
from monosashi.embeddings.scratch import locked, remove_left_behind, scratch_folder
from monosashi.words import LANGUAGES, current_language

STAGE = ".monosashi-run-"


def check_out(out: Path | None) -> None:
    """Refuse a place that cannot hold a run before the minutes of measuring, not after.

    A folder that holds other things is fine, but nothing in it that no run wrote is replaced.
    """
    if out is None:
        return
    home = existing_folder(out)
    if out.resolve() in {Path(out.resolve().anchor), _home()}:
        raise WrongUsageError("cli.errors.out_is_root", path=out)
    if not os.access(home, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(home))
    if foreign := sorted(foreign_names(out)):
        raise WrongUsageError("cli.errors.out_holds", path=out, names=", ".join(foreign))


def existing_folder(path: Path) -> Path:
    """The path or the nearest folder above it that exists; a file in between is refused."""
    whole = path.absolute()
    found = next(place for place in (whole, *whole.parents) if os.path.lexists(place))
    if not found.is_dir():
        raise WrongUsageError("cli.errors.out_is_file", path=found)
    return found


def foreign_names(out: Path) -> list[str]:
    """Names that a run writes and that something else than an earlier run holds."""
    held = [name for name in WRITTEN if os.path.lexists(out / name)]
    if earlier_result(out) is not None:
        return [name for name in held if (out / name).is_dir() != (name == "tables")]
    return held


def _home() -> Path | None:
    try:
        return Path.home().resolve()
    except RuntimeError:  # there is none
        return None


def write_run(
    out: Path, document: Mapping[str, Any], tables: Mapping[str, Any], settings: str
) -> Path:
    """Build everything in a hidden folder, then move it to ``out``.

    A run that is killed while it measures or builds leaves ``out`` as it was; what it left in a
    hidden folder, in ``out`` or beside it, is removed by the next run into the same place.
    """
    from monosashi.report import Report
    from monosashi.results.writing import write_result, write_text

    check_out(out)
    first = current_language()
    words = (first, *(language for language in LANGUAGES if language != first))
    with _stage(out) as stage:
        heading = None if document.get("title") else "monosashi"
        Report([document], title=heading).save(stage / "report.html", words=words)
        write_text(stage / "settings.toml", with_tables(settings, tables))
        write_result(stage, document, tables)
        with locked(out.resolve().parent):  # one run at a time moves its files
            move_into(stage, out.resolve())
    return out / "report.html"


@contextmanager
def _stage(out: Path) -> Iterator[Path]:
    """A hidden folder on the disk of ``out``; what fails there is told of ``out``."""
    place = out.resolve()
    try:
        home = place if place.is_dir() and not can_swap(place) else place.parent
        remove_left_behind(place.parent if home == place else place, STAGE)
        with scratch_folder(home, STAGE) as stage:
            stage.chmod(0o755)
            yield stage
    except OSError as error:
        error.filename = str(out)
        raise
