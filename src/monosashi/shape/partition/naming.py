"""Names of terms: what is a factor, what an interaction, and which names are wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.embeddings import Column, EmbeddingSet, fault
from monosashi.embeddings.errors import Faults

Columns = str | Sequence[str] | Mapping[str, Column]


def as_mapping(columns: Columns) -> dict[str, Column]:
    """Names of columns as terms of the same names."""
    if isinstance(columns, Mapping):
        return {str(name): column for name, column in columns.items()}
    names = [columns] if isinstance(columns, str) else list(columns)
    return {name: name for name in names}


def factors_and_crossings(
    data: EmbeddingSet, factors: Columns
) -> tuple[dict[str, Column], list[str]]:
    """A name with a colon that is no column is an interaction."""
    given = as_mapping(factors)
    if isinstance(factors, Mapping):
        return given, []
    crossed = [name for name in given if ":" in name and name not in data.columns]
    return {name: column for name, column in given.items() if name not in crossed}, crossed


def check_columns(
    data: EmbeddingSet, named: Mapping[str, Mapping[str, Column]], faults: Faults
) -> None:
    """Name every column that does not exist, as what it was given for."""
    for what, columns in named.items():
        known = ", ".join(data.columns) or "-"
        faults.found += [fault("embeddings.errors.no_column", name=name, what=what, known=known)
                         for name in columns.values()
                         if isinstance(name, str) and name not in data.columns]  # fmt: skip
    faults.raise_any()


def check_names(
    names: list[str], factors: Mapping[str, Any], crossed: list[str], faults: Faults
) -> None:
    """Refuse no factor, repeated terms and interactions of what is no factor."""
    if not factors:
        faults.found.append(fault("shape.errors.no_factor"))
    written = [":".join(sorted(name.split(":"))) if name in crossed else name for name in names]
    if repeated := sorted({name for name in written if written.count(name) > 1}):
        faults.found.append(fault("shape.errors.repeated_terms", ids=repeated))
    for name in crossed:
        parts = name.split(":")
        if unknown := [part for part in parts if part not in factors]:
            faults.found.append(fault("shape.errors.unknown_parts", ids=unknown, name=name,
                                      known=", ".join(factors) or "-"))  # fmt: skip
        elif len(set(parts)) < max(len(parts), 2):
            faults.found.append(fault("shape.errors.bad_interaction", name=name))
