"""Repairs as things that are fitted, applied and fitted again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.sets import Column
from monosashi.language.centering import LanguageCentering, Side
from monosashi.language.fitted import FittedRepair

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
    names: Sequence[str] | None = None,
) -> Mapping[str, FittedRepair]:
    """The repairs that are always tried, or those asked for by name, fitted to the documents.

    Parameters
    ----------
    documents, language, queries, force
        As in ``LanguageCentering.fit``; ``queries`` default to the documents' query vectors.
    names : sequence of str, optional
        Default: centring per language (both centroids if possible) and one global mean, under
        the names that reports use. Otherwise any of ``centering``, ``query-centering``,
        ``global-mean``, ``lir``, ``lsar``, ``pivot-shift``, ``shift``, ``leace``,
        ``all-but-top``. A number or language may follow a colon: ``lir:2``, ``lsar:3``,
        ``all-but-top:2`` (directions removed), ``centering:0.75`` and ``query-centering:0.75``
        (strength), ``pivot-shift:en`` and ``shift:en`` (reference; by default the language with
        the most documents, of equals the first by name), ``leace:0.1`` (shrinkage).

    Raises
    ------
    DataError
        An unknown name, all of them listed; what ``fit`` of a repair refuses.
    """
    from monosashi.language.named_repairs import Fitting, fit_named

    asked = documents.query_vectors if queries is None else queries
    fitting = Fitting(documents, language, asked, force)
    if names is not None:
        return fit_named(names, fitting)
    usual = {DOCUMENT_CENTROID: "centering", QUERY_CENTROID: "query-centering",
             GLOBAL_MEAN: "global-mean"}  # fmt: skip
    if asked is None:
        del usual[QUERY_CENTROID]
    found = fit_named(list(usual.values()), fitting)
    return {told: found[name] for told, name in usual.items()}


def code_of(repair: object) -> str:
    """Key of the words for a repair."""
    return repair.code if isinstance(repair, LanguageCentering) else "other"
