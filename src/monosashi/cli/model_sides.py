"""The two sides of a model with roles: which is measured, and that it is said."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet, Fault


def told_side(found: EmbeddingSet, *, asked: bool, embedded: bool) -> list[Fault]:
    """Which side of a model with two sides is measured."""
    from monosashi.embeddings import fault

    both = found.query_vectors is not None
    if not both and not (embedded and found.model.role in {"query", "passage"}):
        return []
    side = "queries" if asked else "passages"
    return [fault(f"cli.notices.compared_{side}", models=found.model.name or "-")]


def query_side(found: EmbeddingSet) -> EmbeddingSet:
    """The vectors in the query role where a set has them, else those it has."""
    if found.query_vectors is None:
        return found
    return replace(found, vectors=found.query_vectors, query_vectors=None)
