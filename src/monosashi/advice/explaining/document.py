"""What `monosashi why` leaves behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.advice.document import Document
from monosashi.advice.explaining.result import ExplainedMiss, MissExplanation
from monosashi.results import Finding, Result, Tables
from monosashi.results.plain import plain


@dataclass(frozen=True, kw_only=True)
class WhyDocument(Document):
    """Every miss explained, or the story of one query.

    Attributes
    ----------
    explanation : MissExplanation
    query : ExplainedMiss or None
        The one that was asked for.
    found : str or None
        A query that was asked for, and finds its answer.
    """

    kind: ClassVar[str] = "why"
    explanation: MissExplanation
    query: ExplainedMiss | None = None
    found: str | None = None

    def sections(self) -> dict[str, Result]:
        """The explanation."""
        return {"misses": self.explanation}

    def findings(self) -> list[Finding]:
        """Those of all misses; of one query that of its layer."""
        found = self.explanation.findings()
        if self.found is not None:
            return []
        if self.query is None:
            return found
        return [one for one in found if one.code == f"misses.{self.query.layer}"]

    def tables(self) -> Tables:
        """Those of the explanation."""
        return self.explanation.tables()

    @property
    def verdict(self) -> dict[str, Any]:
        """How many miss and the layer with most of them; or what failed the one query."""
        held = self.explanation
        if self.found is not None:
            hit = {"query": self.found, "rank": held.hits[self.found], "k": held.k}
            return {"code": "misses.verdicts.query_found", "numbers": hit}
        if self.query is not None:
            asked = {"query": self.query.query_id, "rank": self.query.gold_rank}
            return {"code": f"misses.verdicts.query_{self.query.layer}", "numbers": asked}
        numbers: dict[str, Any] = {"n": held.n_queries, "k": held.k, "missed": held.n_missed,
                   "not_here": held.n_not_here}  # fmt: skip
        if not held.n_missed:
            code = "none_here" if held.n_not_here else "none"
            return {"code": f"misses.verdicts.{code}", "numbers": numbers}
        most = max(held.layers, key=lambda one: one.count)
        numbers |= {"count": most.count, "share": most.count / held.n_missed}
        return {"code": f"misses.verdicts.{most.layer}", "numbers": numbers}

    def to_dict(self) -> dict[str, Any]:
        """The document, with the one query beside the results."""
        found = super().to_dict()
        return found if self.query is None else {**found, "query": plain(self.query)}

    def _data(self) -> dict[str, Any]:
        """Queries and documents."""
        held = self.explanation
        ours = {"queries": held.n_queries, "documents": held.n_documents, "depth": None,
                "systems": [held.name]}  # fmt: skip
        return {**super()._data(), **ours}
