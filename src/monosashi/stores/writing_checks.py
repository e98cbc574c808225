"""Everything that would spoil a store is found before the first row is written."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault
from monosashi.stores.addresses import Address
from monosashi.stores.marks import other_fit_faults
from monosashi.stores.store_protocols import Collection
from monosashi.stores.store_rows import IntArray, StoredRows


def check_same_rows(mended: EmbeddingSet, raw: EmbeddingSet) -> None:
    """Both sets have the same ids in the same order."""
    if mended.n != raw.n or not bool((mended.ids == raw.ids).all()):
        raise DataError(fault("stores.errors.beside_rows", n=mended.n, raw=raw.n))


def check_whole(
    found: StoredRows, collection: Collection, address: Address, data: EmbeddingSet, name: str
) -> None:
    """What is there belongs to this set."""
    faults = found.faults(address)
    if found.strangers:
        faults.append(fault("stores.errors.write_strangers", ids=found.strangers, address=address,
                            called=address.called))  # fmt: skip
    faults += length_faults(collection, address, name, data.dimension)
    if not faults and len(other := np.flatnonzero(found.there & ~found.right[name])):
        faults.append(fault("stores.errors.write_differs", other.tolist(), list(data.ids[other]),
                            address=address, called=address.called))  # fmt: skip
    if faults:
        raise DataError(*faults)


def check_beside(
    found: StoredRows,
    collection: Collection,
    address: Address,
    mended: EmbeddingSet,
    *,
    name: str,
    base: str,
    raw: EmbeddingSet | None,
) -> None:
    """Every id is there once, and stands for the vector that was mended."""
    absent = np.flatnonzero(~found.there)
    faults = [*found.faults(address), *absent_faults(absent, mended, str(address))]
    if raw is not None:
        other = np.flatnonzero(found.there & ~found.right[base])
        faults += differing_faults(other, raw, str(address), base)
    faults += length_faults(collection, address, name, mended.dimension)
    faults += other_fit_faults(collection, name, mended.model.mended, found, address)
    if faults:
        raise DataError(*faults)


def absent_faults(rows: IntArray, mended: EmbeddingSet, place: str) -> list[Fault]:
    """Rows of the set that are not there."""
    if not len(rows):
        return []
    names = list(mended.ids[rows])
    return [fault("stores.errors.beside_absent", rows.tolist(), names, address=place)]


def differing_faults(rows: IntArray, raw: EmbeddingSet, place: str, name: str) -> list[Fault]:
    """Rows whose raw vector there is another one."""
    if not len(rows):
        return []
    names = list(raw.ids[rows])
    return [fault("stores.errors.beside_differs", rows.tolist(), names, address=place, name=name)]


def length_faults(
    collection: Collection, address: Address, name: str, dimension: int
) -> list[Fault]:
    """Vectors of that name have another length, or are of a kind that cannot be written."""
    space = collection.spaces().get(name)
    if name in collection.unusable():
        return [fault("stores.errors.beside_taken", address=address, name=name)]
    if space is None or space.dimension in {None, dimension}:
        return []
    return [fault("stores.errors.beside_length", address=address, name=name,
                  held=space.dimension, dimension=dimension)]  # fmt: skip


def precision_notices(data: EmbeddingSet, address: Address) -> list[Fault]:
    """What a store does not take over."""
    found = []
    if data.query_vectors is not None:
        found.append(fault("stores.notices.queries_left", address=str(address)))
    if data.vectors.dtype == np.float64:
        found.append(fault("stores.notices.store_single", address=str(address)))
    return found
