"""Apply a repair to a corpus and rank again: on everything, and on held-out halves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.language.corpus import Corpus
from monosashi.language.layout import IntArray
from monosashi.language.repairs import Refittable, Repair
from monosashi.ranking import GoldRanks

FloatArray = npt.NDArray[np.float64]


class Trial:
    """One corpus on which repairs are tried."""

    def __init__(self, corpus: Corpus, folds: IntArray) -> None:
        """``folds`` gives every key its half, 0 or 1."""
        self.corpus, self.folds = corpus, folds
        self.documents = corpus.pairs.set
        names = np.array(corpus.languages, dtype=object)
        self.labels = names[corpus.pairs.language_codes]
        self.query_labels = None
        if corpus.asked.independent:
            self.query_labels = names[np.zeros(corpus.queries.n, dtype=np.intp)]
            self.query_labels[corpus.asked.rows] = names[corpus.asked.languages]

    def rank(self, repair: Repair | EmbeddingSet) -> GoldRanks:
        """Ranks after a repair (or with vectors that came repaired)."""
        if isinstance(repair, EmbeddingSet):
            return self.corpus.rank(self._same_documents(repair))
        return self.corpus.rank(*self._apply(repair))

    def held_out(self, repair: object) -> FloatArray | None:
        """(n, L) mixed ranks of every query under a repair fitted without its half of the keys.

        None when there is nothing to fit (vectors that came repaired) or a half is too small.
        """
        if not isinstance(repair, Refittable):
            return None
        try:
            return self._cross_fitted(repair)
        except DataError:
            return None

    def _cross_fitted(self, repair: Refittable) -> FloatArray:
        ranks = np.full(self.corpus.task.gold.shape, np.nan)
        for fold in (0, 1):
            asks = self.folds[self.corpus.asked.keys] != fold
            fitted = self._refit(repair, fold)
            found = self.corpus.take_queries(asks).rank(*self._apply(fitted), k=0)
            ranks[asks] = found.ranks("mixed")
        return ranks

    def _apply(self, repair: Repair) -> tuple[EmbeddingSet, EmbeddingSet | None]:
        documents = repair.apply(self.documents, **self._language(repair, self.labels))
        if self.query_labels is None:
            return documents, None
        rows, queries = self.corpus.asked.rows, self.corpus.queries
        spoken = self._language(repair, self.query_labels[rows])
        mended = repair.apply(queries.take(rows), **spoken, side="query")
        return documents, _in_place(queries, rows, mended)

    @staticmethod
    def _language(repair: Repair, labels: npt.NDArray[np.object_]) -> dict[str, Any]:
        """A global repair knows no languages."""
        return {} if getattr(repair, "is_global", False) else {"language": labels}

    def _refit(self, repair: Refittable, fold: int) -> Repair:
        inside = self.folds[self.corpus.pairs.key_codes] == fold
        part = self.documents.take(inside)
        labels = self.labels[inside]
        if self.query_labels is None:
            return repair.refit(part, language=labels, queries=part.query_vectors)
        rows = self.corpus.asked.rows[self.folds[self.corpus.asked.keys] == fold]
        return repair.refit(part, language=labels, queries=self.corpus.queries.take(rows),
                            query_language=self.query_labels[rows])  # fmt: skip

    def _same_documents(self, repaired: EmbeddingSet) -> EmbeddingSet:
        if list(repaired.ids) != list(self.documents.ids):
            raise DataError(fault("language.errors.other_documents", n=repaired.n,
                                  expected=self.documents.n))  # fmt: skip
        return repaired


def _in_place(whole: EmbeddingSet, rows: IntArray, mended: EmbeddingSet) -> EmbeddingSet:
    """Mended rows at their old places; rows that do not ask stay as they were."""
    vectors = np.array(whole.vectors, dtype=mended.vectors.dtype)
    vectors[rows] = mended.vectors
    return replace(whole, vectors=vectors)


def halves(n_keys: int, rng: np.random.Generator) -> IntArray:
    """Every key in one of two halves, sizes differing by at most one."""
    folds = np.arange(n_keys) % 2
    return rng.permutation(folds)


def overlap(before: IntArray, after: IntArray) -> FloatArray:
    """(n,) share of each list that stays; NaN for an empty list."""
    listed = (before >= 0).sum(axis=1)
    same = (before[:, :, None] == after[:, None, :]) & (before >= 0)[:, :, None]
    stays = same.any(axis=2).sum(axis=1)
    undefined = np.full(len(before), np.nan)
    share: FloatArray = np.divide(stays, listed, out=undefined, where=listed > 0)
    return share
