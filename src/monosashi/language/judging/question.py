"""Which documents answer which query, in all languages, and which compete with them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.language.corpus import Corpus
from monosashi.language.layout import IntArray
from monosashi.ranking import Lists


@dataclass(frozen=True, eq=False)
class Question:
    """Queries with their answers among documents in pools.

    Attributes
    ----------
    golds : Lists
        Documents that answer a query, any number in any language; none may be hidden from it.
    hidden : Lists
        Documents a query never sees: itself.
    equals : Lists
        Documents that do not compete with a gold one: the golds, and copies of them.
    pools : (L + 1,) int
        Documents ``pools[c]`` to ``pools[c + 1]`` are in language ``c``.
    own_pool : (n,) int
        Language of every query.
    units : (n,) int
        Number of what is asked about: queries of one unit are not independent of each other.
    """

    golds: Lists
    hidden: Lists
    equals: Lists
    pools: IntArray
    own_pool: IntArray
    units: IntArray

    @classmethod
    def of_corpus(cls, corpus: Corpus) -> Question:
        """The question that every measure of a corpus asks: one gold a language."""
        task = corpus.task
        queries, languages = np.nonzero(task.gold >= 0)
        golds = Lists.from_pairs(task.n, queries, task.gold[queries, languages])
        return cls(golds, task.hidden, task.equals, corpus.layout.pools, task.own_pool,
                   corpus.asked.keys)  # fmt: skip

    @property
    def n(self) -> int:
        """Number of queries."""
        return len(self.own_pool)

    @property
    def n_documents(self) -> int:
        """Number of documents."""
        return int(self.pools[-1])

    @property
    def n_languages(self) -> int:
        """Number of languages."""
        return len(self.pools) - 1

    def language_of(self, documents: IntArray) -> IntArray:
        """Language of every listed document."""
        return np.searchsorted(self.pools, documents, side="right") - 1

    def pool(self, language: int) -> slice:
        """Documents of a language."""
        return slice(int(self.pools[language]), int(self.pools[language + 1]))

    def neutral_shares(self) -> npt.NDArray[np.float64]:
        """(n,) share of the documents a query sees that are in its own language."""
        queries, documents = self.hidden.of(slice(0, self.n))
        own = self.language_of(documents) == self.own_pool[queries]
        seen = self.n_documents - np.bincount(queries, minlength=self.n)
        mine = np.diff(self.pools)[self.own_pool] - np.bincount(queries[own], minlength=self.n)
        share: npt.NDArray[np.float64] = np.divide(mine, seen, out=np.zeros(self.n),
                                                   where=seen > 0)  # fmt: skip
        return share

    def take(self, queries: IntArray) -> Question:
        """Only the given queries, in that order."""
        return Question(self.golds.take(queries), self.hidden.take(queries),
                        self.equals.take(queries), self.pools, self.own_pool[queries],
                        self.units[queries])  # fmt: skip
