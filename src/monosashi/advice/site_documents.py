"""What `monosashi duplicates` and `monosashi related` leave behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.advice.document import Document
from monosashi.language.gate import Duplicates
from monosashi.language.gate.results import UNDECIDED
from monosashi.language.related import Related
from monosashi.results import Result, Tables


@dataclass(frozen=True, kw_only=True)
class DuplicatesDocument(Document):
    """Drafts held against pages; the verdict counts those that tell what a page tells."""

    kind: ClassVar[str] = "duplicates"
    duplicates: Duplicates

    def sections(self) -> dict[str, Result]:
        """The drafts and thresholds."""
        return {"duplicates": self.duplicates}

    def tables(self) -> Tables:
        """Those of the drafts."""
        return self.duplicates.tables()

    @property
    def verdict(self) -> dict[str, Any]:
        """Duplicates before what could not be said."""
        said = [draft.verdict for draft in self.duplicates.drafts]
        numbers = {"n": len(said), "count": said.count("duplicate"),
                   "undecided": sum(one in UNDECIDED for one in said)}  # fmt: skip
        code = "found" if numbers["count"] else "undecided" if numbers["undecided"] else "none"
        return {"code": f"language.verdicts.duplicates_{code}", "numbers": numbers}


@dataclass(frozen=True, kw_only=True)
class RelatedDocument(Document):
    """Related pages of a site; the verdict counts the pages that have some."""

    kind: ClassVar[str] = "related"
    related: Related

    def sections(self) -> dict[str, Result]:
        """The lists."""
        return {"related": self.related}

    def tables(self) -> Tables:
        """Those of the lists."""
        return self.related.tables()

    @property
    def verdict(self) -> dict[str, Any]:
        """How many pages have company."""
        pages = self.related.pages
        alone = sum(page.alone for page in pages)
        numbers = {"n": len(pages), "some": len(pages) - alone, "alone": alone}
        return {"code": "language.verdicts.related", "numbers": numbers}
