"""The first documents of each query, where no gold is needed to find them."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import Column, EmbeddingSet
from monosashi.neighbors import nearest
from monosashi.retrieval.list_agreement import Lists


def first_documents(
    queries: EmbeddingSet, documents: EmbeddingSet, *, k: int, document: Column | None = None
) -> Lists:
    """Names of the k nearest documents by cosine, best first; equals by the lower row.

    A document of several rows (chunks) stands where its best row does. Lists are shorter only
    where there are fewer than k documents.
    """
    if document is None:
        names = documents.ids
        rows = min(k, documents.n)
    else:
        names = documents.column(document, "document")
        _, counts = np.unique(names, return_counts=True)
        rows = min(int(np.sort(counts)[::-1][:k].sum()), documents.n)
    found = nearest(queries, documents, k=rows, metric="cosine").indices
    return tuple(tuple(dict.fromkeys(names[row].tolist()))[:k] for row in found)
