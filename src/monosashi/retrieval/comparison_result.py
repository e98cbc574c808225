"""What ``compare_retrieval`` returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from monosashi.results import Estimate, Finding, Result, Row, Tables, hidden


@dataclass(frozen=True)
class LostQuery:
    """A query that the new system answers worse: its gold document left the first k."""

    query_id: str
    query_text: str | None
    gold_id: str | None
    rank_old: int
    rank_new: int | None
    first_new: str | None


@dataclass(frozen=True)
class Switch:
    """What changes for users when the first system (old) gives way to the second (new).

    Attributes
    ----------
    old, new : str
    overlap : Estimate or None
        Mean share of the old first 10 documents that are still among the new first 10;
        None where the old system lists nothing.
    gained, lost : mapping of k to int
        Queries whose best gold document enters, or leaves, the first k (ties against it).
    mcnemar : mapping of k to float
        Exact two-sided p that as many are gained as lost; counts queries, not groups.
    examples : tuple of LostQuery
        Queries that left the first k for some k, the furthest first, at most 20.
    """

    old: str
    new: str
    overlap: Estimate | None
    gained: Mapping[int, int]
    lost: Mapping[int, int]
    mcnemar: Mapping[int, float]
    examples: tuple[LostQuery, ...]


@dataclass(frozen=True, kw_only=True, repr=False)
class RetrievalComparison(Result):
    """Systems compared on the same queries, pair by pair.

    Attributes
    ----------
    systems : tuple of str
    n_queries, n_groups : int
    metric : str
        The metric that ``best`` and the findings speak of.
    metrics : tuple of str
        Everything that was compared.
    levels : system -> metric -> Estimate
        Each system alone. Do not compare these intervals; the paired differences are sharper.
    differences : rows ``model_a, model_b, metric, difference, low, high, p_value, smallest_p,
        exact, wins, losses, equal, method, p_adjusted``
        a minus b, averaged over queries; wins and losses count queries. ``smallest_p`` is what
        the design or the number of random sign flips allows.
    best : mapping of metric to system
        The highest mean.
    tied_with_best : mapping of metric to systems
        The best, and all that the adjusted test cannot tell from it.
    switch : Switch or None
        For exactly two systems.
    adjust : str
        How p values of the pairs are adjusted, metric by metric.
    confidence : float
    """

    kind: ClassVar[str] = "retrieval_comparison"
    systems: tuple[str, ...]
    n_queries: int
    n_groups: int
    metric: str
    metrics: tuple[str, ...]
    levels: Mapping[str, Mapping[str, Estimate]]
    differences: tuple[Row, ...]
    best: Mapping[str, str]
    tied_with_best: Mapping[str, tuple[str, ...]]
    switch: Switch | None
    adjust: str
    confidence: float
    query_rows: tuple[Row, ...] = hidden()

    def difference(self, model_a: str, model_b: str, metric: str | None = None) -> Row:
        """The row of a pair, as a minus b in the order asked for."""
        from monosashi.retrieval.pairing import turned

        return turned(self.differences, model_a, model_b, metric or self.metric)

    def per_query(self) -> list[Row]:
        """One row a query: rank and main metric of every system."""
        return list(self.query_rows)

    def tables(self) -> Tables:
        """Levels, differences, the switch, queries lost, and ``..._per_query``."""
        from monosashi.retrieval.tables import comparison_tables

        return comparison_tables(self)

    def findings(self) -> list[Finding]:
        """``retrieval.ahead`` or ``retrieval.tied``, and ``retrieval.switch`` for two systems."""
        from monosashi.retrieval.comparison_findings import comparison_findings

        return comparison_findings(self)

    def __repr__(self) -> str:
        levels = ", ".join(f"{name} {self.levels[name][self.metric]:.3f}" for name in self.systems)
        tied = ", ".join(self.tied_with_best[self.metric])
        return f"RetrievalComparison({self.metric}: {levels}; not told from the best: {tied})"
