"""Put a repair that was fitted again into its folder, and lose none."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from monosashi.language.freshness.refreshed import RefreshedRepair


def save_refreshed(found: RefreshedRepair, path: Path) -> Path:
    """Copy the old folder to ``NAME.before-DAY`` beside it, then put the new one in its place.

    The copy is whole before anything is replaced, so that no kill loses a repair.
    """
    path = path.resolve()
    kept = _free_name(path, found.built_before)
    draft = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    try:
        shutil.copytree(path, draft / "old")
        (draft / "old").replace(kept)
        found.repair.save(path)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return kept


def _free_name(path: Path, day: str) -> Path:
    day = "".join(sign for sign in str(day) if sign.isalnum() or sign == "-") or "earlier"
    kept, number = path.with_name(f"{path.name}.before-{day}"), 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.before-{day}-{number}")
    return kept
