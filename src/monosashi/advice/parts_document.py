"""A document of several results, each a section of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from monosashi.advice.document import Document
from monosashi.results import Finding, Provenance, Result, Tables
from monosashi.results.finding import worst_first


@dataclass(frozen=True, kw_only=True)
class PartsDocument(Document):
    """Results by section; the first one says what the document is about.

    Attributes
    ----------
    parts : mapping of section to Result
        Names of tables differ between them.
    """

    parts: Mapping[str, Result]

    def sections(self) -> dict[str, Result]:
        """The results by section."""
        return dict(self.parts)

    def findings(self) -> list[Finding]:
        """All findings of all parts, worst first."""
        return worst_first([found for part in self.parts.values() for found in part.findings()])

    def tables(self) -> Tables:
        """Every table of every part."""
        return {name: rows for part in self.parts.values()
                for name, rows in part.tables().items()}  # fmt: skip


def provenance_of(parts: Mapping[str, Result], settings: Mapping[str, Any] | None) -> Provenance:
    """Where the first part comes from, with the settings of the run beside its own."""
    first = next(iter(parts.values())).provenance
    return replace(first, settings={**first.settings, **(settings or {})})
