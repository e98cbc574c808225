"""Several models on the same items, as one document."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from monosashi.advice.document import Document
from monosashi.embeddings import Column, ModelCard
from monosashi.embeddings.panel import Panel
from monosashi.results import Finding, Provenance, Result, Tables, hidden
from monosashi.results.plain import plain
from monosashi.shape import ShapeComparison, compare_shapes


@dataclass(frozen=True, kw_only=True)
class Comparison(Document):
    """What `compare` measured."""

    kind: ClassVar[str] = "comparison"
    comparison: ShapeComparison
    cards: dict[str, ModelCard] = hidden(default_factory=dict)

    def findings(self) -> list[Finding]:
        """Who is ahead, or that nobody can be told apart."""
        return self.comparison.findings()

    def sections(self) -> dict[str, Result]:
        """One section."""
        return {"comparison": self.comparison}

    def tables(self) -> Tables:
        """Levels and paired differences."""
        return self.comparison.tables()

    def _data(self) -> dict[str, Any]:
        """Items and models, each with its dimension and card."""
        return {**super()._data(), "dimension": None, "model": {}, "models": plain(self.cards)}

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
    notices = [*panel.notices, *(note for one in panel.sets for note in one.notices)]
    distinct = tuple(note for i, note in enumerate(notices) if note not in notices[:i])
    cards = {name: one.model for name, one in panel}
    return Comparison(provenance=replace(provenance, notices=distinct), comparison=measured,
                      cards=cards, **about)  # fmt: skip
