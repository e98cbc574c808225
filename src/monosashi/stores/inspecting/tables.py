"""Describe rows and columns: ids, texts, vectors, languages, shared keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, Fault, TextSet
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.files.arrow_files import read_arrow
from monosashi.embeddings.files.cards import card_of
from monosashi.embeddings.files.parquet import read_parquet
from monosashi.embeddings.files.table import Table
from monosashi.stores.inspecting.beside import look_beside, reading_faults
from monosashi.stores.inspecting.columns import column_rows
from monosashi.stores.inspecting.inspection import Inspection
from monosashi.stores.inspecting.key_facts import (
    Columns,
    key_column,
    key_facts,
    language_column,
    language_rows,
)
from monosashi.stores.inspecting.proposals import group_like, proposals
from monosashi.stores.inspecting.questions import Questions
from monosashi.stores.inspecting.roles import ids_in, list_column, long_rows, texts_in, wide_in
from monosashi.stores.inspecting.text_facts import suspicious_rows, text_row
from monosashi.stores.inspecting.usable import nothing_usable, refused_texts
from monosashi.stores.text_columns import ID_NAMES, text_columns, texts_of
from monosashi.stores.text_options import TextOptions
from monosashi.stores.text_tables import load_table


def load_whole(path: Path, kind: str, asked: Questions) -> Table:
    """The table with its vectors: all of them, or those asked for."""
    if kind in {"parquet", "arrow", "datasets"}:
        read = read_parquet if kind == "parquet" else read_arrow
        table = read(path, guess=False)
        wanted = [name for name in (asked.vectors, asked.query_vectors) if name in table.unread]
        return read(path, wanted or table.unread, guess=False) if table.unread else table
    table = load_table(path, asked.encoding)
    if kind != "delimited":
        return table
    parts = {name: list_column(values) for name, values in table.columns.items()}
    return replace(table, columns=parts)


def look_at_table(path: Path, kind: str, table: Table, asked: Questions) -> Inspection:
    """Describe a table, and the vectors in it or beside it."""
    faults = Faults()
    faults.found += table.faults
    wide = asked.wide or wide_in(table)
    id_name = asked.id or next((name for name in ID_NAMES if name in table.columns), None)
    ids, ids_said = ids_in(table, id_name, faults)
    shown, names = long_rows(table, wide, asked, faults) or (table.columns, ids)
    vectors = look_beside(path, table, asked, faults)
    texts = texts_in(shown, asked, wide)
    notices = [] if vectors else _reading_texts(table, asked, wide, faults)
    language, key = language_and_key(shown, texts, id_name)
    found = {"vectors": asked.vectors or _only(vectors), "query_vectors": asked.query_vectors,
             "text": None if wide else asked.text or _only_name(texts), "id": id_name,
             "key": key, "language": language, "wide": wide}  # fmt: skip
    found |= proposals(shown, found, {*texts, *(row["vectors"] for row in vectors)})
    faults.found += reading_faults(path, vectors, asked, wide)
    if not vectors:
        for name in texts:
            faults.found += refused_texts(shown[name])
    if not (faults.found or vectors or wide or texts or text_columns(Table("", shown))):
        faults.found.append(nothing_usable(table.source, column_rows(table)))
        notices = []
    card = faults.attempt(card_of, path, None)
    return Inspection(
        table.source, kind, table.n, column_rows(table), vectors,
        [text_row(name, shown[name]) for name in texts],
        [row for name in texts for row in suspicious_rows(name, shown[name], names)],
        language_rows(shown[language]) if language else [], ids_said,
        key_facts(shown[key], shown[language]) if key and language else None,
        card.to_dict() if card else None, faults=_once(faults.found, table),
        notices=(*table.notices, *(one for one in notices if one not in table.notices)),
        found=found,
    )  # fmt: skip


def _reading_texts(table: Table, asked: Questions, wide: str | None, faults: Faults) -> list[Fault]:
    """Faults and notices of reading the texts; that one must choose a column is no fault."""
    try:
        return list(texts_of(table, asked.text_options(wide)).notices)
    except DataError as error:
        choose = [one for one in error.faults if one.code == "stores.errors.which_text"]
        faults.found += [one for one in error.faults if one not in choose]
        return choose


def look_at_texts(
    path: Path, kind: str, read: Callable[[Path, TextOptions], TextSet], asked: Questions
) -> Inspection:
    """Describe texts of lines or pages; what is left out with ``drop`` is told as a fault."""
    faults = Faults()
    options = TextOptions(encoding=asked.encoding, language=asked.language)
    whole = faults.attempt(read, path, options)
    if whole is None:
        try:
            whole = read(path, replace(options, invalid="drop"))
        except DataError:
            return Inspection(path.name, kind, faults=tuple(faults.found))
    return look_at_set(path.name, kind, whole, tuple(faults.found))


def look_at_set(source: str, kind: str, held: TextSet, faults: tuple[Fault, ...]) -> Inspection:
    """Describe texts that were read and checked."""
    columns = held.columns
    language, key = language_and_key(columns, ["text"], None)
    said = {"column": None, "unique": True, "example": str(held.ids[0])}
    return Inspection(
        source, kind, held.n, column_rows(Table(source, columns)), [],
        [text_row("text", held.texts)], suspicious_rows("text", held.texts, held.ids),
        language_rows(columns[language]) if language else [], said,
        key_facts(columns[key], columns[language]) if key and language else None,
        faults=(*faults, *refused_texts(held.texts)), notices=held.notices,
        found={"key": key, "language": language,
               "groups": group_like(columns, {"text", key, language})},
    )  # fmt: skip


def language_and_key(
    columns: Columns, texts: list[str], id_name: str | None
) -> tuple[str | None, str | None]:
    """The column of languages and the one that joins them; the second only with the first."""
    language = language_column(columns)
    if language is None:
        return None, None
    return language, key_column(columns, language, _only_name(texts), id_name)


def _only(rows: list[dict[str, Any]]) -> str | None:
    return str(rows[0]["vectors"]) if len(rows) == 1 else None


def _only_name(names: list[str]) -> str | None:
    return names[0] if len(names) == 1 else None


def _once(faults: list[Fault], table: Table) -> tuple[Fault, ...]:
    """Each fault once, with the lines of the rows named."""
    kept: dict[tuple[str, tuple[int, ...], str], Fault] = {}
    for one in faults:
        key = (one.code, one.rows, str(one.values.get("name")))
        general = key[2] in {"vectors", "query_vectors"} and one.rows
        same = any((one.code, one.rows) == known[:2] for known in kept)
        if key not in kept and not (general and same):
            kept[key] = one
    return tuple(table.with_lines(list(kept.values())))
