"""The folder of a rating: one sheet a rater, and the key."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.files.delimited import read_delimited
from monosashi.embeddings.files.encodings import read_text
from monosashi.models.rewriters.rewrite_set import RewriteSet
from monosashi.robustness.rating.found_sheets import KEY_FILE, RATER, raters_of, sheet_files
from monosashi.robustness.rating.key_digests import check_key, with_digests
from monosashi.robustness.rating.sheets import (
    CRITERIA,
    DIGEST,
    KEY,
    NEEDED,
    SHEET,
    SheetRow,
    Sheets,
)
from monosashi.robustness.reading import table_records

SEPARATORS = (",", ";", "\t")
FORMULA = re.compile(r"^'*[=+\-@\t\r]")  # what spreadsheets compute; quotes, so that it comes back
FORMULA_KEPT = re.compile(r"^'(?='*[=+\-@\t\r])")
COPY = re.compile(r"(?i)\s*(\(\d+\)|[-_ ]+(copy|コピー)(\s*\(?\d+\)?)?)$")
ENOUGH_TO_TELL = 5  # items in the same order by chance: 1 of 120


def read_pairs(path: Path) -> list[dict[str, Any]]:
    """Pairs to be rated: a table with transformation, original and rewritten (or transformed).

    Or the folder of a rewrite set: what was kept and differs from its original.
    """
    if path.is_dir():
        return [{"transformation": row.transformation, "generator": row.generator,
                 "id": row.record, "original": row.original, "rewritten": row.text}
                for row in RewriteSet.load(path).rows
                if row.kept and row.status != "unchanged"]  # fmt: skip
    rows = table_records(path)
    for row in rows:
        if "rewritten" not in row and "transformed" in row:
            row["rewritten"] = row["transformed"]
    _columns(rows, NEEDED, path.name)
    return rows


def write_sheets(made: Sheets, folder: Path) -> list[Path]:
    """Write ``rater_1.csv`` … and ``key.csv``; nothing that stands there is replaced.

    A text that a spreadsheet would take for a formula gets a ``'`` in front, which is taken off on
    reading.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[Path, tuple[Sequence[str], Sequence[Mapping[str, str]]]] = {
        folder / f"{RATER}{i}.csv": (SHEET, rows) for i, rows in enumerate(made.raters, 1)
    }
    key = [{**row, "sheets": str(len(made.raters))} for row in made.key]
    files[folder / KEY_FILE] = ((*KEY, DIGEST), with_digests(key, made.raters[0]))
    check_sheets(folder)
    # all before any is written: half a sheet would stand in the way of the next try
    contents = {path: _content(names, rows) for path, (names, rows) in files.items()}
    for path, content in contents.items():
        with path.open("xb") as file:
            file.write(content)
    return list(files)


def _content(names: Sequence[str], rows: Sequence[Mapping[str, str]]) -> bytes:
    """With a mark, so that spreadsheets read Japanese as it is."""
    held = io.StringIO(newline="")
    writer = csv.DictWriter(held, names)
    writer.writeheader()
    writer.writerows({name: FORMULA.sub(r"'\g<0>", text) for name, text in row.items()}
                     for row in rows)  # fmt: skip
    return held.getvalue().encode("utf-8-sig")


def check_sheets(folder: Path) -> None:
    """Refuse a folder that holds a key or sheets: somebody may have filled them in."""
    held = [path for path in (folder / KEY_FILE, *sheet_files(folder)) if path.exists()]
    if held:
        raise DataError(fault("robustness.errors.rating_exists", path=held[0]))


def read_sheets(folder: Path) -> tuple[list[dict[str, Any]], dict[str, list[dict[str, Any]]]]:
    """The key, and the filled sheets by the name of their rater.

    Sheets may have been saved with commas, semicolons or tabs. A copy of a sheet would count a
    rater twice, so two sheets in the same order with the same answers are refused, and so are two
    files of one rater.

    Raises
    ------
    DataError
        No key, or one that is not as it was written or belongs to other sheets; columns that are
        missing, copied sheets, files that look like sheets and are not named as such.
    """
    if not (folder / KEY_FILE).exists():
        raise DataError(fault("robustness.errors.rating_key", path=folder))
    named = raters_of(folder)
    key = _rows(folder / KEY_FILE, ("item", "transformation"))
    items = {_plain(row["item"]): row["item"] for row in key}
    sheets = {}
    for name, path in named.items():
        rows = _rows(path, ("item", *CRITERIA))
        for row in rows:
            row["item"] = items.get(_plain(row["item"]), row["item"])
        sheets[name] = rows
    _refuse_copies(sheets)
    check_key(key, sheets, KEY_FILE)
    for row in key:
        row.pop(DIGEST, None)
    return key, sheets


def _rows(path: Path, needed: Sequence[str]) -> list[dict[str, Any]]:
    """Rows of a sheet with any of the usual separators, formulas as they were."""
    header = (read_text(path).splitlines() or [""])[0]
    separator = max(SEPARATORS, key=header.count)
    table = read_delimited(path, vectors=False, separator=separator)
    values = {name: [None if one is None else FORMULA_KEPT.sub("", one) for one in held]
              for name, held in table.columns.items()}  # fmt: skip
    rows = [SheetRow(zip(values, row, strict=True)) for row in zip(*values.values(), strict=True)]
    _columns(rows, needed, path.name)
    for row, line in zip(rows, table.lines, strict=False):
        row.line = line
    # spreadsheets leave lines of separators alone
    return [row for row in rows if any(str(cell or "").strip() for cell in row.values())]


def _plain(item: Any) -> str:
    """The name of an item without the zeros that spreadsheets drop."""
    text = str(item or "").strip()
    return text.lstrip("0") if text.isdecimal() else text


def _refuse_copies(sheets: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    told = []
    for a, b in combinations(sheets, 2):
        first, second = ([tuple(row[name] for name in ("item", *CRITERIA)) for row in sheets[one]]
                         for one in (a, b))  # fmt: skip
        blank = all(answer is None for row in first for answer in row[1:])
        same = first == second and not blank and len(first) >= ENOUGH_TO_TELL
        if same or COPY.sub("", a) == COPY.sub("", b):
            told.append(f"{RATER}{a}.csv = {RATER}{b}.csv")
    if told:
        raise DataError(fault("robustness.errors.rating_copied", ids=told))


def _columns(rows: Sequence[Mapping[str, Any]], names: Sequence[str], source: str) -> None:
    known = list(rows[0]) if rows else []
    missing = [name for name in names if name not in known]
    if missing:
        raise DataError(fault("robustness.errors.rating_columns", source=source,
                              missing=", ".join(missing), known=", ".join(known)))  # fmt: skip
