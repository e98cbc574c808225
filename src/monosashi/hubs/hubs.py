"""The result of measuring hubs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from monosashi.hubs.deletion import Floats
from monosashi.hubs.found import hub_findings
from monosashi.hubs.occurrence import Counts
from monosashi.hubs.references import HubReference
from monosashi.neighbors import Neighbors
from monosashi.results import Estimate, Finding, Result, Row, Tables, hidden

STATISTICS = ("antihub_share", "top_share_ratio", "robin_hood", "hub_occurrence", "gini",
              "skewness")  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Hubs(Result):
    """How unevenly the places in k-neighbour lists are spread over the items.

    ``N_k`` of an item is the number of lists that hold it. Hubness is a property of the space and
    of k and n; it is a proxy: it does not show that any answer is wrong.

    Attributes
    ----------
    n, n_queries, k : int
        Indexed items, lists, length of a list.
    metric, source : str
        Source is "self", "queries", "distances" or "neighbours".
    unit : bool
        Whether cosine was measured, or rows of length 1 (within 1e-3).
    antihub_share : Estimate
        Share of the indexed items in no list.
    top_share_ratio : Estimate
        Mean ``N_k`` of the busiest 1 % (rounded up) over the mean ``N_k``.
    robin_hood, gini : Estimate
        Inequality of the counts: ``sum|N - mean| / (2 sum N)``, and the Gini coefficient.
    hub_occurrence : Estimate
        Share of list places taken by items with at least twice the mean ``N_k`` (2 k in a
        self-search).
    skewness : Estimate or None
        Third standardised moment (divisor n); without interval, because a few large counts decide
        it. None when all counts are equal.
    antihubs, max_occurrence : int
    ties : int or None
        Lists whose last place was settled by row number; None when unknown.
    hubs : list of rows ``index, id, occurrence, share`` (and ``text``), busiest first
    curve : list of ``occurrence, share``: share of items with at least that ``N_k``
    references : mapping of name to HubReference
    occurrence : (n,) int64 array
        Hidden from ``to_dict``, as is ``neighbours``.
    neighbours : Neighbors or None
        The lists of a self-search, one longer than k where there is a next one.
    """

    kind: ClassVar[str] = "hubs"
    n: int
    n_queries: int
    k: int
    metric: str
    source: str
    unit: bool
    antihub_share: Estimate
    top_share_ratio: Estimate
    robin_hood: Estimate
    hub_occurrence: Estimate
    gini: Estimate
    skewness: Estimate | None
    antihubs: int
    max_occurrence: int
    ties: int | None
    hubs: list[Row]
    curve: list[dict[str, float]]
    references: Mapping[str, HubReference]
    occurrence: Counts = hidden(repr=False)
    without: Mapping[str, Floats] | None = hidden(repr=False)
    neighbours: Neighbors | None = hidden(repr=False)

    def tables(self) -> Tables:
        """``hub_statistics`` with the references beside, ``hubs``, ``hub_counts``."""
        return {
            "hub_statistics": [self._statistic(name) for name in STATISTICS],
            "hub_counts": [self._counts()],
            "hubs": list(self.hubs),
        }

    def findings(self) -> list[Finding]:
        """``hubs.hubness`` (or ``hubs.hubness_alone``), and ``hubs.ties`` when these decide."""
        return hub_findings(self)

    def _statistic(self, name: str) -> Row:
        estimate: Estimate | None = getattr(self, name)
        row: Row = {
            "statistic": name,
            "value": estimate and estimate.value,
            "low": estimate and estimate.low,
            "high": estimate and estimate.high,
        }
        for reference, summary in self.references.items():
            beside: Estimate | None = getattr(summary, name)
            row[reference] = beside and beside.value
        return row

    def _counts(self) -> Row:
        return {
            "n": self.n, "n_queries": self.n_queries, "k": self.k, "antihubs": self.antihubs,
            "max_occurrence": self.max_occurrence, "ties": self.ties,
        }  # fmt: skip

    def __repr__(self) -> str:
        return (
            f"Hubs(n={self.n}, k={self.k}, antihub_share={self.antihub_share:.3f}, "
            f"top_share_ratio={self.top_share_ratio:.1f}, max_occurrence={self.max_occurrence})"
        )
