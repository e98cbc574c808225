"""One collection of Chroma, and the collections beside it that hold its mended vectors."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.stores.addresses import Address
from monosashi.stores.chroma.records import columns_of, record_parts
from monosashi.stores.store_protocols import NOTE, RAW, Batch, Space, as_matrix, batch_size

COSINE = "cosine"
ORDERS = {COSINE: COSINE, "l2": "l2", "ip": "dot"}
CARD, BESIDE = "monosashi_card", "monosashi_beside"
FIXED = "hnsw:space"  # Chroma refuses to be told it again; the configuration keeps it
MOST = 1_000
NAME = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]")


def with_card(card: ModelCard) -> dict[str, str]:
    """Metadata that keep the card."""
    return {CARD: json.dumps(card.to_dict(canaries=True))}


def checked_name(name: str, address: Address) -> str:
    """Chroma takes 3 to 512 letters, digits, dots, hyphens and underscores."""
    if not NAME.fullmatch(name):
        raise DataError(fault("stores.errors.chroma_name", address=address, name=name))
    return name


class ChromaCollection:
    """A record has one vector, so others lie in collections of their own with the same ids."""

    def __init__(self, client: Any, held: Any, id_column: str | None, address: Address) -> None:
        self._client, self._held, self._address = client, held, address
        self._id = id_column
        self._beside = self._found_beside()
        self._broken = {name for name, one in self._beside.items() if not _readable(one)}

    def _found_beside(self) -> dict[str, Any]:
        """Vectors by name: those of collections that say to which they belong."""
        start = f"{self._held.name}_"
        found = {}
        for one in self._client.list_collections():
            if (one.metadata or {}).get(BESIDE) == self._held.name and one.name.startswith(start):
                held = self._client.get_collection(one.name, embedding_function=None)
                found[f"{RAW}_{one.name.removeprefix(start)}"] = held
        return found

    @property
    def key_column(self) -> str | None:
        """Where the ids of the records stand among the columns."""
        return "id"

    def spaces(self) -> dict[str, Space]:
        """The vectors of the records, and those beside that can be read."""
        held = {RAW: self._held, **self._beside}
        held = {name: one for name, one in held.items() if name not in self._broken}
        return {name: Space(_dimension(one), ORDERS.get(_space(one))) for name, one in held.items()}

    def unusable(self) -> list[str]:
        """None: sparse vectors stand among the metadata."""
        return []

    def count(self) -> int:
        """Number of records."""
        return int(self._held.count())

    def card(self) -> ModelCard | None:
        """What ``write`` noted."""
        held = (self._held.metadata or {}).get(CARD)
        return None if held is None else ModelCard.from_dict(json.loads(held))

    def note(self, name: str) -> str | None:
        """Metadata of the collection that holds these vectors, as of now.

        One that Chroma cannot read any more counts as unfinished: the next run makes it anew.
        """
        held = self._held if name == RAW else self._beside.get(name)
        if held is None:
            return None
        now = self._client.get_collection(held.name, embedding_function=None)
        found = (now.metadata or {}).get(NOTE)
        if name in self._broken:
            return json.dumps({"writer": "broken", **json.loads(found or "{}"), "over": True})
        return None if found is None else str(found)

    def set_note(self, name: str, text: str) -> None:
        """Other metadata stay."""
        held = self._held if name == RAW else self._beside[name]
        kept = {key: value for key, value in (held.metadata or {}).items() if key != FIXED}
        held.modify(metadata={**kept, NOTE: text})

    def batches(self, vectors: Sequence[str], *, columns: bool = True) -> Iterator[Batch]:
        """Records in Chroma's order."""
        del columns  # small beside the vectors, and needed for ids among the metadata
        limit = batch_size(_dimension(self._held) or 1, most=MOST)
        include = ["metadatas", "documents", *(["embeddings"] if RAW in vectors else [])]
        for offset in range(0, self.count(), limit):
            page = self._held.get(include=include, limit=limit, offset=offset)
            if not page["ids"]:
                return
            yield Batch(
                list(page["ids"]), columns_of(page),
                {name: self._page(name, page) for name in vectors},
            )  # fmt: skip

    def _page(self, name: str, page: Any) -> npt.NDArray[Any] | list[Any]:
        if name == RAW:
            return as_matrix(list(page["embeddings"]), _dimension(self._held))
        other = self._beside[name]
        got = other.get(ids=list(page["ids"]), include=["embeddings"])
        rows = dict(zip(got["ids"], got["embeddings"], strict=True))
        return as_matrix([rows.get(key) for key in page["ids"]], _dimension(other))

    def insert(self, rows: EmbeddingSet, name: str) -> None:
        """Add records."""
        del name
        for part in self._parts(rows.n, rows.dimension):
            some = rows.take(part)
            self._held.upsert(ids=list(some.ids), embeddings=_single(some.vectors),
                              **record_parts(some, str(self._address)))  # fmt: skip

    def make_room(self, name: str, dimension: int) -> None:
        """A collection beside: ``pages_mended`` for ``vector_mended`` of ``pages``."""
        del dimension  # Chroma takes it from the first record
        if name in self._broken:  # nothing of it can be read, and all of it can be written again
            self._client.delete_collection(self._beside.pop(name).name)
            self._broken.discard(name)
        if name == RAW or name in self._beside:
            return
        called = f"{self._held.name}_{name.removeprefix(RAW + '_')}"
        if called in {one.name for one in self._client.list_collections()}:
            raise DataError(fault("stores.errors.chroma_taken", address=self._address, name=called))
        metadata = {**(self._held.metadata or {}), BESIDE: self._held.name}
        self._beside[name] = self._client.create_collection(
            checked_name(called, self._address), embedding_function=None, metadata=metadata,
            configuration={"hnsw": {"space": _space(self._held)}},
        )  # fmt: skip

    def put(self, name: str, keys: list[Any], vectors: FloatArray) -> None:
        """Set vectors in the collection beside, with the documents and metadata of the records."""
        if name == RAW:
            raise DataError(fault("stores.errors.beside_is_raw", name=name))
        for part in self._parts(len(keys), vectors.shape[1]):
            some = [keys[row] for row in part]
            page = self._held.get(ids=some, include=["metadatas", "documents"])
            place = {key: row for row, key in enumerate(page["ids"])}
            order = [place[key] for key in some]
            self._beside[name].upsert(
                ids=some, embeddings=_single(vectors[part]),
                metadatas=[page["metadatas"][row] for row in order],
                documents=_texts([page["documents"][row] for row in order]),
            )  # fmt: skip

    def _parts(self, n: int, dimension: int) -> Iterator[npt.NDArray[np.intp]]:
        size = min(batch_size(dimension, most=MOST), int(self._client.get_max_batch_size()))
        for start in range(0, n, size):
            yield np.arange(start, min(n, start + size))


def _single(vectors: FloatArray) -> npt.NDArray[np.float32]:
    return np.asarray(vectors, dtype=np.float32)


def _texts(documents: list[Any]) -> list[Any] | None:
    return documents if any(text is not None for text in documents) else None


def _readable(held: Any) -> bool:
    """Whether Chroma can still read it: two processes that wrote at once can leave it broken."""
    from chromadb.errors import InternalError

    try:
        _dimension(held)
    except InternalError:
        return False
    return True


def _dimension(held: Any) -> int | None:
    """Length of the vectors; None before the first."""
    first = held.get(limit=1, include=["embeddings"])["embeddings"]
    return len(first[0]) if len(first) else None


def _space(held: Any) -> str:
    """What the collection compares by."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Chroma's own
        configuration = held.configuration
    index = configuration.get("hnsw") or configuration.get("spann") or {}
    return str(index.get("space") or "l2")
