"""The folder of a rating: one sheet a rater, and the key."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.robustness.rating.sheets import CRITERIA, KEY, NEEDED, SHEET, Sheets
from monosashi.robustness.reading import table_records

KEY_FILE, RATER = "key.csv", "rater_"


def read_pairs(path: Path) -> list[dict[str, Any]]:
    """Pairs to be rated: a table with transformation, original and rewritten (or transformed)."""
    rows = table_records(path)
    for row in rows:
        if "rewritten" not in row and "transformed" in row:
            row["rewritten"] = row["transformed"]
    _columns(rows, NEEDED, path.name)
    return rows


def write_sheets(made: Sheets, folder: Path) -> list[Path]:
    """Write ``rater_1.csv`` … and ``key.csv``; nothing that stands there is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[Path, tuple[Sequence[str], Sequence[Mapping[str, str]]]] = {
        folder / f"{RATER}{i}.csv": (SHEET, rows) for i, rows in enumerate(made.raters, 1)
    }
    files[folder / KEY_FILE] = (KEY, made.key)
    for path in files:
        if path.exists():
            raise DataError(fault("robustness.errors.rating_exists", path=path))
    for path, (names, rows) in files.items():
        # with a mark, so that spreadsheets read Japanese as it is
        with path.open("x", newline="", encoding="utf-8-sig") as file:
            writer = csv.DictWriter(file, names)
            writer.writeheader()
            writer.writerows(rows)
    return list(files)


def read_sheets(folder: Path) -> tuple[list[dict[str, Any]], dict[str, list[dict[str, Any]]]]:
    """The key, and the filled sheets by the name of their rater."""
    if not (folder / KEY_FILE).exists():
        raise DataError(fault("robustness.errors.rating_key", path=folder))
    key = table_records(folder / KEY_FILE)
    _columns(key, ("item", "transformation"), KEY_FILE)
    sheets = {}
    for path in sorted(folder.glob(f"{RATER}*.csv")):
        rows = table_records(path)
        _columns(rows, ("item", *CRITERIA), path.name)
        sheets[path.stem.removeprefix(RATER)] = rows
    return key, sheets


def _columns(rows: Sequence[Mapping[str, Any]], names: Sequence[str], source: str) -> None:
    known = list(rows[0]) if rows else []
    missing = [name for name in names if name not in known]
    if missing:
        raise DataError(fault("robustness.errors.rating_columns", source=source,
                              missing=", ".join(missing), known=", ".join(known)))  # fmt: skip
