"""What ``measure_margins`` returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from monosashi.results import Estimate, Result, Tables, hidden
from monosashi.retrieval.query_table import FloatArray, Ranks


@dataclass(frozen=True, kw_only=True, repr=False)
class Margins(Result):
    """How much nearer the gold document is than the nearest wrong one.

    Attributes
    ----------
    name : str
    n_queries, n_groups, n_documents : int
        Queries with a margin; independent units behind the intervals; documents searched.
    n_undefined : int
        Judged queries without a margin: no vector, no gold document in the collection, or no
        wrong document.
    mean_normalised : Estimate
        Mean of M.
    positive : Estimate
        Share of queries with M > 0: the gold document is first, and alone there.
    at_pool_sizes : mapping of number of documents to Estimate
        Mean M among so many random documents (averaged over random subsets) beside the gold ones.
    ties : int
        Queries whose gold document is as far as a wrong one (M = 0).
    saturated : int
        Queries that equal their gold document (M = 1 whatever the distance of the others).
    confidence : float
    query_ids : tuple of str
    margin : (n,) float64
        cos(q, d+) - cos(q, d-), d+ the nearest gold document, d- the nearest other one.
    normalised : (n,) float64
        M = (|q - d-|² - |q - d+|²) / (|q - d-|² + |q - d+|²) on unit vectors, in [-1, 1].
    rank : Ranks
        Of the nearest gold document.
    """

    kind: ClassVar[str] = "margins"
    name: str
    n_queries: int
    n_groups: int
    n_documents: int
    n_undefined: int
    mean_normalised: Estimate
    positive: Estimate
    at_pool_sizes: Mapping[int, Estimate]
    ties: int
    saturated: int
    confidence: float
    query_ids: tuple[str, ...] = hidden()
    margin: FloatArray = hidden()
    normalised: FloatArray = hidden()
    rank: Ranks = hidden()

    def tables(self) -> Tables:
        """``margins`` (statistics) and ``margins_per_query``."""
        at_sizes = [(f"mean_normalised_at_{size}", found)
                    for size, found in self.at_pool_sizes.items()]  # fmt: skip
        stated = [
            {"statistic": name, "value": found.value, "low": found.low, "high": found.high}
            for name, found in (("mean_normalised", self.mean_normalised),
                                ("positive", self.positive), *at_sizes)
        ]  # fmt: skip
        rows = [
            {"query": query, "margin": float(margin), "normalised": float(normalised),
             "rank_pessimistic": float(rank)}
            for query, margin, normalised, rank in zip(
                self.query_ids, self.margin, self.normalised, self.rank.pessimistic, strict=True)
        ]  # fmt: skip
        return {"margins": stated, "margins_per_query": rows}

    def __repr__(self) -> str:
        return (f"Margins({self.name or 'unnamed'}, {self.n_queries} queries: "
                f"M {self.mean_normalised:.3f}, positive {self.positive:.3f})")  # fmt: skip
