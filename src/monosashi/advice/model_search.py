"""The same queries asked of several models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from monosashi.advice.search_asked import search_asked
from monosashi.advice.switch import Switch
from monosashi.advice.switch_measure import switch_with_gold, switch_without_gold, texts_of
from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.panel import Panel
from monosashi.retrieval import RetrievalComparison, compare_retrieval, measure_retrieval
from monosashi.retrieval.asking import asked_vectors

TWO = 2


@dataclass(frozen=True)
class ModelSearch:
    """Who finds more, what a switch changes, and what was not measured."""

    compared: RetrievalComparison | None = None
    switch: Switch | None = None
    skipped: dict[str, Fault] = field(default_factory=dict)
    notices: tuple[Fault, ...] = ()


def measure_model_search(
    panel: Panel,
    queries: Sequence[EmbeddingSet],
    *,
    gold: Any = None,
    query_groups: Column | None = None,
    document: Column | None = None,
    exclude: Any = None,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> ModelSearch:
    """Ask every model; without gold two models can only be compared by their lists."""
    asked = same_queries(panel, queries)
    rest: dict[str, Any] = {"confidence": confidence, "rng": rng}
    names = texts_of(_names(panel.sets[0], document), panel.sets[0])
    if gold is None:
        if len(panel) != TWO:
            raise DataError(fault("advice.errors.overlap_of_two", n=len(panel)))
        if exclude is not None:
            raise DataError(fault("advice.errors.exclude_needs_gold"))
        found = switch_without_gold(panel.names, panel.sets, asked.sets, names, document=document,
                                    query_groups=query_groups, **rest)  # fmt: skip
        return ModelSearch(switch=found, notices=asked.notices)
    held = search_asked(asked.sets[0], gold, query_groups, exclude)
    if held is None:
        raise DataError(fault("advice.errors.no_gold"))
    options = {**replace(held, document=document).options, **rest}
    trios = zip(panel.names, asked.sets, panel.sets, strict=True)
    evaluated = [measure_retrieval(ask, one, name=name, **options) for name, ask, one in trios]
    compared = compare_retrieval(evaluated, **rest)
    switch = None
    if len(panel) == TWO:
        switch = switch_with_gold(compared, evaluated[0], evaluated[1], names, **rest)
    return ModelSearch(compared, switch, notices=asked.notices)


def same_queries(panel: Panel, queries: Sequence[EmbeddingSet]) -> Panel:
    """The queries of every model in one order and in the query role; all models need them all."""
    if len(queries) != len(panel):
        raise DataError(fault("advice.errors.queries_of_models", given=len(queries),
                              models=len(panel)))  # fmt: skip
    in_role = [replace(one, vectors=asked_vectors(one), query_vectors=None) for one in queries]
    aligned = Panel.of(*in_role, names=panel.names)
    missing = [note for note in aligned.notices if note.code == "embeddings.notices.missing_ids"]
    if missing:
        raise DataError(*(Fault("advice.errors.queries_missing", note.values)
                          for note in missing))  # fmt: skip
    return aligned


def _names(documents: EmbeddingSet, document: Column | None) -> Any:
    return documents.ids if document is None else documents.column(document, "document")
