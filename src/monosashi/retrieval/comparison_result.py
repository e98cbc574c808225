"""What ``compare_retrieval`` returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from monosashi.results import Estimate, Finding, Result, Row, Tables, hidden
from monosashi.retrieval.switch import Switch


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
        a minus b, averaged over queries. Of two systems the second minus the first (new minus
        old); of more the one that is higher in ``metric`` minus the other. Wins and losses count
        queries. ``smallest_p`` is what
        the design or the number of random sign flips allows.
    best : mapping of metric to system
        The highest mean.
    tied_with_best : mapping of metric to systems
        The best, and all that the adjusted test cannot tell from it.
    switch : Switch or None
        For exactly two systems: what changes when the second takes the place of the first.
    adjust : str
        How p values of the pairs are adjusted, metric by metric.
    confidence : float
    n_missing : mapping of system to int
        Judged queries without a vector or a list; they count as not found.
    n_left_out : mapping of system to int
        Judged queries that this system lacks and that were left out for all systems; 0 where
        none was. They are in none of the numbers here.
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
    adjust: str
    confidence: float
    n_missing: Mapping[str, int]
    n_left_out: Mapping[str, int] = field(default_factory=dict)
    doubts: tuple[Finding, ...] = hidden(default=())
    switch: Switch | None = hidden(default=None)
    query_rows: tuple[Row, ...] = hidden(default=())

    def difference(self, model_a: str, model_b: str, metric: str | None = None) -> Row:
        """The row of a pair, as a minus b in the order asked for."""
        from monosashi.retrieval.pairing import turned

        return turned(self.differences, model_a, model_b, metric or self.metric)

    def per_query(self) -> list[Row]:
        """One row a query: rank and main metric of every system."""
        return list(self.query_rows)

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON values; the switch, where there is one, as the result it is."""
        known = super().to_dict()
        return known if self.switch is None else {**known, "switch": self.switch.to_dict()}

    def tables(self) -> Tables:
        """Levels, differences, ``..._per_query``, and the tables of the switch."""
        from monosashi.retrieval.tables import comparison_tables

        return comparison_tables(self)

    def findings(self) -> list[Finding]:
        """``retrieval.ahead`` or ``retrieval.tied``, what a switch of two costs, and doubts."""
        from monosashi.retrieval.comparison_findings import comparison_findings

        return comparison_findings(self)

    def __repr__(self) -> str:
        levels = ", ".join(f"{name} {self.levels[name][self.metric]:.3f}" for name in self.systems)
        tied = ", ".join(self.tied_with_best[self.metric])
        return f"RetrievalComparison({self.metric}: {levels}; not told from the best: {tied})"
