"""The simplest change that lessens hubs: subtract the mean, scale to length 1 again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from monosashi.embeddings import EmbeddingSet, unit_rows
from monosashi.embeddings.arrays import FloatArray, TextArray


def centre_and_renormalise(data: EmbeddingSet) -> EmbeddingSet:
    """Unit rows, minus their mean, scaled to length 1 (a projection to the sphere about the mean).

    Query vectors, where there are any, are centred on their own mean. Measure before and after:
    where the data fall into clusters this may change nothing.

    Raises
    ------
    DataError
        For zero vectors, and for rows that are equal to the mean.

    References
    ----------
    Suzuki et al. (2013), Centering similarity measures to reduce hubs, EMNLP.
    """
    queries = data.query_vectors
    return replace(
        data,
        vectors=_centred(data.vectors, data.ids),
        query_vectors=None if queries is None else _centred(queries, data.ids),
    )


def _centred(vectors: FloatArray, ids: TextArray) -> FloatArray:
    unit = unit_rows(np.asarray(vectors, dtype=np.float64), ids)
    return unit_rows(unit - unit.mean(axis=0), ids).astype(vectors.dtype, copy=False)
