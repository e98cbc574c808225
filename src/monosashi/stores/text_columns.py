"""Rows of a table become texts: which column, which ids, wide rows made long."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, TextSet, fault
from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.checks import is_missing, row_numbers
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.files.delimited import parsed
from monosashi.embeddings.files.table import Table, holds_vectors
from monosashi.embeddings.files.wide import split_wide
from monosashi.embeddings.partners import unpaired_notice
from monosashi.stores.text_options import TextOptions

ID_NAMES = ("id", "ids", "_id")
BEIR_COLUMNS = {"_id", "title", "text"}
PROSE = 10  # signs that a text has on average, unlike a label or a name
PAIR_END = re.compile(r"[_-]?(?:[12]|[abAB])$")  # of two columns that differ in nothing else
WORDS = re.compile(r"\S\s+\S|[\u3040-\u30ff\u4e00-\u9fff\u0e00-\u0e7f]{2}")


def texts_of(table: Table, options: TextOptions) -> TextSet:
    """The texts of a table with ids and all other columns; every fault with its lines."""
    made = _texts_of(table, options) if options.wide is None else _long_texts(table, options)
    return replace(made, notices=(*table.notices, *made.notices))


def _texts_of(table: Table, options: TextOptions) -> TextSet:
    faults = Faults()
    name, notes = faults.attempt(_text_column, table, options.text) or (None, [])
    id_name = options.id or next((known for known in ID_NAMES if known in table.columns), None)
    ids = row_numbers(table.n) if id_name is None else faults.attempt(table.take, id_name, "id")
    if name is None or ids is None:
        raise DataError(*faults.found)
    texts = table.columns[name]
    if options.text is None and table.columns.keys() >= BEIR_COLUMNS:
        texts = with_titles(table.columns["title"], texts)
    rest = {other: values for other, values in plain_columns(table).items()
            if other not in {id_name, name, "text"}}  # fmt: skip
    made = checked_texts(Table(table.source, {**rest, "text": texts}, table.lines), ids, options)
    return replace(made, notices=(*notes, *made.notices))


def checked_texts(table: Table, ids: Any, options: TextOptions) -> TextSet:
    """A TextSet of the column ``text``; faults also say their lines."""
    try:
        return TextSet.from_lists(table.columns["text"], ids=ids, columns=table.columns,
                                  source=table.source, invalid=options.invalid)  # fmt: skip
    except DataError as error:
        raise DataError(*table.with_lines(error.faults)) from None


def _long_texts(table: Table, options: TextOptions) -> TextSet:
    if options.text is not None:
        raise DataError(fault("stores.errors.text_and_wide"))
    try:
        long = split_wide(table, options.wide or "", options.id)
    except DataError as error:
        raise DataError(*table.with_lines(error.faults)) from None
    held = replace(long.table, columns=plain_columns(long.table))
    return with_partners(checked_texts(held, long.ids, options))


def with_partners(texts: TextSet) -> TextSet:
    """Say which items of long rows stand in one language only."""
    keys, key_codes = np.unique(texts.columns["key"].astype(str), return_inverse=True)
    codes = np.unique(texts.columns["language"].astype(str), return_inverse=True)[1]
    note = unpaired_notice(keys.astype(object), key_codes, codes)
    return texts if note is None else replace(texts, notices=(*texts.notices, note))


def with_titles(titles: npt.NDArray[Any], texts: npt.NDArray[Any]) -> TextArray:
    """``title``, a line end, ``text``: what retrieval on BEIR data embeds."""
    pairs = zip(titles, texts, strict=True)
    joined = (text if is_missing(title) or not isinstance(text, str) or is_missing(text)
              else f"{title}\n{text}" for title, text in pairs)  # fmt: skip
    return np.fromiter(joined, dtype=object)


def plain_columns(table: Table) -> dict[str, npt.NDArray[Any]]:
    """Columns that hold no vectors."""
    return {name: values for name, values in table.columns.items() if not _is_vector(values)}


def _is_vector(values: npt.NDArray[Any]) -> bool:
    first = next((value for value in values if value is not None), None)
    if isinstance(first, str) and first.startswith("["):
        return holds_vectors(np.fromiter([parsed(first)], dtype=object))
    return holds_vectors(values)


def _text_column(table: Table, given: str | None) -> tuple[str, list[Fault]]:
    """The column named, or ``text``, or the only one that holds texts."""
    if given is not None:
        table.take(given, "text")
        return given, _scored_pairs(table, given)
    if "text" in table.columns:
        if any(isinstance(value, Mapping) for value in table.columns["text"]):
            raise DataError(fault("stores.errors.text_is_wide", source=table.source))
        return "text", []
    found = text_columns(table)
    prose = [name for name in found if reads_like_texts(table.columns[name])]
    for names in (found, prose):
        if len(names) == 1:
            known = ", ".join(table.columns)
            note = fault("stores.notices.text_column", name=names[0], source=table.source,
                         known=known)  # fmt: skip
            return names[0], [note]
    raise DataError(fault("stores.errors.which_text", source=table.source,
                          known=", ".join([*table.columns, *table.unread])))  # fmt: skip


def _scored_pairs(table: Table, given: str) -> list[Fault]:
    """Pairs of texts with a score (``s1``, ``s2``, ``score``), of which one side is read."""
    partner = next((name for name in table.columns if name != given
                    and PAIR_END.sub("", name) == PAIR_END.sub("", given)
                    and PAIR_END.search(name) and PAIR_END.search(given)
                    and _all_text(table.columns[name])), None)  # fmt: skip
    scores = [name for name, values in table.columns.items() if _all_numbers(values)]
    if partner is None or not scores:
        return []
    return [fault("stores.notices.scored_pairs", source=table.source, name=given, partner=partner,
                  score=scores[0])]  # fmt: skip


def text_columns(table: Table) -> list[str]:
    """Columns whose values are all text (or gaps), apart from ids."""
    return [name for name, values in plain_columns(table).items()
            if name not in ID_NAMES and _all_text(values)]  # fmt: skip


def _all_numbers(values: npt.NDArray[Any]) -> bool:
    held = [value for value in values.tolist() if value is not None] if values.ndim == 1 else []
    return bool(held) and all(isinstance(value, int | float) for value in held)


def _all_text(values: npt.NDArray[Any]) -> bool:
    if values.dtype.kind != "O":
        return False
    held = [value for value in values if value is not None]
    return bool(held) and all(isinstance(value, str) for value in held)


def reads_like_texts(values: npt.NDArray[Any]) -> bool:
    """Long enough and of several words (or in a script without blanks): no label, id or name."""
    held = [value for value in values if isinstance(value, str)]
    several = sum(WORDS.search(value) is not None for value in held)
    return sum(map(len, held)) >= PROSE * len(held) and several > len(held) / 2


def in_language(held: TextSet, language: str | None) -> TextSet:
    """Fill the column ``language`` where rows name none."""
    if language is None:
        return held
    told = held.columns.get("language", np.full(held.n, None, dtype=object))
    filled = np.empty(held.n, dtype=object)
    filled[:] = [language if is_missing(one) or not str(one).strip() else one for one in told]
    return replace(held, columns={**held.columns, "language": filled})
