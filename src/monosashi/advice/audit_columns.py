"""Columns that an audit is given, under names of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault


def with_columns(data: EmbeddingSet, given: dict[str, Column | None]) -> EmbeddingSet:
    """Labels join the set as columns of their own, all faults of all columns together."""
    extra: dict[str, Any] = {}
    faults: list[Fault] = []
    for what, column in given.items():
        if column is not None:
            try:
                extra[f"__{what}__"] = data.column(column, what)
            except DataError as error:
                faults.extend(error.faults)
    if faults:
        raise DataError(*faults)
    return replace(data, columns={**data.columns, **extra})


def names_of_columns(columns: dict[str, Column | None]) -> dict[str, str]:
    """Columns by name, for the record; labels that came as a sequence have none."""
    return {what: given if isinstance(given, str) else "(given as values)"
            for what, given in columns.items() if given is not None}  # fmt: skip
