"""What an evaluation of retrieval gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.results import Estimate, Finding, Result, Row, Tables, hidden
from monosashi.retrieval.query_table import QueryTable, Ranks

MISSES_SHOWN = 20
LISTED = 10


@dataclass(frozen=True)
class RetrievalMiss:
    """A query whose gold document did not come first, and what did (texts cut to 200 signs).

    Attributes
    ----------
    gold_rank : int or None
        Pessimistic rank of the best gold document; None when it is nowhere (absent, not listed).
    score_gap : float or None
        Score of the first wrong document minus that of the best gold one: cosines, or whatever
        the rankings hold. None without scores.
    """

    query_id: str
    query_text: str | None
    gold_id: str | None
    gold_text: str | None
    gold_rank: int | None
    first_id: str | None
    first_text: str | None
    score_gap: float | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Retrieval(Result):
    """How well the known answers of queries are found.

    Every metric counts ties against the system; ``optimistic`` holds the same with ties in its
    favour, and any order of tied documents lies between the two. A judged query without a vector
    or a list counts as 0.

    Attributes
    ----------
    name : str
        Model or system.
    n_queries : int
        Judged queries, the missing ones too: the denominator of every metric.
    n_groups : int
        Independent units behind the intervals; ``n_queries`` without groups.
    n_documents : int or None
        Documents searched; None for rankings (not known from the lists).
    recall : mapping of k to Estimate
        Relevant documents among the first k over all relevant ones, averaged over queries.
    ceiling : mapping of k to float
        The highest recall@k that any system could reach: below 1 where a query has more than k
        relevant documents.
    hits : mapping of k to Estimate
        Share of queries with any relevant document among the first k; recall with one gold each.
    ndcg : mapping of k to Estimate
        Gain = grade, discount log2(rank + 1), against the best order of all judged documents.
    mrr, map : Estimate
        Mean of 1 / rank of the first relevant document; mean average precision.
    optimistic : mapping of metric name (``"recall@1"``, ``"ndcg@10"``, ``"mrr"`` …) to float
    ties : int
        Queries whose best gold document ties with a wrong one.
    missing : tuple of str
        Queries that were judged but have no vector or list.
    n_unjudged : int
        Queries without a relevant document in the gold; left out.
    golds_absent : tuple of str, or None
        Gold documents that are not in the collection; they stay in the denominator. None for
        rankings.
    n_excluded : int
        (query, document) pairs hidden by ``exclude``.
    depth : int or None
        Length of the shortest list (rankings only).
    n_listed, n_unknown : int or None
        Different documents in the lists, and those of them that are not in the collection; None
        for vectors, and where nobody said which documents there are. ``unknown`` holds 20 of them.
    ks, ndcg_ks : tuple of int
    confidence : float
    misses : tuple of RetrievalMiss
        At most 20, deepest gold first.
    margin : Estimate or None
        Mean normalised margin M (see ``measure_margins``); None for rankings.
    queries : QueryTable
        Everything query by query.
    """

    kind: ClassVar[str] = "retrieval"
    name: str
    n_queries: int
    n_groups: int
    n_documents: int | None
    recall: Mapping[int, Estimate]
    ceiling: Mapping[int, float]
    hits: Mapping[int, Estimate]
    ndcg: Mapping[int, Estimate]
    mrr: Estimate
    map: Estimate
    optimistic: Mapping[str, float]
    ties: int
    missing: tuple[str, ...]
    n_unjudged: int
    golds_absent: tuple[str, ...] | None
    n_excluded: int
    depth: int | None
    ks: tuple[int, ...]
    ndcg_ks: tuple[int, ...]
    confidence: float
    misses: tuple[RetrievalMiss, ...]
    margin: Estimate | None
    n_listed: int | None = None
    n_unknown: int | None = None
    unknown: tuple[str, ...] = ()
    queries: QueryTable = hidden()

    @property
    def ranks(self) -> Ranks:
        """Ranks of the best gold document of every query: pessimistic, optimistic, mid."""
        return self.queries.ranks

    @property
    def top(self) -> dict[str, tuple[str, ...]]:
        """The first 10 documents of every query, best first."""
        return dict(zip(self.queries.ids, self.queries.top, strict=True))

    @property
    def metrics(self) -> dict[str, Estimate]:
        """Every metric by its name: ``recall@k``, ``hits@k``, ``ndcg@k``, ``mrr``, ``map``."""
        families = {"recall": self.recall, "hits": self.hits, "ndcg": self.ndcg}
        named = {f"{name}@{k}": found for name, family in families.items()
                 for k, found in family.items()}  # fmt: skip
        return {**named, "mrr": self.mrr, "map": self.map}

    def per_query(self) -> list[Row]:
        """One row a query; see ``QueryTable.row``."""
        return self.queries.rows()

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON values, with ``n_missing`` and the ``curve`` of ranks for the report."""
        from monosashi.retrieval.rank_curve import rank_curve

        counted = {"n_missing": len(self.missing), "curve": rank_curve(self.ranks.pessimistic)}
        return {**super().to_dict(), **counted}

    def tables(self) -> Tables:
        """``retrieval`` (long rows), ``misses`` and ``per_query``."""
        from monosashi.retrieval.tables import retrieval_tables

        return retrieval_tables(self)

    def findings(self) -> list[Finding]:
        """The level, and what makes it doubtful: ties, missing queries, absent gold documents."""
        from monosashi.retrieval.findings import retrieval_findings

        return retrieval_findings(self)

    def __repr__(self) -> str:
        shown = ", ".join(f"{name} {found:.3f}" for name, found in self.metrics.items()
                          if not name.startswith("hits"))  # fmt: skip
        return f"Retrieval({self.name or 'unnamed'}, {self.n_queries} queries: {shown})"
