"""The same queries asked of several models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from monosashi.advice.first_documents import first_documents
from monosashi.advice.search_asked import search_asked
from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.panel import Panel
from monosashi.retrieval import (
    Retrieval,
    RetrievalComparison,
    Switch,
    compare_lists,
    compare_retrieval,
    measure_retrieval,
)
from monosashi.retrieval.asking import asked_vectors
from monosashi.retrieval.left_out import with_left_out
from monosashi.retrieval.library import Library
from monosashi.retrieval.results import LISTED
from monosashi.retrieval.units import labels_of

TWO = 2


@dataclass(frozen=True)
class Questions:
    """The queries of every model, and how what is found is judged."""

    sets: Sequence[EmbeddingSet]
    gold: Any = None
    groups: Column | None = None
    document: Column | None = None
    exclude: Any = None
    left_out: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class ModelSearch:
    """Who finds more, and what a switch changes."""

    compared: RetrievalComparison | None = None
    switch: Switch | None = None
    notices: tuple[Fault, ...] = ()
    measured: tuple[Retrieval, ...] = ()


def measure_model_search(
    panel: Panel,
    questions: Questions,
    *,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> ModelSearch:
    """Ask every model; without gold two models can only be compared by their lists."""
    asked = same_queries(panel, questions.sets)
    rest: dict[str, Any] = {"confidence": confidence, "rng": rng}
    if questions.gold is None:
        switch = with_left_out(_by_lists(panel, asked, questions, rest), panel.names,
                               questions.left_out)  # fmt: skip
        return ModelSearch(None, switch, asked.notices)
    held = search_asked(asked.sets[0], questions.gold, questions.groups, questions.exclude)
    if held is None:
        raise DataError(fault("advice.errors.no_gold"))
    options = {**replace(held, document=questions.document).options, **rest}
    trios = zip(panel.names, asked.sets, panel.sets, strict=True)
    evaluated = [measure_retrieval(ask, one, name=name, **options) for name, ask, one in trios]
    compared = with_left_out(compare_retrieval(evaluated, **rest), panel.names,
                             questions.left_out)  # fmt: skip
    notices = (*asked.notices, *compared.provenance.notices)
    return ModelSearch(compared, compared.switch, notices, tuple(evaluated))


def _by_lists(panel: Panel, asked: Panel, questions: Questions, rest: dict[str, Any]) -> Switch:
    """What two models list for the same queries; nothing says which list is better."""
    if len(panel) != TWO:
        raise DataError(fault("advice.errors.overlap_of_two", n=len(panel)))
    if questions.exclude is not None:
        raise DataError(fault("advice.errors.exclude_needs_gold"))
    queries, library = asked.sets[0], Library.of(panel.sets[0], questions.document)
    lists = [first_documents(ask, held, k=LISTED, document=questions.document)
             for ask, held in zip(asked.sets, panel.sets, strict=True)]  # fmt: skip
    old, new = (dict(zip(queries.ids.tolist(), listed, strict=True)) for listed in lists)
    firsts = {listed[0] for side in lists for listed in side}
    return compare_lists(
        old,
        new,
        names=(panel.names[0], panel.names[1]),
        groups=labels_of(queries, questions.groups),
        query_texts=_texts(queries),
        document_texts={name: text for name in firsts
                        if (text := library.text_of(name)) is not None},
        **rest,
    )  # fmt: skip


def _texts(queries: EmbeddingSet) -> dict[str, str]:
    """Texts of the queries by id, of those that have one."""
    if "text" not in queries.columns:
        return {}
    pairs = zip(queries.ids.tolist(), queries.columns["text"], strict=True)
    return {name: text for name, text in pairs if isinstance(text, str)}


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
