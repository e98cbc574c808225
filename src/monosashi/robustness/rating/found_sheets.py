"""Which files of a folder are sheets; those that may be and are not named so are refused."""

from __future__ import annotations

import csv
from pathlib import Path

from monosashi.embeddings import DataError, Fault, fault
from monosashi.robustness.rating.sheets import CRITERIA

KEY_FILE, RATER, CSV = "key.csv", "rater_", ".csv"
SPREADSHEETS = (".xlsx", ".xls", ".ods", ".numbers", ".tsv", ".txt")
HEAD = 4_096
SEPARATORS = ",;\t"


def sheet_files(folder: Path) -> list[Path]:
    """Files named ``rater_….csv``, in letters of any case, by name."""
    return sorted(path for path in folder.glob("*") if path.suffix.lower() == CSV
                  and path.name.lower().startswith(RATER))  # fmt: skip


def raters_of(folder: Path) -> dict[str, Path]:
    """Sheets by the name of their rater.

    Raises
    ------
    DataError
        Two files of one rater; tables that hold ratings under another name; sheets saved as
        something else than CSV.
    """
    found: dict[str, Path] = {}
    faults: list[Fault] = []
    files = sheet_files(folder)
    for path in files:
        name = path.stem[len(RATER) :]
        if (other := found.setdefault(name, path)) is not path:
            faults.append(fault("robustness.errors.rating_copied",
                                ids=[f"{other.name} = {path.name}"]))  # fmt: skip
    others = [path.name for path in sorted(folder.glob("*")) if path not in files
              and (_is_spreadsheet(path, {one.stem.lower() for one in files})
                   or _holds_ratings(path))]  # fmt: skip
    if others:
        faults.append(fault("robustness.errors.rating_names", ids=others))
    if faults:
        raise DataError(*faults)
    return found


def _is_spreadsheet(path: Path, known: set[str]) -> bool:
    """A sheet that was saved as something else, and not as CSV too."""
    return (path.name.lower().startswith(RATER) and path.suffix.lower() in SPREADSHEETS
            and path.stem.lower() not in known)  # fmt: skip


def _holds_ratings(path: Path) -> bool:
    if path.suffix.lower() != CSV or path.name == KEY_FILE:
        return False
    with path.open("rb") as file:
        line = file.read(HEAD).decode("utf-8-sig", "replace").partition("\n")[0]
    separator = max(SEPARATORS, key=line.count)
    names = [name.strip().lower() for name in next(csv.reader([line], delimiter=separator), [])]
    return {"item", *CRITERIA} <= set(names)
