"""Which column holds ids and texts, and whether rows are wide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.checks import as_ids, row_numbers
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.files.delimited import parsed
from monosashi.embeddings.files.table import Table
from monosashi.embeddings.files.wide import split_wide
from monosashi.stores.inspecting.key_facts import Columns
from monosashi.stores.inspecting.questions import Questions
from monosashi.stores.text_columns import reads_like_texts, text_columns
from monosashi.stores.text_options import listed_languages


def wide_in(table: Table) -> str | None:
    """The column ``text``, when it holds ``{language: text}``."""
    values = table.columns.get("text")
    if values is None or values.dtype.kind != "O":
        return None
    return "text" if any(isinstance(value, Mapping) for value in values) else None


def ids_in(
    table: Table, name: str | None, faults: Faults
) -> tuple[npt.NDArray[Any], dict[str, Any] | None]:
    """Ids as far as they can be used, and what is said of them."""
    if name is None:
        return row_numbers(table.n), None
    values = faults.attempt(table.take, name, "id")
    if values is None:
        return row_numbers(table.n), None
    ids = faults.attempt(as_ids, values, f"{table.source} [{name}]")
    said = {"column": name, "unique": ids is not None, "example": str(values[0])}
    return (np.array([str(v) for v in values], dtype=object) if ids is None else ids), said


def long_rows(
    table: Table, wide: str | None, asked: Questions, faults: Faults
) -> tuple[Columns, npt.NDArray[Any]] | None:
    """Long rows of a wide table."""
    chosen = listed_languages(wide)
    if chosen is None:
        return None
    long = faults.attempt(split_wide, table, chosen, asked.id)
    return None if long is None else (long.table.columns, long.ids)


def texts_in(columns: Columns, asked: Questions, wide: str | None) -> list[str]:
    """Columns of texts: the one asked for, ``text``, or all that read like texts."""
    if asked.text is not None and asked.text in columns:
        return [asked.text]
    if "text" in columns or wide:
        return ["text"] if "text" in columns else []
    table = Table("", columns)
    return [name for name in text_columns(table) if reads_like_texts(columns[name])]


def list_column(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A column of csv as lists where most of its values are lists; else its texts as they stand."""
    held = [parsed(value) if isinstance(value, str) and value.startswith("[") else value
            for value in values]  # fmt: skip
    lists = sum(isinstance(value, list) for value in held)
    present = sum(value is not None for value in held)
    return np.fromiter(held, dtype=object) if lists > present / 2 else values
