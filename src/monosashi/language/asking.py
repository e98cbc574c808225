"""A corpus with its vectors, and everything one pass over their product answers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import EmbeddingSet
from monosashi.language.closeness import mean_cosine_of_others
from monosashi.language.corpus import Corpus
from monosashi.language.layout import IntArray
from monosashi.language.thinned import Thinned, thin_mixed_pool
from monosashi.ranking import Candidates, Directions, GoldRanks, average_precision, rank_gold

FloatArray = npt.NDArray[np.float64]
Pair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Asking:
    """Ranks and closeness of every query, in all directions at once.

    Attributes
    ----------
    corpus, queries, candidates
        Who asks, with which vectors, among which documents.
    ranks : GoldRanks
    others : (n, L) mean cosine with the unrelated documents of every language
    precision : (n,) average precision in the mixed pool
    thinned : Thinned
        What the mixed pool would find if it held no more candidates than the target language.
    ks : tuple of int
    """

    corpus: Corpus
    queries: Directions
    candidates: Candidates
    ranks: GoldRanks
    others: FloatArray
    precision: FloatArray
    thinned: Thinned
    ks: tuple[int, ...]

    @classmethod
    def of(cls, corpus: Corpus, documents: EmbeddingSet, ks: tuple[int, ...]) -> Asking:
        """Put all questions."""
        queries, candidates = corpus.directions(documents, None), corpus.candidates(documents)
        ranks = rank_gold(queries, candidates, corpus.task)
        others = mean_cosine_of_others(queries, candidates, corpus.task)
        thinned = thin_mixed_pool(queries, candidates, corpus.task, corpus.layout, ranks, ks=ks)
        precision = average_precision(ranks)
        return cls(corpus, queries, candidates, ranks, others, precision, thinned, ks)

    def rows(self, pair: Pair) -> IntArray:
        """Queries of the source language that have a translation to find."""
        return asking_rows(self.corpus, pair)


def asking_rows(corpus: Corpus, pair: Pair) -> IntArray:
    """Queries of the source language that have a document of the target language to find."""
    of_source = corpus.asked.languages == pair[0]
    return np.flatnonzero(of_source & (corpus.task.gold[:, pair[1]] >= 0))


def same_language_share(corpus: Corpus, ranks: GoldRanks) -> FloatArray:
    """(n,) share of the nearest documents that are in the query's own language."""
    first, last = corpus.layout.pools[:-1], corpus.layout.pools[1:]
    own = corpus.asked.languages
    inside = (ranks.top >= first[own, None]) & (ranks.top < last[own, None])
    listed = (ranks.top >= 0).sum(axis=1)
    undefined = np.full(len(own), np.nan)
    share: FloatArray = np.divide(inside.sum(axis=1), listed, out=undefined, where=listed > 0)
    return share
