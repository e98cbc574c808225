"""Recorded rewritings from lines of JSON, Parquet, a set of ours, or HTEB's folders."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.errors import name_rows
from monosashi.models.rewriters.hteb_folder import hteb_rows, is_hteb
from monosashi.models.rewriters.rewrite_set import RewriteSet
from monosashi.models.rewriters.set_files import is_set
from monosashi.models.rewriters.transformations import known_name

PARQUET = (".parquet", ".pq")
ANY_SEED = -1


class Told(NamedTuple):
    """One recorded text."""

    transformation: str
    seed: int
    field: str | None
    record: str | None
    original: str | None
    text: str
    language: str | None
    generator: str | None
    line: int | None = None


def recorded_texts(place: Path) -> Iterator[Told]:
    """Every recorded text of a file or folder, whichever kind it is."""
    if place.is_dir() and is_set(place):
        yield from _of_set(place)
    elif place.is_dir() and is_hteb(place):
        for held in hteb_rows(place):
            yield _told(held)
    elif place.suffix.lower() in PARQUET:
        yield from _checked(_parquet(place), place)
    else:
        yield from _checked(_lines(place), place)


def check_agreeing(rows: Sequence[Told], place: Path) -> None:
    """Refuse a file whose lines say different things of one text.

    Lines are about one text if transformation, seed, field and id agree (and the original, where
    both name one); without an id, if the original does. Folders of HTEB hold the same original
    more than once, each with a rewriting of its own: there the first one counts.

    Raises
    ------
    DataError
        Names all such lines.
    """
    first: dict[tuple[Any, ...], Told] = {}
    wrong: dict[int, None] = {}
    for row in rows:
        if row.line is None:
            continue
        about = (row.transformation, row.seed, row.field, row.record,
                 None if row.original is None else row.original.strip())  # fmt: skip
        other = first.setdefault(about, row)
        if (other.text, other.language) != (row.text, row.language):
            wrong |= dict.fromkeys((other.line or 0, row.line))
    if wrong:
        raise DataError(fault("rewriting.errors.recorded_conflict", path=place.name,
                              lines=name_rows(sorted(wrong)), count=len(wrong)))  # fmt: skip


def _of_set(place: Path) -> Iterator[Told]:
    for row in RewriteSet.load(place).rows:
        if row.kept:
            yield Told(row.transformation, row.seed, row.field, row.record, row.original, row.text,
                       row.language, row.generator)  # fmt: skip


def _parquet(place: Path) -> Iterator[tuple[int, Any]]:
    from monosashi.models.packages import load_module

    reader = load_module("pyarrow.parquet", "pyarrow", "parquet")
    try:
        yield from enumerate(reader.read_table(place).to_pylist())
    except (OSError, ValueError) as error:
        raise DataError(fault("rewriting.errors.recorded_unreadable", path=place,
                              why=str(error)[:200])) from None  # fmt: skip


def _lines(place: Path) -> Iterator[tuple[int, Any]]:
    import gzip

    try:
        raw = place.read_bytes()
        told = (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise DataError(fault("rewriting.errors.recorded_unreadable", path=place,
                              why=getattr(error, "strerror", None) or error)) from None  # fmt: skip
    for number, line in enumerate(told.split("\n"), start=1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError):
                yield number, None


def _checked(rows: Iterator[tuple[int, Any]], place: Path) -> Iterator[Told]:
    wrong: list[int] = []
    for number, held in rows:
        if not isinstance(held, Mapping) or not _is_row(held):
            wrong.append(number)
        else:
            yield _told(held, number)
    if wrong:
        raise DataError(fault("rewriting.errors.recorded_lines", path=place.name,
                              lines=name_rows(wrong), count=len(wrong)))  # fmt: skip


def _is_row(held: Mapping[str, Any]) -> bool:
    named = any(held.get(name) is not None for name in ("id", "record", "original"))
    seed, name = held.get("seed"), held.get("transformation")
    return named and isinstance(name, str) and bool(name.strip()) and (
        isinstance(held.get("text"), str)) and (seed is None or type(seed) is int)  # fmt: skip


def _name(held: Mapping[str, Any]) -> str:
    return known_name(str(held["transformation"]))


def _told(held: Mapping[str, Any], line: int | None = None) -> Told:
    record = held.get("record", held.get("id"))
    seed = held.get("seed")
    original, generator = held.get("original"), held.get("generator")
    return Told(
        _name(held), ANY_SEED if seed is None else int(seed),
        None if held.get("field") is None else str(held["field"]),
        None if record is None else str(record),
        None if original is None else str(original), str(held["text"]), held.get("language"),
        None if generator is None else str(generator), line,
    )  # fmt: skip
