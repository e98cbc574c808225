"""The document a run leaves behind: what result.json holds and the report renders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from monosashi.advice.verdicts import verdict_of
from monosashi.embeddings import Fault
from monosashi.results import Result
from monosashi.results.plain import plain
from monosashi.results.reading import FORMAT


@dataclass(frozen=True, kw_only=True)
class Document(Result):
    """Base of everything a command writes.

    Attributes
    ----------
    title, source, command, created : text for the reader, may be empty
    titles : mapping of language to title
        For documents that come with the package.
    skipped : mapping of section to Fault
        What was not measured, and what it would need.
    """

    title: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)
    source: str | None = None
    command: str | None = None
    created: str | None = None
    skipped: Mapping[str, Fault] = field(default_factory=dict)

    def sections(self) -> dict[str, Result]:
        """The results by section."""
        return {}

    @property
    def verdict(self) -> dict[str, Any]:
        """Code and numbers of the one line that comes first."""
        return verdict_of(self.findings())

    def to_dict(self) -> dict[str, Any]:
        """The document: head, verdict, findings, results, what was skipped."""
        names = ("title", "titles", "created", "command")
        about = {name: plain(getattr(self, name)) for name in names}
        head = {"kind": self.kind, "format": FORMAT, "version": self.provenance.version, **about}
        return {
            **head,
            "settings": plain(self.provenance.settings),
            "data": self._data(),
            "verdict": plain(self.verdict),
            "findings": plain(self.findings()),
            "results": {name: part.to_dict() for name, part in self.sections().items()},
            "skipped": [{"section": s, **plain(why)} for s, why in self.skipped.items()],
        }

    def _data(self) -> dict[str, Any]:
        known = plain(self.provenance)
        names = ("n", "dimension", "fingerprint", "model", "notices")
        return {**{name: known[name] for name in names}, "source": self.source}
