"""Each language's mean taken off both sides, beside shifts as long in random directions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from monosashi.advice.explaining.languages import Languages
from monosashi.advice.explaining.moving import (
    moved_directions,
    moved_documents,
    random_shifts,
    sampled,
    unit_of,
)
from monosashi.advice.explaining.search import Bools, Floats, Rows, Search
from monosashi.advice.explaining.trial import Trial, drawn_trial
from monosashi.embeddings import DataError, Fault, fault
from monosashi.language.centroids import Centroids
from monosashi.retrieval.asking import asked_vectors

CENTERING, OF_QUERIES = "centering", "query_centering"
LEAST = 50  # rows of a language; a mean of fewer is noise, as for a repair
Tried = tuple[tuple[Trial, ...], dict[str, Rows], dict[str, Fault]]


@dataclass(frozen=True, eq=False)
class Centring:
    """Means of the documents of every language, and the language of every query.

    Attributes
    ----------
    means : (languages, d) float64
    spoken : (n,) int
    """

    search: Search
    languages: Languages
    means: Floats
    spoken: Rows

    @classmethod
    def of(cls, search: Search, languages: Languages) -> Centring | Fault:
        """Take the means; a Fault says why there are none."""
        library, spoken = search.asking.library, languages.queries
        if spoken is None:
            return fault("misses.reasons.no_query_language")
        if len(lost := np.flatnonzero(spoken < 0)):
            ids = search.asking.queries.ids[search.asking.rows[lost]]
            return fault("misses.reasons.other_language", ids=list(ids))
        counts = np.bincount(languages.rows, minlength=len(languages.names))
        if len(few := np.flatnonzero(counts < LEAST)):
            names = [languages.names[i] for i in few]
            return fault("misses.reasons.few_of_language", ids=names, least=LEAST)
        labels = np.array(languages.names, dtype=object)[languages.rows]
        held = Centroids.of(library.set.vectors, labels, library.set.ids).means
        means = np.stack([held[name] for name in languages.names])
        return cls(search, languages, means, spoken)

    def tried(self) -> Tried:
        """The trial with the documents' means; that mend, and the one with means of queries.

        Queries then lose their own mean: that takes off what sets them apart from documents, too,
        and so tells nothing of language alone.
        """
        try:
            after = self._stand(self.means, self.means, np.arange(self.search.n))
            controls = [*self._controls()]
        except DataError as error:  # a row equal to the mean has no direction left
            return (), {}, dict.fromkeys((CENTERING, OF_QUERIES), error.faults[0])
        trial = drawn_trial(CENTERING, self.search, after[self.search.missed], controls)
        own = self._with_own_means()
        if isinstance(own, Fault):
            return (trial,), {CENTERING: after}, {OF_QUERIES: own}
        return (trial,), {CENTERING: after, OF_QUERIES: own}, {}

    def _with_own_means(self) -> Rows | Fault:
        """Where answers stand when queries lose the mean of the queries of their language."""
        sizes = np.bincount(self.spoken, minlength=len(self.means))
        if len(few := np.flatnonzero((sizes > 0) & (sizes < LEAST))):
            names = [self.languages.names[i] for i in few]
            return fault("misses.reasons.few_queries_of_language", ids=names, least=LEAST)
        unit = self._unit(np.arange(self.search.n))
        means = self.means.copy()
        for code in np.flatnonzero(sizes):
            means[code] = unit[self.spoken == code].mean(axis=0)
        try:
            return self._stand(self.means, means, np.arange(self.search.n))
        except DataError as error:
            return error.faults[0]

    def _controls(self) -> Iterator[Bools]:
        """Each language moved as far from the overall mean, in random directions."""
        search, codes, means = self.search, self.languages.rows, self.means
        rng, documents = search.generator(2), search.asking.library.set
        counts = np.bincount(codes, minlength=len(means))
        middle = counts @ means / counts.sum()
        lengths = np.sqrt(((means - middle) ** 2).sum(axis=1))
        rows = sampled(documents.n, rng)
        spread = unit_of(documents.vectors, rows) - means[codes[rows]]
        for _ in range(search.draws):
            drawn = middle + random_shifts(spread, lengths, rng)
            yield self._stand(drawn, drawn, search.missed) < search.k

    def _stand(self, means: Floats, asked: Floats, rows: Rows) -> Rows:
        """Where answers stand with a shift taken off each language of documents and of queries."""
        candidates = moved_documents(self.search.asking.library, self.languages.rows, means)
        moved = moved_directions(self._unit(rows), asked[self.spoken[rows]])
        return self.search.stand(moved, candidates, self.search.of(rows))

    def _unit(self, rows: Rows) -> Floats:
        asking = self.search.asking
        return unit_of(asked_vectors(asking.queries), asking.rows[rows])
