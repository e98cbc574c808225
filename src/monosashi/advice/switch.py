"""An old model against a new one: what changes in the lists, who gains and who loses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monosashi.results import Estimate, Finding, Result, Row, Tables

K, SHOWN = 10, 20


@dataclass(frozen=True, kw_only=True, repr=False)
class Switch(Result):
    """What users of the first model would notice if the second took its place.

    Attributes
    ----------
    old, new : str
    k : int
        Length of the lists compared.
    n_queries, n_groups : int
        Queries, and the independent units behind the intervals.
    overlap : Estimate
        Mean share of the first k documents of the old model that the new one lists too. Says how
        much changes, not which model is better.
    same_first : Estimate
        Share of queries with the same document in the first place.
    lost, gained : Estimate or None
        Share of queries whose best answer leaves, or enters, the first k; ties count against it.
        None without gold.
    difference : Estimate or None
        recall@k, new minus old, paired.
    mcnemar_p : float or None
        Exact two-sided p that as many queries lose as gain; counts queries, not groups.
    lost_queries, gained_queries : rows ``query_id, query_text, gold_id, gold_text, rank_old,
        rank_new, first_old, first_old_text, first_new, first_new_text``
        At most 20 each, the largest moves first.
    changed_queries : rows ``query_id, query_text, common, first_old, first_old_text,
        first_new, first_new_text``
        Without gold: the 20 queries with the fewest documents in common.
    """

    kind: ClassVar[str] = "switch"
    old: str
    new: str
    k: int
    n_queries: int
    n_groups: int
    overlap: Estimate
    same_first: Estimate
    lost: Estimate | None = None
    gained: Estimate | None = None
    difference: Estimate | None = None
    mcnemar_p: float | None = None
    lost_queries: tuple[Row, ...] = ()
    gained_queries: tuple[Row, ...] = ()
    changed_queries: tuple[Row, ...] = ()

    def __repr__(self) -> str:
        return f"Switch({self.old} -> {self.new}: overlap@{self.k} {self.overlap:.3f})"

    def tables(self) -> Tables:
        """``switch`` (quantities), and the queries that lost, gained or changed most."""
        names = ("overlap", "same_first", "lost", "gained", "difference")
        stated = [{"quantity": name, "value": found.value, "low": found.low, "high": found.high}
                  for name in names if (found := getattr(self, name)) is not None]  # fmt: skip
        listed = {name: list(getattr(self, name))
                  for name in ("lost_queries", "gained_queries", "changed_queries")}  # fmt: skip
        return {"switch": stated, **{name: rows for name, rows in listed.items() if rows}}

    def findings(self) -> list[Finding]:
        """What the switch costs where gold tells, else how much it changes."""
        from monosashi.advice.switch_findings import switch_findings

        return switch_findings(self)
