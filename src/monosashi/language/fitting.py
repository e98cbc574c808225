"""What a centring is fitted to, checked: enough documents, queries of the same model."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from monosashi.embeddings import EmbeddingSet, Fault, fault
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.sets import Column
from monosashi.language.centroids import Centroids
from monosashi.language.same_model import model_faults

LEAST_DOCUMENTS, ADVISED_DOCUMENTS, LEAST_QUERIES = 50, 200, 10


def ids_digest(ids: Iterable[str]) -> str:
    """SHA-256 of the sorted ids: shows growth and loss whatever the order."""
    digest = hashlib.sha256()
    for name in sorted(ids):
        encoded = name.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "little") + encoded)
    return digest.hexdigest()


def query_side(
    documents: EmbeddingSet,
    labels: TextArray,
    queries: EmbeddingSet | FloatArray | None,
    language: Column,
) -> tuple[Centroids | None, list[Fault]]:
    """Means of the query vectors, if there are any, and what is wrong with them."""
    if queries is None:
        return None, []
    if isinstance(queries, EmbeddingSet):
        faults = model_faults(documents, queries, sides=("documents", "queries"), roles=False)
        spoken = queries.column(language, "language")
        return Centroids.of(queries.vectors, spoken, queries.ids), faults
    if queries.shape != documents.vectors.shape:
        return None, [fault("embeddings.errors.query_shape", shape=queries.shape,
                            expected=documents.vectors.shape)]  # fmt: skip
    return Centroids.of(queries, labels, documents.ids), []


def count_faults(held: Centroids, asked: Centroids | None, *, force: bool) -> list[Fault]:
    """Languages with too few rows for a mean."""
    faults = held.too_few("language.errors.one_document", 2)
    few = [] if force else held.too_few("language.errors.few_documents", LEAST_DOCUMENTS)
    faults += [found for found in few if found.values["n"] > 1]
    if asked is not None:
        faults += asked.too_few("language.errors.few_queries", 2 if force else LEAST_QUERIES)
        faults += [fault("language.errors.no_query_mean", language=name)
                   for name in held.means if name not in asked.means]  # fmt: skip
    return faults
