"""Wide rows, one item with all its languages, become long rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.checks import as_ids
from monosashi.embeddings.errors import DataError, Faults, fault
from monosashi.embeddings.files.table import Table

KEY_NAMES = ("id", "key", "slug")
MADE = ("key", "language", "text")
Texts = dict[str, npt.NDArray[Any]]
IntArray = npt.NDArray[np.intp]


@dataclass(frozen=True)
class LongTable:
    """Rows (key, language) of a wide table, item by item in file order.

    ``items[i]`` is the row of the wide table that long row ``i`` was made from.
    """

    table: Table
    ids: TextArray
    items: IntArray
    keys: TextArray
    languages: TextArray


def split_wide(table: Table, wide: str | Sequence[str], id_name: str | None) -> LongTable:
    """Make one row of every text: ids ``KEY/LANGUAGE``, columns key, language, text and the rest.

    ``wide`` is the name of a column ``{language: text}``, or the names of languages: columns of
    these names, or else those languages of the column ``text``. A language that an item does not
    have (null or absent) gives no row; an empty text gives one. Other columns are repeated; a
    column ``{language: value}`` is split like the text.
    """
    faults = Faults()
    texts = faults.attempt(_texts, table, wide)
    name = faults.attempt(_key_name, table, id_name)
    keys = None if name is None else faults.attempt(_keys, table, name)
    faults.raise_any()
    assert texts is not None and name is not None and keys is not None  # noqa: S101, PT018 - for mypy
    used = {name, *((wide,) if isinstance(wide, str) else (*wide, *_mapped_text(table, wide)))}
    rest = {other: values for other, values in table.columns.items() if other not in used}
    if clash := [made for made in MADE if made in rest]:
        raise DataError(fault("embeddings.errors.wide_clash", ids=clash, source=table.source))
    return _long(table, texts, name, keys, rest)


def _texts(table: Table, wide: str | Sequence[str]) -> Texts:
    """Texts of every language, one array a language."""
    faults = Faults()
    if isinstance(wide, str):
        texts = _parts(table.take(wide, "wide"), wide, table.source)
    elif _mapped_text(table, wide):
        texts = _chosen(_parts(table.columns["text"], "text", table.source), wide, table.source)
    else:
        found = {name: faults.attempt(table.take, name, "wide") for name in wide}
        texts = {name: values for name, values in found.items() if values is not None}
    for name, values in texts.items():
        rows = [i for i, v in enumerate(values) if v is not None and not isinstance(v, str)]
        if rows:
            example = repr(values[rows[0]])[:60]
            faults.found.append(fault("embeddings.errors.wide_not_text", rows, language=name,
                                      example=example))  # fmt: skip
    faults.raise_any()
    return texts


def _mapped_text(table: Table, wide: Sequence[str]) -> tuple[str, ...]:
    """``("text",)`` if the languages stand inside that column, not in columns of their own."""
    column = table.columns.get("text")
    if column is None or any(name in table.columns for name in wide):
        return ()
    return ("text",) if any(isinstance(value, Mapping) for value in column) else ()


def _chosen(texts: Texts, wide: Sequence[str], source: str) -> Texts:
    if unknown := [name for name in wide if name not in texts]:
        known = ", ".join(texts)
        raise DataError(fault("embeddings.errors.wide_language", ids=unknown, source=source,
                              known=known))  # fmt: skip
    return {name: texts[name] for name in wide}


def _parts(column: npt.NDArray[Any], name: str, source: str) -> Texts:
    rows = [i for i, v in enumerate(column) if v is not None and not isinstance(v, Mapping)]
    if rows or not (languages := _languages(column)):
        raise DataError(fault("embeddings.errors.wide_not_mapped", rows, name=name, source=source))
    return {language: _part(column, language) for language in languages}


def _languages(column: npt.NDArray[Any]) -> list[str]:
    return list(dict.fromkeys(str(key) for value in column if value is not None for key in value))


def _part(column: npt.NDArray[Any], language: str) -> npt.NDArray[Any]:
    return np.fromiter((None if v is None else v.get(language) for v in column), dtype=object)


def _key_name(table: Table, id_name: str | None) -> str:
    name = id_name or next((name for name in KEY_NAMES if name in table.columns), None)
    if name is None:
        raise DataError(fault("embeddings.errors.wide_key", source=table.source,
                              known=", ".join(table.columns)))  # fmt: skip
    return name


def _keys(table: Table, name: str) -> TextArray:
    return as_ids(table.take(name, "id"), f"{table.source} [{name}]")


def _long(table: Table, texts: Texts, name: str, keys: TextArray, rest: Texts) -> LongTable:
    grid = np.array([list(values) for values in texts.values()], dtype=object).T
    items, codes = np.nonzero(grid != np.array(None))
    if not len(items):
        raise DataError(fault("embeddings.errors.no_records", path=table.source))
    languages = np.fromiter(texts, dtype=object)[codes]
    columns = {"key": keys[items], "language": languages, "text": grid[items, codes]}
    if name not in {"id", "key"}:
        columns[name] = keys[items]
    columns |= {other: _repeated(values, items, codes, list(texts))
                for other, values in rest.items()}  # fmt: skip
    lines = [table.lines[int(item)] for item in items] if len(table.lines) else ()
    made = (f"{key}/{language}" for key, language in zip(keys[items], languages, strict=True))
    return LongTable(Table(table.source, columns, lines, table.unread),
                     np.fromiter(made, dtype=object), items, keys, languages)  # fmt: skip


def _repeated(
    values: npt.NDArray[Any], items: IntArray, codes: IntArray, languages: list[str]
) -> npt.NDArray[Any]:
    """Values of the item, or of the item in this language."""
    if values.ndim == 1 and _is_split(values, languages):
        parts = [_part(values, language) for language in languages]
        return np.fromiter((parts[c][i] for i, c in zip(items, codes, strict=True)), dtype=object)
    return values[items]


def _is_split(values: npt.NDArray[Any], languages: list[str]) -> bool:
    held = [value for value in values if value is not None] if values.dtype.kind == "O" else []
    mapped = bool(held) and all(isinstance(value, Mapping) for value in held)
    return mapped and bool(set(_languages(values)) & set(languages))
