"""Recall, nDCG, reciprocal rank and average precision of graded golds, query by query.

Definitions are those of trec_eval: gain = grade, discount log2(rank + 1), ideal and recall over
all judged relevant documents, found or not.
"""

from __future__ import annotations

import numpy as np

from monosashi.ranking.cosine import Float64Array
from monosashi.ranking.placing import GoldPlaces


class GradedMetrics:
    """Metrics of n queries, each with at least one gold document.

    Examples
    --------
    >>> import numpy as np
    >>> from monosashi.ranking import place_golds
    >>> zero = np.zeros(2, dtype=int)
    >>> places = place_golds(zero, np.array([0.9, 0.1]), np.array([0, 2]), zero, np.ones(2),
    ...                      favour=False)
    >>> GradedMetrics(places, 1).average_precision().tolist()
    [0.75]
    """

    def __init__(self, places: GoldPlaces, n: int) -> None:
        self.places, self.n = places, n
        self.total = np.bincount(places.query, minlength=n)
        starts = np.searchsorted(places.query, places.query)
        self.number = np.arange(len(places.query)) - starts

    def recall(self, k: int) -> Float64Array:
        """Golds among the first k over all golds."""
        return self._sum((self.places.rank <= k).astype(np.float64)) / self.total

    def hits(self, k: int) -> Float64Array:
        """1 where any gold is among the first k."""
        return (self.first_rank() <= k).astype(np.float64)

    def first_rank(self) -> Float64Array:
        """Rank of the first gold; infinite where none was found."""
        rank = np.full(self.n, np.inf)
        first = self.number == 0
        rank[self.places.query[first]] = self.places.rank[first]
        return rank

    def reciprocal_rank(self) -> Float64Array:
        """1 / rank of the first gold, 0 where none was found."""
        return 1.0 / self.first_rank()

    def average_precision(self) -> Float64Array:
        """Precision at every gold, averaged over all golds."""
        return self._sum((self.number + 1) / self.places.rank) / self.total

    def ndcg(self, k: int) -> Float64Array:
        """Discounted gain of the first k over that of the best possible order."""
        rank, grade = self.places.rank, self.places.grade
        gain = self._sum(np.where(rank <= k, grade, 0.0) / np.log2(rank + 1.0))
        best = np.lexsort((-grade, self.places.query))
        held = np.where(self.number < k, grade[best], 0.0)
        return gain / self._sum(held / np.log2(self.number + 2.0))

    def _sum(self, values: Float64Array) -> Float64Array:
        return np.bincount(self.places.query, weights=values, minlength=self.n).astype(np.float64)
