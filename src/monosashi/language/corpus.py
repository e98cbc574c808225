"""Who looks for what among which pages: everything about a corpus but its vectors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, Fault, Pairs, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.ranking import Candidates, Directions, GoldRanks, RankingTask, rank_gold

QueryRole = Literal["query vectors", "documents as queries", "independent queries"]
IntArray = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Corpus:
    """Pages of several languages in one pool, and the queries put to it.

    Documents are numbered by language, then key, so every language is one run of numbers and
    nothing depends on the order of the rows.

    Attributes
    ----------
    pairs : Pairs
    queries : EmbeddingSet
        Where the query rows stand: the documents themselves, or independent queries.
    role : str
        How queries were embedded; it decides the size of the drop and is said with every result.
    rows : (rows,) int
        Rows of ``pairs.set`` ordered by document.
    starts : (m,) int
        First place of every document in ``rows``.
    pools : (L + 1,) int
        First document of every language.
    document_of : (keys, L) int
        Number of the document, -1 where there is none.
    query_rows, query_keys, query_languages : (n,) int
    task : RankingTask
    notices : tuple of Fault
    """

    pairs: Pairs
    queries: EmbeddingSet
    role: QueryRole
    rows: IntArray
    starts: IntArray
    pools: IntArray
    document_of: IntArray
    query_rows: IntArray
    query_keys: IntArray
    query_languages: IntArray
    task: RankingTask
    notices: tuple[Fault, ...] = ()

    @property
    def languages(self) -> tuple[str, ...]:
        """Names of the languages, sorted."""
        return self.pairs.languages

    @property
    def n_documents(self) -> int:
        """Documents of all languages."""
        return len(self.starts)

    @cached_property
    def document_language(self) -> IntArray:
        """(m,) language of every document."""
        return np.repeat(np.arange(len(self.languages)), np.diff(self.pools))

    def candidates(self, documents: EmbeddingSet) -> Candidates:
        """The columns of the product, from these vectors of the documents."""
        rows = Directions(documents.vectors, self.rows, documents.ids)
        return Candidates(rows, self.starts, self.pools)

    def query_directions(self, documents: EmbeddingSet, queries: EmbeddingSet | None) -> Directions:
        """The rows of the product, in the role that was settled at the door."""
        return Directions(*self._query_side(documents, queries))

    def _query_side(
        self, documents: EmbeddingSet, queries: EmbeddingSet | None
    ) -> tuple[FloatArray, IntArray, npt.NDArray[np.object_]]:
        if self.role == "independent queries":
            held = self.queries if queries is None else queries
            return held.vectors, self.query_rows, held.ids
        if self.role == "documents as queries":
            return documents.vectors, self.query_rows, documents.ids
        if documents.query_vectors is None:
            raise DataError(fault("language.errors.lost_queries"))
        return documents.query_vectors, self.query_rows, documents.ids

    def rank(
        self, documents: EmbeddingSet, queries: EmbeddingSet | None = None, *, k: int = 10
    ) -> GoldRanks:
        """Rank all golds in one pass over the product."""
        rows = self.query_directions(documents, queries)
        return rank_gold(rows, self.candidates(documents), self.task, k=k)

    def take_queries(self, which: npt.NDArray[np.bool_]) -> Corpus:
        """The same pages, asked by some of the queries only."""
        rows = np.flatnonzero(which)
        return replace(
            self,
            query_rows=self.query_rows[rows],
            query_keys=self.query_keys[rows],
            query_languages=self.query_languages[rows],
            task=self.task.take(rows),
        )
