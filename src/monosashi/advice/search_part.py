"""The search part of an audit: queries whose answers are known, and the four layers below them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from monosashi.advice.layers import Layers
from monosashi.advice.layers_measure import measure_layers
from monosashi.advice.shift_back import with_shift_back
from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault
from monosashi.embeddings.gold import Gold
from monosashi.results import Finding
from monosashi.retrieval import Margins, Retrieval, measure_margins, measure_retrieval
from monosashi.retrieval.asking import Asking
from monosashi.shape import Shape


@dataclass(frozen=True)
class Asked:
    """What is asked of the documents.

    Attributes
    ----------
    queries : EmbeddingSet
        In the query role of the same model.
    gold : Gold
    query_groups : mapping of query id to label, or None
        Equal labels mark wordings of one question.
    document : column name or names, or None
        Where several rows of the documents are one document.
    exclude : what a query never sees, or None
    name : what findings call the space; default the model's name
    """

    queries: EmbeddingSet
    gold: Gold
    query_groups: dict[str, str] | None = None
    document: Column | None = None
    exclude: Any = None
    name: str | None = None

    @property
    def options(self) -> dict[str, Any]:
        """What every measure of the search is given."""
        return {"gold": self.gold, "document": self.document, "exclude": self.exclude,
                "groups": self.query_groups}  # fmt: skip


@dataclass(frozen=True)
class SearchPart:
    """Ranks, the layers below them, and the findings that join them."""

    retrieval: Retrieval | None = None
    layers: Layers | None = None
    findings: list[Finding] = field(default_factory=list)


def measure_search_part(
    documents: EmbeddingSet,
    asked: Asked,
    *,
    documents_shape: Shape | None,
    permutations: int,
    confidence: float,
    rng: int,
) -> SearchPart:
    """Evaluate the search, then what it rests on; findings of the ranks come first."""
    rest: dict[str, Any] = {"confidence": confidence, "rng": rng}
    retrieval = measure_retrieval(asked.queries, documents, name=asked.name, **asked.options,
                                  **rest)  # fmt: skip
    asking = Asking.of(asked.queries, documents, **asked.options)
    layers = measure_layers(
        asking,
        retrieval=retrieval,
        margins=_margins(documents, asked, rest),
        query_groups=asked.query_groups,
        documents_shape=documents_shape,
        permutations=permutations,
        confidence=confidence,
        rng=np.random.default_rng(rng),
    )
    found = with_shift_back(layers.findings(), asking, asked.options, retrieval, rng)
    return SearchPart(retrieval, layers, [*retrieval.findings(), *found])


def _margins(documents: EmbeddingSet, asked: Asked, rest: dict[str, Any]) -> Margins | Fault:
    """The margins, or why there are none; nobody asked for them by name."""
    try:
        return measure_margins(asked.queries, documents, **asked.options, **rest)
    except DataError as error:
        return error.faults[0]
