"""The four layers on which it depends whether a query finds its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from monosashi.results import Estimate, Finding, Result, Row, Tables

LAYERS = {
    "queries": ("query_groups", "query_spread", "query_r_squared", "query_expected",
                "query_epsilon_squared"),
    "documents": ("document_groups", "document_spread", "document_r_squared", "gold_gap",
                  "gold_crowded"),
    "alignment": ("margin", "margin_positive", "offset", "offset_share", "spread_ratio"),
    "rank": ("recall", "mrr", "ndcg"),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Layers(Result):
    """Queries among themselves, documents among themselves, both together, and the ranks.

    The first two describe each side alone, and can look fine while search fails; the third is
    what decides the fourth. All by cosine. No layer is named as the cause of a loss: that takes
    each query's own story.

    Attributes
    ----------
    n_queries, n_judged, n_documents : int
        Queries asked, queries with an answer among the documents (of these the third layer
        speaks), documents searched (rows).
    query_groups : int or None
        Groups of queries; None without any, and where fewer than half of the queries share one.
    query_spread : float or None
        Layer 1: pooled W~ inside the groups of queries, SS_W/(n - G) on unit vectors. Where a
        group is the wordings of one question: how far a query moves when only its wording
        changes. Depends on the scale of the model.
    query_r_squared : Estimate or None
        Layer 1: share of the spread of the queries that lies between groups.
    query_expected : float or None
        Layer 1: mean of that R² over all shuffles of the labels. Many small groups make it high.
    query_epsilon_squared : Estimate or None
        Layer 1: ε², R² freed of the number of groups; 0 is what shuffled labels give.
    document_groups, document_spread, document_r_squared : int, float, Estimate, or None
        Layer 2: the same of the documents, by the groups given for them.
    gold_gap : Estimate or None
        Layer 2: squared distance from an answer to the nearest document that is none, in units
        of the mean squared distance of two documents. Small: crowded around the answers.
    gold_crowded : Estimate or None
        Layer 2: share of queries whose answer has such a neighbour nearer than the query is.
    margin : Estimate or None
        Layer 3: mean M = (d-² - d+²)/(d-² + d+²), between -1 and 1. Falls when the corpus grows.
    margin_positive : Estimate or None
        Layer 3: share of queries that are nearer to an answer than to any other document.
    offset : Estimate or None
        Layer 3: length of the mean of q - d+, in units of the spread of the answers.
    offset_share : Estimate or None
        Layer 3: part of the mean squared distance of q and d+ that this one shift is.
    spread_ratio : float or None
        Layer 3: query_spread / document_spread; a rough description, no measure of difficulty.
    recall : mapping of k to Estimate
    mrr, ndcg : Estimate
        Layer 4, of all queries; ``ndcg`` is nDCG@10.
    """

    kind: ClassVar[str] = "layers"
    n_queries: int
    n_judged: int
    n_documents: int
    query_groups: int | None = None
    query_spread: float | None = None
    query_r_squared: Estimate | None = None
    query_expected: float | None = None
    query_epsilon_squared: Estimate | None = None
    document_groups: int | None = None
    document_spread: float | None = None
    document_r_squared: Estimate | None = None
    gold_gap: Estimate | None = None
    gold_crowded: Estimate | None = None
    margin: Estimate | None = None
    margin_positive: Estimate | None = None
    offset: Estimate | None = None
    offset_share: Estimate | None = None
    spread_ratio: float | None = None
    recall: Mapping[int, Estimate] = field(default_factory=dict)
    mrr: Estimate | None = None
    ndcg: Estimate | None = None

    def tables(self) -> Tables:
        """``layers``: ``layer, quantity, value, low, high, bias_corrected, reason``."""
        rows = [row for layer, names in LAYERS.items() for name in names
                for row in self._rows(layer, name)]  # fmt: skip
        return {"layers": rows}

    def findings(self) -> list[Finding]:
        """A note where one common shift makes up much of the distance to the answers."""
        from monosashi.advice.layer_findings import layer_findings

        return layer_findings(self)

    def _rows(self, layer: str, name: str) -> list[Row]:
        held = getattr(self, name)
        if name == "recall":
            return [self._row(layer, f"recall@{k}", found) for k, found in held.items()]
        return [self._row(layer, name, held)]

    def _row(self, layer: str, name: str, held: Estimate | float | None) -> Row:
        if isinstance(held, Estimate):
            known = {"value": held.value, "low": held.low, "high": held.high,
                     "bias_corrected": held.bias_corrected}  # fmt: skip
        else:
            known = {"value": held, "low": None, "high": None, "bias_corrected": None}
        reason = self.reasons.get(name)
        return {"layer": layer, "quantity": name, **known,
                "reason": None if reason is None else str(reason)}  # fmt: skip
