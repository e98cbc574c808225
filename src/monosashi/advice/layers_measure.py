"""Measure the four layers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from monosashi.advice.answer_pairs import AnswerPairs, answer_pairs
from monosashi.advice.crowding import crowding
from monosashi.advice.displacement import displacement
from monosashi.advice.layers import Layers
from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault, fault
from monosashi.results import Provenance
from monosashi.retrieval import Margins, Retrieval
from monosashi.retrieval.asking import Asking, asked_vectors
from monosashi.retrieval.estimating import estimate_means
from monosashi.shape import Shape, measure_shape
from monosashi.shape.configuration import configure
from monosashi.statistics.generators import as_generator

Fields = dict[str, Any]
Reasons = dict[str, Fault]
QUERIES = ("query_groups", "query_spread", "query_r_squared", "query_expected",
           "query_epsilon_squared")  # fmt: skip
HELD = ("n_groups", "ms_within", "r_squared", "expected_r_squared", "epsilon_squared")
LEAST_SHARED = 0.5
DOCUMENTS = ("document_groups", "document_spread", "document_r_squared")
WHY = {"gold_gap": "no_others", "gold_crowded": "no_others", "offset": "same_answer",
       "offset_share": "on_answer"}  # fmt: skip
NDCG = 10


def measure_layers(
    asking: Asking,
    *,
    retrieval: Retrieval,
    margins: Margins | Fault,
    query_groups: Column | None = None,
    documents_shape: Shape | None = None,
    permutations: int = 999,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> Layers:
    """Put what each side is like alone beside how they lie to each other and what comes of it.

    Parameters
    ----------
    asking : Asking
        Queries, documents and gold, as ``retrieval`` was measured on them.
    retrieval : Retrieval
    margins : Margins, or the Fault that says why there are none
    query_groups : column name or (n,) labels, optional
        Equal labels mark wordings of one question; without it layer 1 has a reason instead.
    documents_shape : Shape, optional
        Of the documents by their groups; without it layer 2 tells of the answers only.
    """
    generator = as_generator(rng)
    rest: Fields = {"permutations": permutations, "confidence": confidence, "rng": generator}
    documents, pairs = asking.library.set, answer_pairs(asking)
    fields: Fields = {}
    reasons: Reasons = {}
    for part, why in (
        _stability(asking.queries, query_groups, rest),
        _structure(documents_shape),
        _margins(margins),
        _answers(pairs, documents, confidence, generator),
    ):
        fields |= part
        reasons |= why
    ratio, why = _ratio(fields, reasons)
    return Layers(
        provenance=Provenance.of(documents, confidence=confidence),
        reasons=reasons | why,
        n_queries=retrieval.n_queries,
        n_judged=pairs.m,
        n_documents=documents.n,
        spread_ratio=ratio,
        recall=retrieval.recall,
        mrr=retrieval.mrr,
        ndcg=retrieval.ndcg[NDCG],
        **fields,
    )


def _stability(
    queries: EmbeddingSet, groups: Column | None, rest: Fields
) -> tuple[Fields, Reasons]:
    """Layer 1: groups of queries, in the query role, all that have a direction.

    Where most groups hold one query, R² is near 1 whatever the vectors are: it is left out.
    """
    if groups is None:
        return {}, dict.fromkeys(QUERIES, fault("advice.reasons.no_query_groups"))
    labels = queries.column(groups, "query_groups")
    asked = replace(queries, vectors=asked_vectors(queries), query_vectors=None)
    kept = np.setdiff1d(np.arange(asked.n), asked.zero_rows)
    _, sizes = np.unique(labels[kept].astype(str), return_counts=True)
    shared = int(sizes[sizes > 1].sum())
    if shared < LEAST_SHARED * len(kept):
        return {}, dict.fromkeys(QUERIES, fault("advice.reasons.few_in_groups", shared=shared,
                                                groups=len(sizes), queries=len(kept)))  # fmt: skip
    try:
        shape = measure_shape(asked.take(kept), labels[kept], **rest)
    except DataError as error:
        return {}, dict.fromkeys(QUERIES, error.faults[0])
    return _shape_fields(shape, QUERIES)


def _structure(shape: Shape | None) -> tuple[Fields, Reasons]:
    """Layer 2: the groups of the documents."""
    if shape is None:
        return {}, dict.fromkeys(DOCUMENTS, fault("advice.reasons.no_document_groups"))
    return _shape_fields(shape, DOCUMENTS)


def _shape_fields(shape: Shape, names: tuple[str, ...]) -> tuple[Fields, Reasons]:
    sources = dict(zip(names, HELD, strict=False))
    held = {name: getattr(shape, source) for name, source in sources.items()}
    whys = {name: shape.reasons.get(source) for name, source in sources.items()}
    reasons = {name: why for name, why in whys.items() if held[name] is None and why is not None}
    return held, reasons


def _margins(margins: Margins | Fault) -> tuple[Fields, Reasons]:
    if isinstance(margins, Fault):
        return {}, dict.fromkeys(("margin", "margin_positive"), margins)
    return {"margin": margins.mean_normalised, "margin_positive": margins.positive}, {}


def _answers(
    pairs: AnswerPairs, documents: EmbeddingSet, confidence: float, rng: np.random.Generator
) -> tuple[Fields, Reasons]:
    """Layers 2 and 3, around the answers and between them and the queries."""
    around, moved = crowding(documents, pairs), displacement(pairs, confidence=confidence)
    rest: Fields = {"confidence": confidence, "rng": rng}
    typical = _mean_squared_pair_distance(documents)
    columns = {"gold_crowded": around.crowded}
    if typical is not None:
        columns["gold_gap"] = around.gap / typical
    defined = {name: held for name, held in columns.items() if not np.isnan(held).all()}
    bounds = {"gold_gap": (0.0, 4 / (typical or 1.0))}
    means = estimate_means(defined, pairs.units, bounds=bounds, **rest) if defined else {}
    fields = {"gold_gap": means.get("gold_gap"), "gold_crowded": means.get("gold_crowded"),
              "offset": moved.offset, "offset_share": moved.share}  # fmt: skip
    why = WHY if typical is not None else {**WHY, "gold_gap": "same_documents"}
    reasons = {name: fault(f"advice.reasons.{why[name]}") for name, held in fields.items()
               if held is None}  # fmt: skip
    return fields, reasons


def _mean_squared_pair_distance(documents: EmbeddingSet) -> float | None:
    """Mean squared distance of two documents, unit vectors; None where all are the same."""
    spread = configure(documents).ss_total
    return 2 * spread / (documents.n - 1) if spread else None


def _ratio(fields: Fields, reasons: Reasons) -> tuple[float | None, Reasons]:
    """SS_W/(n - G) of the queries over that of the documents."""
    query, document = fields.get("query_spread"), fields.get("document_spread")
    for name, held in (("query_spread", query), ("document_spread", document)):
        if held is None:
            return None, {"spread_ratio": reasons[name]}
    if not document:
        return None, {"spread_ratio": fault("advice.reasons.no_document_spread")}
    return query / document, {}
