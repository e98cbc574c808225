"""From each language to another, measured on translations only."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault, unit_rows
from monosashi.embeddings.arrays import TextArray
from monosashi.language.centroids import BLOCK, Float64Array
from monosashi.language.fitting import LEAST_DOCUMENTS
from monosashi.language.layout import IntArray


def paired_moves(
    data: EmbeddingSet, labels: TextArray, keys: TextArray, reference: str, *, force: bool
) -> Mapping[str, Float64Array]:
    """Mean of the reference's documents less mean of the language's, over keys that both have.

    Every key weighs the same, however many rows (chunks) it has. Languages that share fewer than
    50 keys with the reference are refused, all together; ``force`` accepts 2 or more.
    """
    names = sorted(set(labels))
    shared = {name: np.intersect1d(keys[labels == name], keys[labels == reference])
              for name in names}  # fmt: skip
    least = 2 if force else LEAST_DOCUMENTS
    faults: list[Fault] = [
        fault("language.errors.few_pairs", language=name, reference=reference, n=len(found),
              least=least)
        for name, found in shared.items() if len(found) < least
    ]  # fmt: skip
    if faults:
        raise DataError(*faults)
    moves = {}
    for name in names:
        here, there = (_mean_of(data, labels, keys, one, shared[name]) for one in (name, reference))
        moves[name] = there - here
    return moves


def _mean_of(
    data: EmbeddingSet, labels: TextArray, keys: TextArray, language: str, shared: TextArray
) -> Float64Array:
    rows: IntArray = np.flatnonzero((labels == language) & np.isin(keys, shared))
    chunks = np.unique(keys[rows], return_inverse=True, return_counts=True)
    weights = 1.0 / chunks[2][chunks[1]] / len(shared)
    mean = np.zeros(data.dimension)
    for start in range(0, len(rows), BLOCK):
        part = slice(start, start + BLOCK)
        unit = unit_rows(data.vectors[rows[part]].astype(np.float64))
        mean += np.add.reduce(unit * weights[part, None], axis=0)
    return mean
