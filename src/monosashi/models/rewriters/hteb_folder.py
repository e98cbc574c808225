"""Folders of transformed texts as HTEB writes them: one Parquet file a data set, way and seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from monosashi.embeddings import DataError, fault

ORIGINAL = "original"
IDS = ("id", "_id", "query_id", "corpus_id")
PLAIN = frozenset({"id", "_id", "label", "labels", "score", "language", "lang", "languages",
                   "split", "query_id", "corpus_id", "part", "_hteb_part"})  # fmt: skip


def is_hteb(folder: Path) -> bool:
    """Whether ``data….parquet`` files stand in folders that are named after seeds."""
    return next(_files(folder), None) is not None


def hteb_rows(folder: Path) -> Iterator[dict[str, Any]]:
    """Every text of every file, as a row with its original; of several files the newest name.

    Both columns, ``original`` and ``TRANSFORMATION_seed_SEED``, hold records of one form; texts
    that are equal in both count as they are: HTEB puts the original in place of a failure only
    when it measures.

    Raises
    ------
    DataError
        A file cannot be read or has other columns.
    """
    from monosashi.models.packages import load_module

    reader = load_module("pyarrow.parquet", "pyarrow", "parquet")
    for file, generator, transformation, seed in _files(folder):
        column = f"{transformation}_seed_{seed}"
        try:
            held = reader.read_table(file).to_pydict()
            pairs = list(zip(held[ORIGINAL], held[column], strict=True))
        except (OSError, ValueError, KeyError) as error:
            raise DataError(fault("rewriting.errors.hteb", path=file, column=column,
                                  why=str(error)[:200])) from None  # fmt: skip
        for before, after in pairs:
            yield from _texts(before, after, {"transformation": transformation, "seed": seed,
                                              "generator": generator})  # fmt: skip


def _texts(before: Any, after: Any, about: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Text fields of one record, lists of texts one by one."""
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return
    record = next((str(before[name]) for name in IDS if before.get(name) is not None), None)
    for name, value in before.items():
        if name in PLAIN:
            continue
        made = after.get(name)
        many = isinstance(value, list) and isinstance(made, list)
        rows = list(zip(value, made or (), strict=False)) if many else [(value, made)]
        for one, other in rows:
            if isinstance(one, str) and one.strip() and isinstance(other, str) and other.strip():
                yield {**about, "field": None if many else name, "record": None if many else record,
                       "original": one, "text": other}  # fmt: skip


def _files(folder: Path) -> Iterator[tuple[Path, str, str, int]]:
    """Files with generator, transformation and seed, which their folders name."""
    newest: dict[Path, Path] = {}
    for file in sorted(folder.rglob("data*.parquet")):
        newest[file.parent] = file
    for home, file in newest.items():
        seed, transformation = home.name, home.parent.name
        generator = home.parent.parent.parent.name
        if seed.isdecimal() and transformation:
            yield file, unquote(generator.replace("~", "%")), transformation, int(seed)
