"""Which engine opens an address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from monosashi.embeddings import DataError
from monosashi.stores.addresses import Address
from monosashi.stores.chroma import open_chroma
from monosashi.stores.lancedb import open_lancedb
from monosashi.stores.qdrant import open_qdrant
from monosashi.stores.store_faults import no_such_collection
from monosashi.stores.store_protocols import Collection, Opener, Store

OPENERS: dict[str, Opener] = {
    "lancedb": open_lancedb,
    "qdrant": open_qdrant,
    "chroma": open_chroma,
}


@contextmanager
def opened(address: Address, *, make: bool = False) -> Iterator[Store]:
    """The store at an address, closed again afterwards; with ``make``, a new folder is made.

    Raises
    ------
    DataError
        The package of the engine is missing, the folder is not there or is no such store.
    ServiceError
        The server does not answer.
    """
    with OPENERS[address.engine](address, make=make) as store:
        yield store


def the_collection(store: Store, address: Address, id_column: str | None = None) -> Collection:
    """The collection named, or the only one there is."""
    names = store.names()
    if address.name is None and len(names) == 1:
        return store.collection(names[0], id_column)
    if address.name is not None and address.name in names:
        return store.collection(address.name, id_column)
    raise DataError(no_such_collection(address, names))
