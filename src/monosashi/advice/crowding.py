"""How crowded it is around the right documents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.advice.answer_pairs import AnswerPairs, Array
from monosashi.embeddings import EmbeddingSet
from monosashi.neighbors import nearest

MOST = 200  # rows looked at around one answer; beyond them all may be right documents


@dataclass(frozen=True, eq=False)
class Crowding:
    """Per query; NaN where only right documents (or none) lie around the answer.

    Attributes
    ----------
    gap : (m,) float64
        Squared distance, of unit vectors, from the answer to the nearest other document.
    crowded : (m,) float64
        1.0 where that document is nearer to the answer than the query is, else 0.0.
    """

    gap: Array
    crowded: Array


def crowding(documents: EmbeddingSet, pairs: AnswerPairs) -> Crowding:
    """Distance from each answer to the nearest document that competes with it."""
    k = min(MOST, 1 + max(map(len, pairs.apart)), documents.n)
    lists = nearest(documents.take(pairs.answers), documents, k=k, metric="cosine")
    listed = zip(lists.indices, pairs.apart, strict=True)
    other = np.stack([~np.isin(rows, apart) for rows, apart in listed])
    first, found = np.argmax(other, axis=1), other.any(axis=1)
    gap = np.where(found, 2 * lists.distances[np.arange(pairs.m), first], np.nan)
    asked = ((pairs.query - pairs.answer) ** 2).sum(axis=1)
    return Crowding(gap, np.where(found, (gap < asked).astype(np.float64), np.nan))
