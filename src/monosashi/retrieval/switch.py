"""An old system against a new one: what changes in the lists, who gains and who loses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from monosashi.results import Estimate, Finding, Result, Row, Tables, hidden

SHARES = ("overlap", "same_first", "lost", "gained")


@dataclass(frozen=True, kw_only=True, repr=False)
class Switch(Result):
    """What users of the first system would notice if the second took its place.

    Attributes
    ----------
    old, new : str
    k : int
        What ``lost``, ``gained`` and ``difference`` are about: 10 where that was measured, else
        the largest k that both systems were measured at.
    listed : int
        Length of the lists compared: 10.
    n_queries, n_groups : int
        Queries, and the independent units behind the intervals.
    confidence : float
    overlap : Estimate or None
        Mean share of the first ``listed`` documents of the old system that the new one lists too.
        Says how much changes, not which system is better. Queries without an old list are left
        out; None where there is none.
    same_first : Estimate or None
        Share of queries with the same document in the first place.
    lost, gained : Estimate or None
        Share of queries whose best answer leaves, or enters, the first k; ties count against it.
        None without gold.
    difference : Estimate or None
        recall@k, new minus old, paired.
    main_difference : Estimate or None
        The same of ``metric``, the main metric of the comparison (nDCG@10 unless named).
    first_difference : Estimate or None
        The same of first place: recall@1, and hits@1 where a query has several answers.
    metric : str or None
        The main metric.
    judged : rows ``role, metric, difference, low, high, p_value, smallest_p, exact, p_adjusted,
        smallest_adjusted, wins, losses, examples``
        The metrics that decide the level of the finding: ``main``, ``within`` (recall@k) and
        ``first``. ``p_adjusted`` is Holm's over them, ``smallest_adjusted`` the smallest that
        these units could give, ``examples`` the queries that fall furthest.
    mcnemar_p : float or None
        Exact two-sided p that as many queries lose as gain. It counts queries, so that it is None
        where several of them are one unit.
    moves : rows ``k, lost, gained, net, low, high, p_value, smallest_p, exact, mcnemar_p``
        For every k: the numbers of queries that lose and gain, and hits@k, new minus old, with
        its paired interval and the p of the signs of whole units (of single queries, McNemar's).
    lost_queries, gained_queries : rows ``query_id, query_text, gold_id, gold_text, rank_old,
        rank_new, first_old, first_old_text, first_new, first_new_text``
        At most 20 each, the largest moves first.
    changed_queries : rows ``query_id, query_text, common, first_old, first_old_text,
        first_new, first_new_text``
        Without gold: the 20 queries with the fewest documents in common.
    n_left_out : mapping of system to int
        Without gold: queries that this system lacks, left out for both. (With gold the
        comparison counts them.)
    """

    kind: ClassVar[str] = "switch"
    old: str
    new: str
    k: int
    listed: int
    n_queries: int
    n_groups: int
    confidence: float
    overlap: Estimate | None
    same_first: Estimate | None
    lost: Estimate | None = None
    gained: Estimate | None = None
    difference: Estimate | None = None
    main_difference: Estimate | None = None
    first_difference: Estimate | None = None
    metric: str | None = None
    judged: tuple[Row, ...] = ()
    mcnemar_p: float | None = None
    moves: tuple[Row, ...] = ()
    lost_queries: tuple[Row, ...] = ()
    gained_queries: tuple[Row, ...] = ()
    changed_queries: tuple[Row, ...] = ()
    n_left_out: Mapping[str, int] = field(default_factory=dict)
    doubts: tuple[Finding, ...] = hidden(default=())

    def __repr__(self) -> str:
        shown = [f"{name} {held:.3f}" for name in SHARES
                 if (held := getattr(self, name)) is not None]  # fmt: skip
        return f"Switch({self.old} -> {self.new}: {', '.join(shown)})"

    def tables(self) -> Tables:
        """``retrieval_switch``, ``retrieval_moves`` (every k), queries lost, gained, changed."""
        from monosashi.retrieval.tables import switch_tables

        return switch_tables(self)

    def findings(self) -> list[Finding]:
        """``retrieval.switch``, what it costs; without gold ``retrieval.overlap``."""
        from monosashi.retrieval.switch_findings import switch_findings

        return switch_findings(self)
