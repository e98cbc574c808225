"""Faults name rows as the file numbers them, also after some were left out while reading."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from monosashi.embeddings.errors import DataError, Fault, name_rows

if TYPE_CHECKING:
    from monosashi.embeddings.sets import EmbeddingSet

TOLD = "rows_of_source"  # a fault that passes several functions is translated once


@contextmanager
def rows_of_source(data: EmbeddingSet) -> Iterator[None]:
    """Whatever is refused meanwhile is told with the rows of the file, not of the set."""
    try:
        yield
    except DataError as error:
        if data.read_rows is None:
            raise
        raise type(error)(*(at_source(one, data) for one in error.faults)) from None


def at_source(one: Fault, data: EmbeddingSet) -> Fault:
    """The fault with the rows of the file, where they are known and it has any."""
    held = data.read_rows
    if held is None or not one.rows or TOLD in one.values or max(one.rows) >= len(held):
        return one
    rows = tuple(held[list(one.rows)].tolist())
    return replace(one, rows=rows, values={**one.values, "rows": name_rows(rows), TOLD: True})
