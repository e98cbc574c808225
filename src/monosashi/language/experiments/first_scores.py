"""Scores of the first documents of one direction, for a threshold."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.language.asking import Pair, asking_rows
from monosashi.language.corpus import Corpus
from monosashi.language.experiments.thresholds import ThresholdPoint, threshold_curve
from monosashi.language.outcomes import FloatArray
from monosashi.ranking import GoldRanks, exact_cosines


def direction_curve(
    corpus: Corpus, documents: EmbeddingSet, ranks: GoldRanks, pair: Pair, confidence: float
) -> Iterator[ThresholdPoint]:
    """Score of the first document of every query, and whether it is the translation.

    Other translations of the item are neither right nor wrong here: they are taken out.
    """
    rows = asking_rows(corpus, pair)
    right = ranks.ranks("mixed")[rows, pair[1]] <= 1
    gold = ranks.score[rows, pair[1]]
    first = np.where(right, gold, np.fmax(_highest_wrong(corpus, documents, ranks, rows), gold))
    yield from threshold_curve(*corpus.names(pair), first, right, confidence)


def _highest_wrong(
    corpus: Corpus, documents: EmbeddingSet, ranks: GoldRanks, rows: np.ndarray
) -> FloatArray:
    """Highest score of a wrong document among the first ten; -inf where all are right."""
    queries, held = corpus.directions(documents, None), corpus.candidates(documents)
    top = ranks.top[rows]
    local, place = np.nonzero(top >= 0)
    found = top[local, place]
    asked, right = corpus.task.equals.take(rows).of(slice(0, len(rows)))
    wrong = ~np.isin(local * held.n + found, asked * held.n + right)
    local, found = local[wrong], found[wrong]
    chunks, entry = held.expand(found)
    scores = exact_cosines(queries, held.rows, rows[local[entry]], chunks)
    out = np.full(len(rows), -np.inf)
    np.maximum.at(out, local[entry], scores)
    return out
