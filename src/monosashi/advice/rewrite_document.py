"""What `monosashi rewrite check` writes, as one document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.advice.document import Document
from monosashi.models.rewriters.summary import RewriteSummary
from monosashi.results import Finding, Result, Tables


@dataclass(frozen=True, kw_only=True)
class RewriteDocument(Document):
    """A rewrite set on one page.

    Attributes
    ----------
    rewrites : RewriteSummary
    """

    kind: ClassVar[str] = "rewrite"
    rewrites: RewriteSummary

    def sections(self) -> dict[str, Result]:
        """The one section."""
        return {"rewrites": self.rewrites}

    def findings(self) -> list[Finding]:
        """Those of the set, worst first."""
        return self.rewrites.findings()

    def tables(self) -> Tables:
        """Those of the set."""
        return self.rewrites.tables()

    @property
    def verdict(self) -> dict[str, Any]:
        """How many failed."""
        return {"code": "rewriting.verdicts.kept",
                "numbers": {"n": self.rewrites.n_texts,
                            "failed_share": self.rewrites.failed_share}}  # fmt: skip

    def _data(self) -> dict[str, Any]:
        """Texts have no dimension."""
        return {**super()._data(), "dimension": None, "model": {}}
