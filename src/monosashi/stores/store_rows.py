"""Rows of a store against rows of a set: which are there, which are right, which differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import EmbeddingSet, Fault, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.lengths import row_lengths
from monosashi.stores.addresses import Address
from monosashi.stores.store_protocols import Batch, Collection, Space

CLOSE = 1e-5  # between numbers of vectors of length 1: rounding in float32, there and back
IntArray = npt.NDArray[np.intp]


@dataclass
class StoredRows:
    """What one pass over a collection found.

    Attributes
    ----------
    keys : (n,) object array
        The store's own key of every row of the set; None where the store lacks it.
    right : dict of vectors' name to (n,) bool
        Rows whose stored vector is that of the set already.
    strangers : list of str
        Ids that the store has and the set lacks.
    left_mended : dict of vectors' name to list of str
        Those of them that have such a vector.
    """

    keys: npt.NDArray[Any]
    right: dict[str, npt.NDArray[np.bool_]]
    strangers: list[str] = field(default_factory=list)
    left_mended: dict[str, list[str]] = field(default_factory=dict)
    twice: list[str] = field(default_factory=list)
    unnamed: int = 0

    @property
    def there(self) -> npt.NDArray[np.bool_]:
        """(n,) whether the store has the row."""
        return np.fromiter((key is not None for key in self.keys), dtype=bool)

    def faults(self, address: Address) -> list[Fault]:
        """Ids that do not name one row each."""
        found = []
        if self.twice:
            found.append(fault("embeddings.errors.duplicate_ids", ids=self.twice, what=address))
        if self.unnamed:
            found.append(fault("stores.errors.store_unnamed", address=address,
                               number=self.unnamed))  # fmt: skip
        return found


def stored_rows(
    collection: Collection, sets: dict[str, EmbeddingSet], id_column: str | None
) -> StoredRows:
    """Compare a collection with sets of the same ids, one for each name of vectors."""
    spaces = collection.spaces()
    held = {name: spaces[name] for name in sets if name in spaces}
    ids = next(iter(sets.values())).ids
    place = {name: row for row, name in enumerate(ids)}
    keys = np.full(len(ids), None, dtype=object)
    found = StoredRows(keys, {name: np.zeros(len(ids), dtype=bool) for name in sets})
    for batch in collection.batches(list(held), columns=False):
        names = ids_of(batch, collection.key_column, id_column)
        spots, rows, odd = _placed(names, batch.keys, place, found)
        for name, space in held.items():
            stored, wanted = batch.vectors[name], sets[name].vectors
            found.left_mended.setdefault(name, []).extend(
                str(names[spot]) for spot in odd if _is_vector(stored[spot]))  # fmt: skip
            if isinstance(stored, np.ndarray) and stored.shape[1] == wanted.shape[1]:
                found.right[name][rows] = same_rows(stored[spots], wanted[rows], space)
    return found


def _placed(
    names: Sequence[str | None], keys: Sequence[Any], place: Mapping[str, int], found: StoredRows
) -> tuple[list[int], list[int], list[int]]:
    """Places in the batch, the rows of the set that they are, and places of other rows."""
    spots: list[int] = []
    rows: list[int] = []
    odd: list[int] = []
    for spot, (name, key) in enumerate(zip(names, keys, strict=True)):
        row = None if name is None else place.get(name)
        if name is None:
            found.unnamed += 1
        elif row is None:
            found.strangers.append(name)
            odd.append(spot)
        elif found.keys[row] is not None:
            found.twice.append(name)
        else:
            found.keys[row] = key
            spots.append(spot)
            rows.append(row)
    return spots, rows, odd


def _is_vector(row: Any) -> bool:
    return row is not None and bool(np.isfinite(np.asarray(row, dtype=np.float64)).all())


def ids_of(batch: Batch, key_column: str | None, id_column: str | None) -> list[str | None]:
    """Ids as ``read`` gives them: the column named, else ``id``, else the store's own keys."""
    column = next((name for name in (id_column, "id", key_column) if name in batch.columns), None)
    values: Sequence[Any] = batch.keys if column is None else batch.columns[column]
    return [None if value is None else str(value) for value in values]


def same_rows(stored: npt.NDArray[Any], wanted: FloatArray, space: Space) -> npt.NDArray[np.bool_]:
    """(m,) whether vectors are the same, as far as float32 and the store's scaling allow."""
    lengths = row_lengths(wanted)
    scale = np.where(lengths > 0, lengths, 1.0)[:, None]
    ours = wanted.astype(np.float64) / scale
    theirs = stored.astype(np.float64)
    theirs = theirs / scale if space.keeps_lengths else theirs
    with np.errstate(invalid="ignore"):
        return np.asarray((np.abs(ours - theirs) <= CLOSE).all(axis=1))
