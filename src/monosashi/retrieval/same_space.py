"""Queries and documents must lie in one space."""

from __future__ import annotations

from dataclasses import replace

from monosashi.embeddings import EmbeddingSet, Fault, ModelCard, fault
from monosashi.embeddings.mending import mending_fault


def space_faults(queries: EmbeddingSet, documents: EmbeddingSet) -> list[Fault]:
    """Every field of the cards that both know and that disagrees, and another dimension.

    Role, prefix and task may differ between the two sides, and lengths are divided out.
    """
    faults = []
    if queries.dimension != documents.dimension:
        faults.append(fault("retrieval.errors.dimension", queries=queries.dimension,
                            documents=documents.dimension))  # fmt: skip
    for name, (a, b) in _card(queries).differences(_card(documents)).items():
        if name == "mended":
            faults.append(mending_fault(("queries", "documents"), a, b))
            continue
        code = "other_model" if name == "name" else "other_card"
        faults.append(fault(f"retrieval.errors.{code}", field=name, ours=a, theirs=b))
    return faults


def _card(side: EmbeddingSet) -> ModelCard:
    """The card without what may differ; the dimension is compared on the vectors."""
    return replace(side.model, dimension=None, normalised=None, role=None, prefix=None, task=None)
