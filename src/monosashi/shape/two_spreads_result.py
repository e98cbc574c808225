"""What ``spread_ratio`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monosashi.embeddings import Fault
from monosashi.results import Estimate, Finding, Result, Tables
from monosashi.shape.findings import interval_numbers
from monosashi.shape.intervals import estimate_row


@dataclass(frozen=True, kw_only=True, repr=False)
class SpreadRatio(Result):
    """Spread of the wordings of a question over the spread of documents.

    Attributes
    ----------
    ratio : Estimate
        Pooled MS_W of the queries over pooled MS_W of the documents.
    median_ratio : Estimate
        Median W~ of query groups over median W~ of document groups: one wild group moves it less.
    queries_ms_within, documents_ms_within : float
    n_queries, n_documents : int
    n_query_groups, n_document_groups : int
        With two members or more; the others have no spread and count nowhere.
    n_query_singletons, n_document_singletons : int
    notices : tuple of Fault
        What was left out, and whether a set was compared with itself.
    """

    kind: ClassVar[str] = "spread_ratio"
    ratio: Estimate | None
    median_ratio: Estimate | None
    queries_ms_within: float
    documents_ms_within: float
    n_queries: int
    n_documents: int
    n_query_groups: int
    n_document_groups: int
    n_query_singletons: int
    n_document_singletons: int
    confidence: float
    notices: tuple[Fault, ...] = ()

    def tables(self) -> Tables:
        """``spread_ratio``: one row a quantity."""
        names = ("ratio", "median_ratio", "queries_ms_within", "documents_ms_within")
        return {"spread_ratio": [estimate_row(name, getattr(self, name), self.reasons)
                                 for name in names]}  # fmt: skip

    def findings(self) -> list[Finding]:
        """The ratio, as a note."""
        if self.ratio is None:
            return []
        numbers = {
            **interval_numbers("ratio", self.ratio, self.reasons, ".2f"),
            "n_query_groups": self.n_query_groups,
            "n_document_groups": self.n_document_groups,
        }  # fmt: skip
        return [Finding("shape.spread_ratio", "note", numbers)]

    def __repr__(self) -> str:
        return "SpreadRatio(–)" if self.ratio is None else f"SpreadRatio({self.ratio:.2f})"
