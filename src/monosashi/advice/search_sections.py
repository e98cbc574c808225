"""Where a document keeps a comparison of systems and the switch that belongs to it."""

from __future__ import annotations

from dataclasses import replace

from monosashi.results import Result
from monosashi.retrieval import RetrievalComparison


def search_sections(compared: RetrievalComparison) -> dict[str, Result]:
    """The comparison, and beside it the switch of exactly two systems, each number once."""
    parts: dict[str, Result] = {"retrieval_comparison": replace(compared, switch=None)}
    return parts if compared.switch is None else {**parts, "switch": compared.switch}
