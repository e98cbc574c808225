"""Tables of pandas, polars and arrow, through narwhals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from monosashi.embeddings.errors import DataError, Faults, fault


def arrays_of_frame(
    frame: Any,
    vectors: str | Sequence[str],
    id_name: str | None,
    queries: str | Sequence[str] | None,
) -> dict[str, Any]:
    """Split a table into the arguments of ``EmbeddingSet.from_arrays``."""
    import narwhals as nw

    try:
        table = nw.from_native(frame, eager_only=True)
    except TypeError:
        kind = type(frame).__name__
        raise DataError(fault("embeddings.errors.not_a_frame", kind=kind)) from None
    if id_name is None and "id" in table.columns:
        id_name = "id"
    roles = {"vectors": vectors, "query_vectors": queries}
    used = {role: _as_list(names) for role, names in roles.items() if names is not None}
    _check_names(table.columns, {**used, "id": [] if id_name is None else [id_name]})
    taken = {name for names in used.values() for name in names} | {id_name}
    columns = {name: table[name].to_numpy() for name in table.columns if name not in taken}
    matrices = {role: _matrix(table, names) for role, names in used.items()}
    ids = None if id_name is None else table[id_name].to_list()
    return {**matrices, "ids": ids, "columns": columns}


def _as_list(names: str | Sequence[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _check_names(known: Sequence[str], wanted: dict[str, list[str]]) -> None:
    faults = Faults()
    for what, names in wanted.items():
        listed = ", ".join(known)
        faults.found += [fault("embeddings.errors.no_column", name=name, what=what, known=listed)
                         for name in names if name not in known]  # fmt: skip
    faults.raise_any()


def _matrix(table: Any, names: list[str]) -> Any:
    if len(names) > 1:
        return np.column_stack([table[name].to_numpy() for name in names])
    return table[names[0]].to_numpy()
