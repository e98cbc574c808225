"""Subtract means from unit rows, block by block."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import DataError, fault, unit_rows
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.checks import zero_rows
from monosashi.language.centroids import BLOCK, Centroids
from monosashi.ranking.cosine import row_sums

NOTHING_LEFT = 1e-12  # of a unit vector; below it only rounding is left


def subtract_means(
    vectors: FloatArray,
    labels: TextArray,
    centroids: Centroids,
    ids: TextArray,
    *,
    strength: float,
    renormalise: bool,
) -> FloatArray:
    """(n, d) rows v / |v| - strength * mean of the row's label, in the dtype that came."""
    if empty := zero_rows(vectors):
        raise DataError(fault("embeddings.errors.zero_vectors", empty, list(ids[empty])))
    names = list(centroids.means)
    table = strength * np.stack([centroids.means[name] for name in names])
    code_of = {name: code for code, name in enumerate(names)}
    codes = np.array([code_of[name] for name in labels], dtype=np.intp)
    out = np.empty_like(vectors, subok=False)
    lost: list[int] = []
    for start in range(0, len(vectors), BLOCK):
        block = slice(start, start + BLOCK)
        moved = unit_rows(vectors[block].astype(np.float64)) - table[codes[block]]
        lengths = np.sqrt(row_sums(moved * moved))
        gone = np.flatnonzero(lengths <= NOTHING_LEFT)
        lost.extend((start + gone).tolist())
        lengths[gone] = 1.0
        out[block] = moved / lengths[:, None] if renormalise else moved
    if lost and renormalise:
        raise DataError(fault("language.errors.nothing_left", lost, list(ids[lost])))
    return out
