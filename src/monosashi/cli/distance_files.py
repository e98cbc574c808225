"""A table of distances and the columns that belong to it, from files."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.label_files import LabelOptions, join
from monosashi.cli.labelled_rows import blank, labelled_rows, left_out
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

    @property
    def n(self) -> int:
        """Objects of a square table, or of n(n - 1)/2 pairs."""
        return len(self.table) if self.table.ndim > 1 else objects_of(len(self.table))


def objects_of(pairs: int) -> int:
    """The number of objects that have so many pairs, rounded down where none has."""
    return (1 + math.isqrt(1 + 8 * pairs)) // 2


def read_distances(
    path: Path, labels: LabelOptions, data: DataOptions, wanted: Sequence[str] = ()
) -> Distances:
    """The distances of a file, and the columns of another; without objects that lack a label."""
    from monosashi.cli.distance_tables import read_square
    from monosashi.cli.label_columns import empty_looking, refuse_other_values

    found = _condensed(path) or read_square(path, data) or _as_vectors(path, data)
    if labels.labels is not None:
        names = None if found.ids is None else [str(name) for name in found.ids]
        more = join(names, found.n, labels, data, partly=labels.lenient)
        refuse_other_values(found.columns, more.columns, labels.labels.name)
        ids = found.ids if found.ids is not None else more.ids
        found = replace(found, ids=ids, columns={**found.columns, **more.columns},
                        notices=(*found.notices, *more.notices))  # fmt: skip
    if told := empty_looking(found.columns, wanted):
        found = replace(found, notices=(*found.notices, *told))
    return _labelled_only(found, [name for name in wanted if name in found.columns], labels)


def refuse_unknown_labels(
    found: Distances, path: Path, labels: LabelOptions, groups: str | None
) -> None:
    """Distances alone have no columns: their labels stand in a table of their own."""
    from monosashi.embeddings import DataError, fault

    if groups and not found.columns and labels.labels is None:
        raise DataError(fault("cli.errors.shape_distances_labels", path=path.name, groups=groups))


def _condensed(path: Path) -> Distances | None:
    """An npy of one dimension: the distances of all pairs, row by row."""
    import numpy as np

    if path.suffix.lower() != ".npy" or not path.is_file():
        return None
    try:
        held = np.load(path, mmap_mode="r", allow_pickle=False)
    except ValueError:
        return None  # the reader of vectors says what is wrong with it
    if held.ndim != 1:
        return None
    _check_condensed(path, len(held))
    return Distances(np.asarray(held), None, {})


def _check_condensed(path: Path, count: int) -> None:
    from monosashi.embeddings import DataError, fault

    n = max(objects_of(count), 2)
    below, above = n * (n - 1) // 2, n * (n + 1) // 2
    if below != count:
        raise DataError(fault("cli.errors.shape_condensed", path=path.name, held=count, n=n,
                              more=n + 1, below=below, above=above))  # fmt: skip


def _as_vectors(path: Path, data: DataOptions) -> Distances:
    """One row of distances an object, read as vectors are."""
    from monosashi.cli.reading import read_data

    held = read_data(path, data)
    numbered = bool((held.ids == [str(row) for row in range(held.n)]).all())
    return Distances(held.vectors, None if numbered else list(held.ids), held.columns,
                     held.notices)  # fmt: skip


def _labelled_only(found: Distances, wanted: Sequence[str], labels: LabelOptions) -> Distances:
    """Without the objects that lack a label, in rows and columns of the table."""
    import numpy as np

    if not wanted or len(rows := labelled_rows(found.columns, wanted)) == found.n:
        return found
    ids = [str(row) for row in range(found.n)] if found.ids is None else list(found.ids)
    if not labels.lenient:
        raise blank(ids, rows, wanted)
    note = left_out(ids, rows, wanted)
    table = found.table if found.table.ndim > 1 else _spread_out(found.table, found.n)
    columns = {name: [values[row] for row in rows] for name, values in found.columns.items()}
    return Distances(table[np.ix_(rows, rows)], [ids[row] for row in rows], columns,
                     (*found.notices, note))  # fmt: skip


def _spread_out(pairs: Any, n: int) -> Any:
    import numpy as np

    table = np.zeros((n, n))
    table[np.triu_indices(n, 1)] = pairs
    return table + table.T
