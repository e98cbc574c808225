"""Scaling to length 1 without a number added to any norm."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.checks import blocks_of, zero_rows
from monosashi.embeddings.errors import DataError, fault


def row_lengths(vectors: FloatArray) -> FloatArray:
    """(n,) Euclidean length of every row in float64; the largest entry is divided out first.

    A length beyond float64 (entries near 1.8e308) is given as the largest number there is.
    """
    lengths: FloatArray = np.zeros(len(vectors))
    for start, block in blocks_of(vectors):
        wide = block.astype(np.float64)
        top = np.abs(wide).max(axis=1)
        held = top > 0
        scaled = wide[held] / top[held, None]
        part = np.zeros(len(block))
        with np.errstate(over="ignore"):
            part[held] = np.sqrt(np.einsum("ij,ij->i", scaled, scaled)) * top[held]
        lengths[start : start + len(block)] = np.minimum(part, np.finfo(np.float64).max)
    return lengths


def unit_rows(vectors: FloatArray, ids: TextArray | None = None) -> FloatArray:
    """Rows scaled to length 1, computed in float64 block by block, in the dtype of ``vectors``.

    The largest entry is divided out first, so that nothing overflows or vanishes; zero rows are
    refused.
    """
    if rows := zero_rows(vectors):
        names = [] if ids is None else list(ids[rows])
        found = fault("embeddings.errors.zero_vectors", rows, names)
        unnamed = replace(found, values={**found.values, "ids": "-"})  # rather than "(ids )"
        raise DataError(unnamed if ids is None else found)
    unit: FloatArray = np.empty(vectors.shape, dtype=vectors.dtype)
    for start, block in blocks_of(vectors):
        wide = block.astype(np.float64)
        wide /= np.abs(wide).max(axis=1, keepdims=True)
        wide /= np.sqrt(np.einsum("ij,ij->i", wide, wide))[:, None]
        unit[start : start + len(block)] = wide
    return unit
