"""One model whose answers are measured, under one name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from monosashi.cli.retrieval_languages import LeftOut

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet


@dataclass(frozen=True)
class AskedModel:
    """One model: what is searched and what is asked."""

    name: str
    documents: EmbeddingSet
    queries: EmbeddingSet
    left_out: LeftOut


def named(
    name: str, documents: EmbeddingSet, queries: EmbeddingSet, left_out: LeftOut
) -> AskedModel:
    """Both sides under one name; a side whose card names a model keeps that name."""
    both = [one if one.model.name else replace(one, model=replace(one.model, name=name))
            for one in (documents, queries)]  # fmt: skip
    return AskedModel(name, both[0], both[1], left_out)
