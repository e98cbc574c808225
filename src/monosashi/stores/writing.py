"""``write`` and ``write_beside``: sets go out to vector stores and files."""

from __future__ import annotations

from pathlib import Path
from types import NoneType

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.kinds import kind_faults, refuse_kinds
from monosashi.stores.addresses import Address, is_store, store_address
from monosashi.stores.engines import opened, the_collection
from monosashi.stores.file_writing import write_file, write_file_beside
from monosashi.stores.formats import at_home
from monosashi.stores.marks import Mark, mark_of, noted
from monosashi.stores.one_writer import one_writer
from monosashi.stores.store_protocols import MENDED, RAW, Collection, Store, batch_size
from monosashi.stores.store_reading import chosen_vectors
from monosashi.stores.store_rows import IntArray, StoredRows, stored_rows
from monosashi.stores.writing_checks import (
    check_beside,
    check_same_rows,
    check_whole,
    precision_notices,
)
from monosashi.stores.written import Written

BLOCK = 2**22  # numbers that are in memory beside the set


def write(data: EmbeddingSet, uri: str | Path, *, name: str = RAW) -> Written:
    """Put a set into a store or file: vectors, ids and columns.

    Parameters
    ----------
    data : EmbeddingSet
        Query vectors are left out of a store (a notice says so).
    uri : address of a vector store, or path of a file
        A table or collection that is not there is made: compared by cosine in Qdrant and Chroma,
        while LanceDB is told by every search. Files: what ``EmbeddingSet.save`` writes, and
        ``.faiss`` (inner product over the vectors as they are, ids in ``NAME.ids.txt``).
    name : str
        Vectors, where a store names them (LanceDB, Qdrant).

    Returns
    -------
    Written
        What is there now. Running it again changes nothing; after an interruption it goes on.

    Raises
    ------
    DataError
        Rows of another set stand there, or the same ids with other vectors; values that the
        store cannot carry; two ids that are one there.
    ServiceError
        The server does not answer.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write(EmbeddingSet.from_arrays([[0.6, 0.8]], ids=["a"]), f"{folder}/pages.npz").n
    1
    """
    refuse_kinds(kind_faults(EmbeddingSet, data=data), kind_faults((str, Path), uri=uri))
    if not is_store(uri):
        return write_file(data, at_home(uri))
    address = store_address(uri)
    with one_writer(address, make=True), opened(address, make=True) as store:
        return _write(store, address, data, name)


def _write(store: Store, address: Address, data: EmbeddingSet, name: str) -> Written:
    if address.name is None:
        raise DataError(fault("stores.errors.store_unsaid", address=address,
                              called=address.called))  # fmt: skip
    new = address.name not in store.names()
    collection = (store.create(address.name, data, name) if new
                  else store.collection(address.name, None))  # fmt: skip
    found = stored_rows(collection, {name: data}, None)
    check_whole(found, collection, address, data, name)
    absent = np.flatnonzero(~found.there)
    if len(absent):
        collection.insert(data.take(absent), name)
    notices = precision_notices(data, address)
    return Written(str(address), name, data.n, data.n - len(absent), tuple(notices))


def write_beside(
    mended: EmbeddingSet,
    uri: str | Path,
    *,
    raw: EmbeddingSet | None = None,
    name: str = MENDED,
    vectors: str | None = None,
    id: str | None = None,  # noqa: A002 - the column is called id everywhere
) -> Written:
    """Put mended vectors beside the raw ones, which stay as they are.

    Parameters
    ----------
    mended : EmbeddingSet
        Rows are found by their ids. Rows of the store that are not in the set get nothing.
    uri : address of a vector store, or path of a file
        LanceDB: another column; Qdrant: another named vector (servers from 1.18); Chroma, whose
        records have one vector: a collection ``pages_mended`` beside ``pages``, with the same ids,
        documents and metadata; npz and parquet: another array or column, the file replaced whole;
        FAISS: an index ``pages_mended.faiss`` beside ``pages.faiss``.
    raw : EmbeddingSet, optional
        What was mended. Where nothing is yet, it is written first; else the vectors that are there
        must be these.
    name : str
        What the mended vectors are called.
    vectors : str, optional
        What the raw ones are called, where there are several.
    id : str, optional
        Column of ids, as in ``read``.

    Returns
    -------
    Written
        ``already`` counts the rows that were right before: run again, it changes nothing, and
        after an interruption it goes on. A store notes by which repair the vectors were mended;
        until all are there, ``read`` refuses them.

    Raises
    ------
    DataError
        Ids that are not there, raw vectors that are not those that were mended, a name that is
        taken by vectors of another length, or by the raw ones; rows that the set lacks and that
        another repair has mended; another run that writes there.
    ServiceError
        The server does not answer; what was written stays.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from monosashi.stores import read
    >>> pages = EmbeddingSet.from_arrays([[3.0, 4.0]], ids=["a"])
    >>> with TemporaryDirectory() as folder:
    ...     _ = write_beside(pages.unit(), f"{folder}/pages.npz", raw=pages)
    ...     read(f"{folder}/pages.npz", vectors="vector_mended").vectors.tolist()
    [[0.6, 0.8]]
    """
    refuse_kinds(kind_faults(EmbeddingSet, mended=mended), kind_faults((str, Path), uri=uri),
                 kind_faults((EmbeddingSet, NoneType), raw=raw))  # fmt: skip
    if raw is not None:
        check_same_rows(mended, raw)
    if not is_store(uri):
        return write_file_beside(mended, at_home(uri), raw=raw, name=name, vectors=vectors, id=id)
    address = store_address(uri)
    make = raw is not None
    with one_writer(address, make=make), opened(address, make=make) as store:
        if raw is not None and address.name is not None and address.name not in store.names():
            _write(store, address, raw, vectors or RAW)
        collection = the_collection(store, address, id)
        return _beside(collection, address, mended, raw=raw, name=name, vectors=vectors, id=id)


def _beside(
    collection: Collection,
    address: Address,
    mended: EmbeddingSet,
    *,
    raw: EmbeddingSet | None,
    name: str,
    vectors: str | None,
    id: str | None,  # noqa: A002 - as above
) -> Written:
    base = _raw_name(collection, address, name, vectors)
    sets = {name: mended} if raw is None else {name: mended, base: raw}
    found = stored_rows(collection, sets, id)
    check_beside(found, collection, address, mended, name=name, base=base, raw=raw)
    pending = np.flatnonzero(~found.right[name])
    fresh = name not in collection.spaces()
    ours = mended.model.mended
    if len(pending) or mark_of(collection, name) != Mark(ours):
        collection.make_room(name, mended.dimension)
        with noted(collection, name, ours, address, fresh=fresh):
            _put(collection, name, found, mended, pending)
    notices = [*_left(found, address), *precision_notices(mended, address)]
    already = mended.n - len(pending)
    return Written(str(address), name, mended.n, already, tuple(notices))


def _raw_name(collection: Collection, address: Address, name: str, vectors: str | None) -> str:
    """The raw vectors, which are never written to."""
    spaces = {key: space for key, space in collection.spaces().items() if key != name}
    if vectors == name or not spaces:
        raise DataError(fault("stores.errors.beside_is_raw", address=address, name=name))
    return chosen_vectors(spaces, collection.unusable(), address, vectors)


def _put(
    collection: Collection, name: str, found: StoredRows, mended: EmbeddingSet, rows: IntArray
) -> None:
    """Batch by batch, so that a memory map is never read whole."""
    size = batch_size(mended.dimension, BLOCK, 2**20)
    for start in range(0, len(rows), size):
        some = rows[start : start + size]
        collection.put(name, found.keys[some].tolist(), mended.vectors[some])


def _left(found: StoredRows, address: Address) -> list[Fault]:
    """Rows of the store that the set does not have."""
    if not found.strangers:
        return []
    return [fault("stores.notices.beside_left", ids=found.strangers, address=str(address))]
