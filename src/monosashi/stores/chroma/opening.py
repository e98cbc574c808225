"""Open a folder of Chroma's persistent client, without telemetry and without a model."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from monosashi.embeddings import EmbeddingSet
from monosashi.stores.addresses import Address
from monosashi.stores.chroma.collection import (
    BESIDE,
    COSINE,
    ChromaCollection,
    checked_name,
    with_card,
)
from monosashi.stores.store_faults import needs_package, no_store_there, what_the_engine_says

DATABASE = "chroma.sqlite3"


@contextmanager
def open_chroma(address: Address, *, make: bool) -> Iterator[ChromaStore]:
    """A client, closed again."""
    if not make and not (Path(address.place) / DATABASE).is_file():
        raise no_store_there(address)
    try:
        from chromadb.errors import ChromaError
    except ImportError:
        raise needs_package(address) from None
    with what_the_engine_says(address, ChromaError), closing(_client(address)) as client:
        yield ChromaStore(client, address)


def _client(address: Address) -> Any:
    import chromadb
    from chromadb.config import Settings

    with warnings.catch_warnings(), what_the_engine_says(address, ValueError, OSError):
        warnings.simplefilter("ignore", DeprecationWarning)  # Chroma's own, of its own settings
        return chromadb.PersistentClient(address.place,
                                         settings=Settings(anonymized_telemetry=False))  # fmt: skip


class ChromaStore:
    """Collections of one folder."""

    def __init__(self, client: Any, address: Address) -> None:
        self._client, self._address = client, address

    def names(self) -> list[str]:
        """Collections by name, without those that lie beside another (unless one is asked for)."""
        found = self._client.list_collections()
        asked = self._address.name
        first = [one.name for one in found if BESIDE not in (one.metadata or {})]
        return sorted({*first, *(one.name for one in found if one.name == asked)})

    def collection(self, name: str, id_column: str | None) -> ChromaCollection:
        """A collection that is there; records have ids of their own."""
        held = self._client.get_collection(name, embedding_function=None)
        return ChromaCollection(self._client, held, id_column, self._address)

    def create(self, name: str, rows: EmbeddingSet, vectors: str) -> ChromaCollection:
        """An empty collection compared by cosine (Chroma's own default is l2)."""
        del vectors  # a record has one vector, without a name
        self._client.create_collection(
            checked_name(name, self._address), embedding_function=None,
            metadata=with_card(rows.model), configuration={"hnsw": {"space": COSINE}},
        )  # fmt: skip
        return self.collection(name, None)
