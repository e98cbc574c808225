"""A table of distances and the columns that belong to it, from files."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.options import DataOptions

if TYPE_CHECKING:
    from monosashi.embeddings import Fault


@dataclass(frozen=True)
class Distances:
    """Distances with the ids and columns of their objects; no ids where rows are only numbered."""

    table: Any
    ids: Sequence[Any] | None
    columns: Mapping[str, Any]
    notices: tuple[Fault, ...] = ()


def read_distances(path: Path, labels: Path | None, data: DataOptions) -> Distances:
    """The distances of a file, and the columns of another."""
    found = _condensed(path) or _square(path, data)
    return found if labels is None else _labelled(found, labels, data)


def _condensed(path: Path) -> Distances | None:
    """An npy of one dimension: the distances of all pairs, row by row."""
    import numpy as np

    if path.suffix.lower() != ".npy" or not path.is_file():
        return None
    try:
        held = np.load(path, mmap_mode="r", allow_pickle=False)
    except ValueError:
        return None  # the reader of vectors says what is wrong with it
    return Distances(np.asarray(held), None, {}) if held.ndim == 1 else None


def _square(path: Path, data: DataOptions) -> Distances:
    """One row of distances an object, read as vectors are."""
    from monosashi.cli.reading import read_data

    held = read_data(path, data)
    numbered = bool((held.ids == [str(row) for row in range(held.n)]).all())
    return Distances(held.vectors, None if numbered else list(held.ids), held.columns,
                     held.notices)  # fmt: skip


def _labelled(found: Distances, labels: Path, data: DataOptions) -> Distances:
    """Columns joined by id where both files have ids, else one row an object."""
    from monosashi.embeddings import DataError, fault
    from monosashi.stores.formats import has_encoding
    from monosashi.stores.text_tables import load_table

    table = load_table(labels, data.encoding if has_encoding(labels) else None)
    key = data.id or next((name for name in ("id", "ids") if name in table.columns), None)
    columns = {name: list(values) for name, values in table.columns.items()}
    if key is None or key not in columns or found.ids is None:
        if table.n != (n := _objects(found)):
            raise DataError(fault("cli.errors.shape_labels", path=labels.name, count=table.n, n=n))
        ids = found.ids if key is None or key not in columns else [str(v) for v in columns[key]]
        return replace(found, ids=ids, columns={**found.columns, **columns})
    keys = [str(value) for value in columns[key]]
    joined = {name: dict(zip(keys, values, strict=True)) for name, values in columns.items()}
    missing = [one for one in found.ids if one not in joined[key]]
    if missing:
        raise DataError(fault("cli.errors.shape_unlabelled", ids=missing, path=labels.name))
    ordered = {name: [held[one] for one in found.ids] for name, held in joined.items()}
    return replace(found, columns={**found.columns, **ordered})


def _objects(found: Distances) -> int:
    """Objects of a square table, or of n(n - 1)/2 pairs."""
    if found.table.ndim > 1:
        return len(found.table)
    pairs = len(found.table)
    return (1 + math.isqrt(1 + 8 * pairs)) // 2
