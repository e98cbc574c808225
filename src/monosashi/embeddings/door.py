"""The one door: arrays come in, a checked set or the list of all faults comes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray, TextArray, as_float_matrix
from monosashi.embeddings.card import ModelCard
from monosashi.embeddings.checks import (
    as_text,
    duplicate_ids,
    duplicates_among,
    non_finite_rows,
    row_numbers,
    zero_rows,
)
from monosashi.embeddings.columns import column_of, length_fault
from monosashi.embeddings.errors import DataError, Fault, Faults, fault
from monosashi.embeddings.sets import EmbeddingSet
from monosashi.embeddings.source_rows import at_source


def checked_set(
    vectors: Any,
    *,
    ids: Any,
    columns: Mapping[str, Any],
    model: ModelCard,
    query_vectors: Any,
    invalid: str,
) -> EmbeddingSet:
    """Run every check, then raise all faults together or build the set."""
    faults = Faults()
    faults.attempt(check_choice, "invalid", invalid, ("error", "drop"))
    roles = _roles(vectors, query_vectors, model, faults)
    n = len(roles[0]) if roles else len(vectors) if hasattr(vectors, "__len__") else 0
    names = _names(ids, n, faults)
    held = _columns(columns, names, n, faults)
    rows = sorted({row for matrix in roles for row in non_finite_rows(matrix)})
    if rows and invalid != "drop":
        faults.found.append(fault("embeddings.errors.non_finite", rows, _ids_at(names, rows)))
    faults.raise_any()
    card = replace(model, dimension=roles[0].shape[1])
    whole = EmbeddingSet(roles[0], names, held, card, roles[1] if len(roles) > 1 else None)
    return _with_zero_notice(_without(whole, rows))


def check_choice(name: str, given: object, choices: tuple[str, ...]) -> None:
    """Refuse a word that is none of the choices."""
    if given not in choices:
        raise DataError(fault("embeddings.errors.bad_choice", name=name, given=given,
                              choices=", ".join(choices)))  # fmt: skip


def _roles(vectors: Any, queries: Any, model: ModelCard, faults: Faults) -> list[FloatArray]:
    """The document matrix and, if given, the query matrix; empty when the first is unusable."""
    matrix = faults.attempt(as_float_matrix, vectors, "vectors", model.dimension)
    asked = None
    if queries is not None:
        asked = faults.attempt(as_float_matrix, queries, "query_vectors", model.dimension)
    if matrix is None:
        return []
    if 0 in matrix.shape:
        faults.found.append(fault("embeddings.errors.empty", name="vectors", shape=matrix.shape))
    if model.dimension not in (None, matrix.shape[1]):
        faults.found.append(fault("embeddings.errors.card_dimension", given=matrix.shape[1],
                                  card=model.dimension, model=model.name or "-"))  # fmt: skip
    if asked is None:
        return [matrix]
    if asked.shape != matrix.shape:
        faults.found.append(fault("embeddings.errors.query_shape", shape=asked.shape,
                                  expected=matrix.shape))  # fmt: skip
    return [matrix, asked]


def _names(ids: Any, n: int, faults: Faults) -> TextArray:
    """Ids as unique text; an empty array when they are unusable."""
    if ids is None:
        return row_numbers(n)
    if not isinstance(ids, Iterable):
        faults.found.append(fault("embeddings.errors.not_1d", name="id", shape=()))
        return row_numbers(0)
    names = faults.attempt(as_text, ids, "id")
    if names is None:
        faults.found += duplicates_among(ids)
        return row_numbers(0)
    if len(names) != n:
        faults.found.append(length_fault("id", len(names), n))
    faults.found += duplicate_ids(names)
    return names


def _columns(
    columns: Mapping[str, Any], names: TextArray, n: int, faults: Faults
) -> dict[str, npt.NDArray[Any]]:
    held = {}
    for name, given in columns.items():
        if len(names) or not isinstance(given, Mapping):
            column = faults.attempt(column_of, given, names, str(name), n)
            if column is not None:
                held[str(name)] = column
    return held


def _ids_at(names: TextArray, rows: list[int]) -> list[str]:
    return [names[row] for row in rows if row < len(names)]


def _without(whole: EmbeddingSet, rows: list[int]) -> EmbeddingSet:
    """Drop rows that hold NaN, infinity or nothing, and say which."""
    if not rows:
        return whole
    if len(rows) == whole.n:
        raise DataError(fault("embeddings.errors.all_non_finite", rows, list(whole.ids)))
    left = np.setdiff1d(np.arange(whole.n), rows)
    note: Fault = fault("embeddings.notices.dropped_non_finite", rows, list(whole.ids[rows]))
    return replace(whole.take(left), notices=(*whole.notices, note), read_rows=left)


def _with_zero_notice(whole: EmbeddingSet) -> EmbeddingSet:
    """Zero vectors are legal, but never silent."""
    queries = [] if whole.query_vectors is None else zero_rows(whole.query_vectors)
    rows = sorted({*whole.zero_rows, *queries})
    if not rows:
        return whole
    note = fault("embeddings.notices.zero_vectors", rows, list(whole.ids[rows]))
    return replace(whole, notices=(*whole.notices, at_source(note, whole)))
