"""One collection of Qdrant."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard, ServiceError, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.stores.addresses import Address
from monosashi.stores.qdrant.asking import Asking
from monosashi.stores.qdrant.points import (
    POINT_ID,
    at_length_one,
    columns_of,
    payloads,
    point_id,
    vector_in,
)
from monosashi.stores.store_protocols import NOTE, RAW, Batch, Space, as_matrix, batch_size

COSINE = "Cosine"
ORDERS = {COSINE: "cosine", "Dot": "dot", "Euclid": "l2", "Manhattan": "l1"}
CARD = "monosashi_card"
NUMBERS = 2**18  # of one call: about 5 MB of JSON, far below the 32 MB that a server takes
MOST = 1_000


def with_card(card: ModelCard) -> dict[str, str]:
    """Metadata that keep the card."""
    return {CARD: json.dumps(card.to_dict(canaries=True))}


class QdrantCollection:
    """Points with named vectors; an unnamed vector is called ``vector`` here."""

    def __init__(
        self, client: Any, ask: Asking, name: str, id_column: str | None, address: Address
    ) -> None:
        self._client, self._ask, self._name, self._address = client, ask, name, address
        self._id = id_column
        self._config = ask(client.get_collection, name).config

    @property
    def key_column(self) -> str | None:
        """Where the ids of the points stand among the columns."""
        return POINT_ID

    def _vectors(self) -> dict[str, Any]:
        held = self._config.params.vectors
        if held is None:
            return {}
        return dict(held) if isinstance(held, Mapping) else {"": held}

    def _inner(self, name: str) -> str:
        return "" if name == RAW and RAW not in self._vectors() else name

    def spaces(self) -> dict[str, Space]:
        """Dense vectors, one a point."""
        named = {name or RAW: held for name, held in self._vectors().items()
                 if held.multivector_config is None}  # fmt: skip
        return {name: Space(held.size, ORDERS.get(str(held.distance.value)),
                            keeps_lengths=held.distance.value != COSINE)
                for name, held in named.items()}  # fmt: skip

    def unusable(self) -> list[str]:
        """Sparse vectors, and vectors of which a point has several."""
        several = [name or RAW for name, held in self._vectors().items()
                   if held.multivector_config is not None]  # fmt: skip
        return [*several, *(self._config.params.sparse_vectors or {})]

    def count(self) -> int:
        """Number of points."""
        return int(self._ask(self._client.count, self._name, exact=True).count)

    def card(self) -> ModelCard | None:
        """What ``write`` noted."""
        held = (self._config.metadata or {}).get(CARD)
        return None if held is None else ModelCard.from_dict(json.loads(held))

    def note(self, name: str) -> str | None:
        """What stands about these vectors in the metadata of the collection, as of now."""
        config = self._ask(self._client.get_collection, self._name).config
        held = (config.metadata or {}).get(f"{NOTE}:{name}")
        return None if held is None else str(held)

    def set_note(self, name: str, text: str) -> None:
        """Other metadata stay."""
        self._ask(self._client.update_collection, self._name, metadata={f"{NOTE}:{name}": text})

    def batches(self, vectors: Sequence[str], *, columns: bool = True) -> Iterator[Batch]:
        """Points in the order of their ids."""
        inner = {name: self._inner(name) for name in vectors}
        spaces = self.spaces()
        limit = batch_size(sum(spaces[name].dimension or 1 for name in vectors), NUMBERS, MOST)
        fields: bool | list[str] = columns or ["id", *([self._id] if self._id else [])]
        asked: bool | list[str] = True if "" in inner.values() else list(inner.values()) or False
        offset = None
        while True:
            records, offset = self._ask(
                self._client.scroll, self._name, limit=limit, offset=offset, with_payload=fields,
                with_vectors=asked,
            )  # fmt: skip
            if records:
                held = {name: self._matrix(records, name, spaces[name]) for name in inner}
                yield Batch([record.id for record in records], columns_of(records), held)
            if offset is None:
                return

    def _matrix(self, records: Sequence[Any], name: str, space: Space) -> Any:
        rows = [vector_in(record, self._inner(name)) for record in records]
        matrix = as_matrix(rows, space.dimension)
        return matrix if space.keeps_lengths else at_length_one(matrix)

    def insert(self, rows: EmbeddingSet, name: str) -> None:
        """Add points."""
        from qdrant_client import models

        for start in range(0, rows.n, size := batch_size(rows.dimension, NUMBERS, MOST)):
            part = rows.take(np.arange(start, min(rows.n, start + size)))
            held = payloads(part, str(self._address))
            points = [
                models.PointStruct(
                    id=point_id(one), vector=self._as_stored(name, row), payload=rest
                )
                for one, row, rest in zip(part.ids, part.vectors, held, strict=True)
            ]
            self._ask(self._client.upsert, self._name, points=points, wait=True)

    def _as_stored(self, name: str, row: FloatArray) -> Any:
        inner = self._inner(name)
        return {inner: row.tolist()} if inner else row.tolist()

    def make_room(self, name: str, dimension: int) -> None:
        """Another named vector, compared as those that are there; servers from 1.18 can do it."""
        from qdrant_client import models

        if name in self.spaces():
            return
        base = next(iter(self._vectors().values()), None)
        distance = base.distance if base is not None else models.Distance(COSINE)
        held = models.DenseVectorConfig(size=dimension, distance=distance)
        try:
            self._ask(self._client.create_vector_name, self._name, name,
                      models.DenseVectorNameConfig(dense=held))  # fmt: skip
        except ServiceError as error:
            if any(one.values.get("status") == 404 for one in error.faults):
                raise DataError(fault("stores.errors.store_too_old", address=self._address,
                                      name=name)) from None  # fmt: skip
            raise
        self._config = self._ask(self._client.get_collection, self._name).config

    def put(self, name: str, keys: list[Any], vectors: FloatArray) -> None:
        """Set one vector of points that are there; other vectors and the payload stay."""
        from qdrant_client import models

        for start in range(0, len(keys), size := batch_size(vectors.shape[1], NUMBERS, MOST)):
            rows = zip(keys[start : start + size], vectors[start : start + size], strict=True)
            points = [models.PointVectors(id=key, vector=self._as_stored(name, row))
                      for key, row in rows]  # fmt: skip
            self._ask(self._client.update_vectors, self._name, points=points, wait=True)
