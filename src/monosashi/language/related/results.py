"""What is related to every page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.results.result import Result, Tables


@dataclass(frozen=True)
class RelatedPage:
    """A page near another. Scores of different directions do not compare.

    Attributes
    ----------
    id, key : str
    score : float
        Cosine of the nearest two chunks: of raw vectors inside a language, of mended ones across.
    """

    id: str
    key: str
    score: float


@dataclass(frozen=True)
class PageRelations:
    """One page.

    Attributes
    ----------
    id, key, language : str
    digest : str
        Of its key, text and vectors: what makes it another page.
    related : mapping of language to tuple of RelatedPage
        Nearest first, ties by id; empty where nothing reaches the floor.
    translations : mapping of language to id
        Its own translations: they are the page itself and in no list.
    text : str
        How it begins, where there are texts.
    """

    id: str
    key: str
    language: str
    digest: str
    related: Mapping[str, tuple[RelatedPage, ...]]
    translations: Mapping[str, str]
    text: str = ""

    @property
    def alone(self) -> bool:
        """Whether nothing at all is related."""
        return not any(self.related.values())


@dataclass(frozen=True, kw_only=True)
class Related(Result):
    """All pages, and how little is too little.

    Attributes
    ----------
    pages : tuple of PageRelations
        Ordered by language, then key.
    floors : mapping of (language, language) to float
        Scores below are unrelated; None where there are no two pages to compare.
    floor_basis : "percentile" or "given"
    percentile : float
        So many percent of pairs of different pages lie below a floor.
    floors_of : str
        When the floors were measured.
    method : "raw" or "repair"
        How languages meet.
    k : int
    settings_digest : str
        Of everything but the pages; another one makes all pages new.
    made_with : mapping of name to text
        What it is the digest of: model, dimension, digest of the repair, options.
    computed, kept : int
        Pages whose lists were computed now, and taken over from the run before.
    """

    kind: ClassVar[str] = "related"
    pages: tuple[PageRelations, ...]
    floors: Mapping[tuple[str, str], float | None]
    floor_basis: str
    percentile: float
    floors_of: str
    method: str
    k: int
    settings_digest: str
    made_with: Mapping[str, str]
    computed: int
    kept: int

    def __repr__(self) -> str:
        languages = ", ".join(sorted({page.language for page in self.pages}))
        alone = sum(page.alone for page in self.pages)
        return (f"Related({len(self.pages):,} pages in {languages}; {alone:,} with nothing related;"
                f" {self.method}, at most {self.k} a list)")  # fmt: skip

    def tables(self) -> Tables:
        """``related``: one row a page and related page; ``alone``: pages without any."""
        rows = [{"page": page.id, "language": page.language, "related": other.id,
                 "related_language": language, "place": place, "score": other.score}
                for page in self.pages for language, others in page.related.items()
                for place, other in enumerate(others, start=1)]  # fmt: skip
        alone: list[dict[str, Any]] = [{"page": page.id, "language": page.language}
                                       for page in self.pages if page.alone]  # fmt: skip
        return {"related": rows, "alone": alone}
