"""Error rates of people who looked at generated samples: a csv file of two columns."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

NAME, RATE = "generator", "error_rate"


def read_rates(path: Path) -> dict[str, float]:
    """Generator to rate; every bad line is named.

    Raises
    ------
    DataError
        The file cannot be read, lacks a column, holds no share from 0 to 1 in a line, or names a
        generator twice.
    """
    from monosashi.embeddings import DataError, fault

    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            fault("cli.errors.human_file", path=path, why=type(error).__name__)
        ) from None
    if not rows or not {NAME, RATE} <= set(rows[0]):
        found = ", ".join(map(str, rows[0])) if rows else "-"
        raise DataError(fault("cli.errors.human_columns", path=path, found=found))
    rates = [_number(row[RATE]) for row in rows]
    names = [str(row[NAME]) for row in rows]
    bad = [i + 2 for i, rate in enumerate(rates) if rate is None]
    twice = sorted({name for name in names if names.count(name) > 1})
    if bad or twice:
        numbers = [fault("cli.errors.human_numbers", bad, path=path)] if bad else []
        names_twice = [fault("cli.errors.human_twice", ids=twice, path=path)] if twice else []
        raise DataError(*numbers, *names_twice)
    return {name: rate for name, rate in zip(names, rates, strict=True) if rate is not None}


def by_stem(rates: dict[str, float], paths: Sequence[Path]) -> dict[str, float]:
    """The names of files stand for those of generators: ``g1.0.npz`` for ``g1.0``."""
    from monosashi.cli.panels import file_stem

    stems = {path.name: file_stem(path) for path in paths}
    return {**{stems[name]: rate for name, rate in rates.items() if name in stems}, **rates}


def _number(text: Any) -> float | None:
    try:
        value = float(text)
    except (TypeError, ValueError):
        return None
    return value if 0 <= value <= 1 else None
