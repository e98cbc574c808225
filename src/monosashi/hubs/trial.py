"""One search by plain distances, and what a reduction makes of it."""

from __future__ import annotations

from dataclasses import dataclass

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.hubs.answers import Answers
from monosashi.hubs.change import COMPARED, compare_hubs
from monosashi.hubs.comparison_result import ReductionEffect
from monosashi.hubs.hubs import Hubs
from monosashi.hubs.moved import follow_hubs, kept_share
from monosashi.hubs.occurrence import Counts
from monosashi.hubs.of_lists import hubs_of_search
from monosashi.hubs.reductions import Reduction, fit_reduction
from monosashi.neighbors import Metric, Neighbors, nearest


@dataclass(frozen=True)
class Way:
    """Distances, how far corrections look, threads."""

    metric: Metric
    reach: int
    n_jobs: int | None


@dataclass(frozen=True)
class Trial:
    """One search, plain, that every reduction is measured against."""

    data: EmbeddingSet
    queries: EmbeddingSet | None
    k: int
    way: Way
    answers: Answers | None
    listed: Counts
    before: Hubs

    @classmethod
    def of(
        cls, data: EmbeddingSet, queries: EmbeddingSet | None, k: int, way: Way,
        answers: Answers | None,
    ) -> Trial:  # fmt: skip
        """Search by plain distances; a self-search for one more, which moves up in a deletion."""
        length = k + int(queries is None and k < data.n - 1)
        asked, base = (data, None) if queries is None else (queries, data)
        found = nearest(asked, base, k=length, metric=way.metric, n_jobs=way.n_jobs)
        before = hubs_of_search(data, found, k, queries=queries, metric=way.metric)
        return cls(data, queries, k, way, answers, found.indices[:, :k], before)

    def effect(self, one: str | Reduction, name: str) -> ReductionEffect:
        """Fit, search, compare."""
        fitted, k, answers = self._fitted(one), self.k, self.answers
        found = self._search(fitted)
        after = hubs_of_search(self.data, found, k, queries=self.queries, metric=name)
        new = found.indices[:, :k]
        return ReductionEffect(
            after=after, change=compare_hubs(self.before, after), kept=kept_share(self.listed, new),
            levels={one: getattr(after, one) for one in COMPARED},
            moved=follow_hubs(self.listed, new, self.data, queries=self.queries),
            skewness=None if after.skewness is None else after.skewness.value,
            skewness_reason=after.reasons.get("skewness"), notices=fitted.notices,
            recall=None if answers is None else answers.recall(new, k),
            recall_difference=None if answers is None else (
                answers.difference(self.listed, new, k)),
        )  # fmt: skip

    def _fitted(self, one: str | Reduction) -> Reduction:
        if isinstance(one, str):
            return fit_reduction(one, self.data, k=self.way.reach, metric=self.way.metric,
                                 n_jobs=self.way.n_jobs)  # fmt: skip
        if fingerprint(one.data) != fingerprint(self.data):
            raise DataError(fault("hubs.errors.fitted_elsewhere", reduction=one.kind, n=one.n,
                                  given=self.data.n))  # fmt: skip
        return one

    def _search(self, fitted: Reduction) -> Neighbors:
        if self.queries is not None:
            return fitted.query_neighbours(self.queries, self.k, n_jobs=self.way.n_jobs)
        length = self.k + int(self.k < self.data.n - 1)
        return fitted.neighbours(length, n_jobs=self.way.n_jobs)
