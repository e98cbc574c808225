"""Repairs as things that are fitted, applied and fitted again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.sets import Column
from monosashi.language.centering import LanguageCentering, Side

DOCUMENT_CENTROID = "centring per language (document centroid)"
QUERY_CENTROID = "centring per language (query-side centroid)"
GLOBAL_MEAN = "one global mean"


class Repair(Protocol):
    """What can mend a set whose languages are known."""

    def apply(
        self, data: EmbeddingSet, *, language: Column | None = None, side: Side = "document"
    ) -> EmbeddingSet:
        """Mend vectors (in the role ``side``) and query vectors."""
        ...


@runtime_checkable
class Refittable(Protocol):
    """A repair that can be fitted to other documents, so that it can be tested on held-out ones."""

    def refit(
        self, documents: EmbeddingSet, *, language: Column, queries: Any = None,
        query_language: Column | None = None,
    ) -> Repair:  # fmt: skip
        """The same repair, fitted to these documents (and queries)."""
        ...


def shipped_repairs(
    documents: EmbeddingSet,
    *,
    language: Column,
    queries: EmbeddingSet | None = None,
    force: bool = False,
) -> Mapping[str, LanguageCentering]:
    """The repairs that are always tried: per language (both centroids if possible), and global.

    ``force`` accepts languages with fewer than 50 documents.
    """
    found = {
        DOCUMENT_CENTROID: LanguageCentering.fit(documents, language=language, force=force),
    }
    asked = documents.query_vectors if queries is None else queries
    if asked is not None:
        found[QUERY_CENTROID] = LanguageCentering.fit(
            documents, language=language, queries=asked, force=force
        )
    everything = ["all"] * documents.n
    found[GLOBAL_MEAN] = LanguageCentering.fit(documents, language=everything, force=force)
    return found


def code_of(repair: object) -> str:
    """Key of the words for a repair."""
    return repair.code if isinstance(repair, LanguageCentering) else "other"
