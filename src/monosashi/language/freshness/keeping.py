"""Put a repair that was fitted again into its folder, and lose none."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from monosashi.embeddings import DataError
from monosashi.language.centering_files import OLD_HEAD
from monosashi.language.fitted import FittedRepair
from monosashi.language.freshness.refreshed import RefreshedRepair
from monosashi.language.repair_files import HEAD, load_repair
from monosashi.language.repair_place import copy_folder, recover


def save_refreshed(found: RefreshedRepair, path: Path) -> Path:
    """Copy the old folder to ``NAME.before-DAY`` beside it, then put the new one in its place.

    The copy is whole before anything is replaced, so that no kill loses a repair.
    """
    kept = keep_before(path.resolve(), found.built_before)
    found.repair.save(path.resolve())
    return kept


def save_beside_earlier(repair: FittedRepair, path: Path) -> Path | None:
    """Save a repair; one that stands there already is kept as ``NAME.before-DAY``.

    Returns where, or None where nothing stood there.
    """
    path = path.resolve()
    kept = None
    recover(path)
    if any((path / head).is_file() for head in (HEAD, OLD_HEAD)):
        with suppress(DataError):  # a damaged one is no repair, and is kept all the same
            kept = keep_before(path, load_repair(path).built_at)
        kept = kept or keep_before(path, "")
    repair.save(path)
    return kept


def keep_before(path: Path, day: str) -> Path:
    """Copy a folder whole to a free name beside it."""
    kept = _free_name(path, day)
    copy_folder(path, kept)
    return kept


def _free_name(path: Path, day: str) -> Path:
    day = "".join(sign for sign in str(day) if sign.isalnum() or sign == "-")[:40] or "earlier"
    kept, number = path.with_name(f"{path.name}.before-{day}"), 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.before-{day}-{number}")
    return kept
