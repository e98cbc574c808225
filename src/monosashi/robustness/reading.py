"""A cube from a file: CSV, JSON, JSON lines, Parquet, HTEB's scores, folders of mteb results."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.files.delimited import read_delimited
from monosashi.embeddings.files.encodings import read_text
from monosashi.embeddings.files.jsonl import read_jsonl
from monosashi.embeddings.files.parquet import read_parquet
from monosashi.embeddings.files.table import Table
from monosashi.robustness.cube import Cube
from monosashi.robustness.hteb_generators import is_hteb_generator
from monosashi.robustness.hteb_scores import hteb_records, is_hteb
from monosashi.robustness.mteb_results import mteb_records

TABLES = (".csv", ".tsv", ".jsonl", ".parquet")


def read_cube(path: str | Path) -> Cube:
    """Read scores before and after rewriting.

    Parameters
    ----------
    path : a file or a folder
        csv, tsv, jsonl or parquet with at least the columns model, dataset, transformation,
        original and transformed; json with a list of such rows, a mapping of columns, or an
        object with ``cube``; HTEB's ``scores.JSON``; or a folder of mteb results, in which
        ``original/`` and one folder a transformation hold ``model/revision/Task.json``.

    Raises
    ------
    DataError
        The file cannot be read, or everything that is wrong with its rows.
    """
    place = Path(path)
    if not place.exists():
        raise DataError(fault("robustness.errors.no_file", path=place))
    if place.is_dir():
        held = place / "scores.JSON"
        return _json(held) if held.exists() else _of_mteb(place)
    if place.suffix.lower() == ".json":
        return _json(place)
    table = read_table(place)
    with in_lines(table):
        return Cube.of(records_of(table), place.name)


def _of_mteb(folder: Path) -> Cube:
    rows, notices = mteb_records(folder)
    cube = Cube.of(rows, folder.name)
    return replace(cube, notices=(*notices, *cube.notices))


def _json(path: Path) -> Cube:
    try:
        given = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise DataError(fault("stores.errors.json_broken", path=path.name, line=error.lineno,
                              column=error.colno)) from None  # fmt: skip
    except (ValueError, RecursionError):  # a number of thousands of digits; too many brackets
        raise DataError(fault("embeddings.errors.broken_file", path=path.name)) from None
    if isinstance(given, Mapping) and {"task_name", "scores"} <= given.keys():
        raise DataError(fault("robustness.errors.mteb_layout", path=path.name))
    if is_hteb(given):
        return _of_hteb(Cube.of(hteb_records(given, path), path.name))
    return Cube.of(_rows_of(given), path.name)


def _of_hteb(cube: Cube) -> Cube:
    """Its generator may stand beside HTEB's numbers if it is the one that HTEB had."""
    names = dict.fromkeys(row.generator for row in cube.rows)
    return replace(cube, hteb=tuple(name for name in names if is_hteb_generator(name)))


def _rows_of(given: Any) -> Any:
    """The list of rows inside what a program wrote: also the result of a run."""
    if isinstance(given, Mapping):
        parts = given.get("results")
        inside = parts.get("robustness_run") if isinstance(parts, Mapping) else None
        for holder in (given, inside):
            if isinstance(holder, Mapping) and isinstance(holder.get("cube"), list):
                return holder["cube"]
    return given


@contextmanager
def in_lines(table: Table) -> Iterator[None]:
    """Faults of rows also name the lines of their file, where it has lines."""
    try:
        yield
    except DataError as error:
        raise DataError(*table.with_lines(error.faults)) from None


def table_records(path: Path) -> list[dict[str, Any]]:
    """Rows of a csv, tsv, jsonl or parquet file."""
    return records_of(read_table(path))


def records_of(table: Table) -> list[dict[str, Any]]:
    """Its rows, each by the names of the columns."""
    columns = {name: values.tolist() for name, values in table.columns.items()}
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def read_table(path: Path) -> Table:
    """A csv, tsv, jsonl or parquet file."""
    if not path.exists():
        raise DataError(fault("robustness.errors.no_file", path=path))
    kind = path.suffix.lower()
    if kind not in TABLES:
        raise DataError(fault("robustness.errors.kind", path=path.name, known=", ".join(TABLES)))
    if kind == ".jsonl":
        return read_jsonl(path)
    return read_parquet(path) if kind == ".parquet" else read_delimited(path, vectors=False)
