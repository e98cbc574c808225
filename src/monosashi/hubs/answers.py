"""Recall of known answers in lists, and its paired difference between two sets of lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, Gold, fault
from monosashi.hubs.occurrence import Counts
from monosashi.results import Estimate
from monosashi.statistics.mean_interval import mean_interval

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Answers:
    """Rows that answer the queries which have known answers.

    Attributes
    ----------
    queries : (u,) int64 array
        Rows of the queries that are judged.
    relevant : list of u arrays of item rows
    """

    queries: Counts
    relevant: list[Counts]

    @classmethod
    def of(cls, gold: Any, data: EmbeddingSet, queries: EmbeddingSet) -> Answers:
        """Join judgements by id; queries without a relevant item here are left out."""
        judged = Gold.of(gold)
        items = {name: row for row, name in enumerate(data.ids)}
        asked, relevant = [], []
        for row, name in enumerate(queries.ids):
            rows = sorted(items[one] for one in judged.relevant(name) if one in items)
            if rows:
                asked.append(row)
                relevant.append(np.asarray(rows, np.int64))
        if not asked:
            raise DataError(fault("hubs.errors.no_gold", judged=len(judged.relevance),
                                  queries=queries.n, n=data.n))  # fmt: skip
        return cls(np.asarray(asked, np.int64), relevant)

    def recall(self, lists: Counts, k: int) -> Estimate:
        """Mean over queries of the share of their relevant items in the list."""
        return _mean(self._shares(lists, k), (0.0, 1.0))

    def difference(self, before: Counts, after: Counts, k: int) -> Estimate:
        """After less before, paired by query."""
        return _mean(self._shares(after, k) - self._shares(before, k), (-1.0, 1.0))

    def _shares(self, lists: Counts, k: int) -> Floats:
        return np.array([
            np.isin(rows, lists[query, :k]).mean()
            for query, rows in zip(self.queries, self.relevant, strict=True)
        ])  # fmt: skip


def _mean(values: Floats, bounds: tuple[float, float]) -> Estimate:
    ends = mean_interval(values, np.ones(len(values)), bounds=bounds)
    error = float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else None
    return Estimate(float(values.mean()), ends.low, ends.high, error, ends.method, len(values))
