"""Several models on the same items, as one document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from monosashi.advice.document import Document
from monosashi.embeddings import Column
from monosashi.embeddings.panel import Panel
from monosashi.results import Finding, Provenance, Result, Tables
from monosashi.shape import ShapeComparison, compare_shapes


@dataclass(frozen=True, kw_only=True)
class Comparison(Document):
    """What `compare` measured."""

    kind: ClassVar[str] = "comparison"
    comparison: ShapeComparison

    def findings(self) -> list[Finding]:
        """Who is ahead, or that nobody can be told apart."""
        return self.comparison.findings()

    def sections(self) -> dict[str, Result]:
        """One section."""
        return {"comparison": self.comparison}

    def tables(self) -> Tables:
        """Levels and paired differences."""
        return self.comparison.tables()

    @property
    def verdict(self) -> dict[str, Any]:
        """Tied, or ahead."""
        tied = set(self.comparison.tied_with_best) >= set(self.comparison.models)
        return {"code": f"advice.verdicts.{'tied' if tied else 'ahead'}", "numbers": {}}


def compare(
    panel: Panel,
    groups: Column,
    *,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
    **about: Any,
) -> Comparison:
    """Compare the grouping of several models by paired differences.

    ``about`` takes title, source and command for the report. R² says how much of the spread the
    groups explain in each model's own space; it is no measure of search.
    """
    measured = compare_shapes(panel, groups, confidence=confidence, rng=rng)
    provenance = Provenance.of(panel.sets[0], confidence=confidence, models=list(panel.names))
    return Comparison(provenance=provenance, comparison=measured, **about)
