"""Open a Qdrant server or a folder of the local mode."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import Error as DatabaseError
from typing import Any
from urllib.parse import urlsplit

from monosashi.embeddings import EmbeddingSet
from monosashi.stores.addresses import KEY_VARIABLE, Address
from monosashi.stores.qdrant.asking import Asking
from monosashi.stores.qdrant.collection import COSINE, QdrantCollection, with_card
from monosashi.stores.store_faults import needs_package, no_store_there, what_the_engine_says

TIMEOUT = 60  # seconds for one answer
HERE = {"localhost", "127.0.0.1", "::1"}
HEAD, LOCK = "meta.json", ".lock"  # of a folder of the local mode
IN_USE = "it is already accessed by another client"
ODD_FOLDER = (OSError, RuntimeError, ValueError, KeyError, TypeError, DatabaseError)


@contextmanager
def open_qdrant(address: Address, *, make: bool) -> Iterator[QdrantStore]:
    """A client, closed again; the local mode locks its folder until then."""
    if not (make or address.is_server or (Path(address.place) / HEAD).is_file()):
        raise no_store_there(address)
    try:
        import qdrant_client  # noqa: F401
    except ImportError:
        raise needs_package(address) from None
    with closing(_client(address)) as client:
        yield QdrantStore(client, address)


def _client(address: Address) -> Any:
    """The key comes from the environment alone; nothing is asked of the server yet."""
    from qdrant_client import QdrantClient

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of many points in a folder, of a key without https
        if address.is_server:
            parts = urlsplit(address.place)
            return QdrantClient(
                url=address.place,
                port=parts.port or (443 if parts.scheme == "https" else 6333),
                api_key=os.environ.get(KEY_VARIABLE) or None,
                https=parts.scheme == "https",
                timeout=TIMEOUT,
                check_compatibility=False,
                trust_env=parts.hostname not in HERE,
            )
        with what_the_engine_says(address, *ODD_FOLDER):
            _try_lock(Path(address.place) / LOCK)
            return QdrantClient(path=address.place)


def _try_lock(lock: Path) -> None:
    """Refuse a folder that another client holds; qdrant-client would leave the lock open then."""
    import portalocker

    if lock.is_file():
        flags = portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING
        with lock.open("r+", encoding="utf-8") as file:
            try:
                portalocker.lock(file, flags)
            except portalocker.exceptions.LockException:
                raise RuntimeError(IN_USE) from None
            portalocker.unlock(file)


class QdrantStore:
    """Collections of one server or folder."""

    def __init__(self, client: Any, address: Address) -> None:
        self._client, self._address = client, address
        self._ask = Asking(address)

    def names(self) -> list[str]:
        """Collections, by name."""
        found = self._ask(self._client.get_collections).collections
        return sorted(one.name for one in found)

    def collection(self, name: str, id_column: str | None) -> QdrantCollection:
        """A collection that is there; points have ids of their own."""
        return QdrantCollection(self._client, self._ask, name, id_column, self._address)

    def create(self, name: str, rows: EmbeddingSet, vectors: str) -> QdrantCollection:
        """An empty collection with one named vector, compared by cosine."""
        from qdrant_client import models

        space = models.VectorParams(size=rows.dimension, distance=models.Distance(COSINE))
        self._ask(self._client.create_collection, name, vectors_config={vectors: space},
                  metadata=with_card(rows.model))  # fmt: skip
        return self.collection(name, None)
