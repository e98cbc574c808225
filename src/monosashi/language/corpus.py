"""Who looks for what among which pages: everything about a corpus but its vectors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, Pairs, fault
from monosashi.embeddings.source_rows import rows_of_source
from monosashi.language.asked import Asked
from monosashi.language.layout import BoolArray, IntArray, Layout
from monosashi.language.thinned import Thinned, thin_mixed_pool
from monosashi.ranking import Candidates, Directions, GoldRanks, RankingTask, rank_gold
from monosashi.results import Provenance
from monosashi.statistics.bootstrap import RESAMPLES

QueryRole = Literal["query vectors", "documents as queries", "independent queries"]


@dataclass(frozen=True, eq=False)
class Corpus:
    """Pages of several languages in one pool, and the queries put to it.

    Attributes
    ----------
    pairs : Pairs
        The documents; every language of the set is in the pool.
    queries : EmbeddingSet
        Where the query rows stand: the documents themselves, or independent queries.
    role : str
        How the queries were embedded; it decides the size of the drop, so every result says it.
    layout : Layout
    asked : Asked
    task : RankingTask
    notices : tuple of Fault
    """

    pairs: Pairs
    queries: EmbeddingSet
    role: QueryRole
    layout: Layout
    asked: Asked
    task: RankingTask
    notices: tuple[Fault, ...] = ()

    @property
    def languages(self) -> tuple[str, ...]:
        """Names of the languages, sorted."""
        return self.pairs.languages

    def candidates(self, documents: EmbeddingSet) -> Candidates:
        """The columns of the product, from these vectors of the documents."""
        with rows_of_source(documents):
            return self.layout.candidates(documents)

    def directions(self, documents: EmbeddingSet, queries: EmbeddingSet | None) -> Directions:
        """The rows of the product, in the role that was settled at the door."""
        if self.role == "independent queries":
            held = self.queries if queries is None else queries
        else:
            held = documents
        asked = documents.query_vectors if self.role == "query vectors" else held.vectors
        if asked is None:
            raise DataError(fault("language.errors.lost_queries"))
        with rows_of_source(held):
            return Directions(asked, self.asked.rows, held.ids)

    def rank(
        self, documents: EmbeddingSet, queries: EmbeddingSet | None = None, *, k: int = 10
    ) -> GoldRanks:
        """Rank all golds in one pass over the product; nearest competitors are left out."""
        rows, columns = self.directions(documents, queries), self.candidates(documents)
        return rank_gold(rows, columns, self.task, k=k, competitor=False)

    def thin(
        self,
        documents: EmbeddingSet,
        ranks: GoldRanks,
        queries: EmbeddingSet | None = None,
        *,
        ks: tuple[int, ...] = (1,),
    ) -> Thinned:
        """What a mixed pool no larger than that of the target language would find."""
        rows, columns = self.directions(documents, queries), self.candidates(documents)
        return thin_mixed_pool(rows, columns, self.task, self.layout, ranks, ks=ks)

    def units(self) -> tuple[IntArray, int]:
        """Number of the key behind every query that has something to find, and how many keys."""
        useful = (self.task.gold >= 0).any(axis=1)
        keys = np.unique(self.asked.keys[useful])
        return np.searchsorted(keys, self.asked.keys), len(keys)

    def keys(self) -> tuple[IntArray, IntArray]:
        """Key of every query, and of every page of the layout: each page is a key of its own."""
        return self.asked.keys, np.arange(len(self.layout.document_of))

    def names(self, pair: tuple[int, int]) -> tuple[str, str]:
        """Names of a source and a target language."""
        return self.languages[pair[0]], self.languages[pair[1]]

    def provenance(self, documents: EmbeddingSet, **settings: Any) -> Provenance:
        """What was measured and how, with everything this room found worth saying."""
        asked = {"query_role": self.role, "resamples": RESAMPLES}
        held = Provenance.of(documents, **settings, **asked)
        return replace(held, notices=(*held.notices, *self.notices))

    def take_queries(self, which: BoolArray) -> Corpus:
        """The same pages, asked by some of the queries only."""
        rows = np.flatnonzero(which)
        asked = replace(self.asked, rows=self.asked.rows[rows], keys=self.asked.keys[rows],
                        languages=self.asked.languages[rows])  # fmt: skip
        return replace(self, asked=asked, task=self.task.take(rows))
