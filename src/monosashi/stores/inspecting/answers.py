"""What files of judgements and of ranked lists hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from monosashi.embeddings import Gold, Rankings
from monosashi.embeddings.files.table import Table
from monosashi.stores.judged_rows import (
    DOCUMENT_NAMES,
    ITEM_NAMES,
    QUERY_NAMES,
    SCORE_NAMES,
    name_among,
)
from monosashi.stores.judgements import GOLD_NAMES, is_trec_gold
from monosashi.stores.runs import LIST_NAMES, RANK_NAMES, is_trec_run
from monosashi.stores.text_columns import reads_like_texts

BEIR_NAMES = {"corpus-id", "corpus_id"}


def role_of_fields(fields: list[str]) -> str | None:
    """``gold`` or ``run`` for a first line as TREC writes it."""
    if is_trec_gold(fields):
        return "gold"
    return "run" if is_trec_run(fields) else None


def role_of_columns(table: Table) -> str | None:
    """``gold`` or ``run`` for columns under the usual names."""
    names = [*table.columns]
    query, document = name_among(names, QUERY_NAMES), name_among(names, DOCUMENT_NAMES)
    if name_among(names, LIST_NAMES) and (query or name_among(names, ITEM_NAMES)):
        return "run"
    if not (query and document):
        return "gold" if _answered(table) else None
    if reads_like_texts(table.columns[query]):
        return None
    ranked = name_among(names, RANK_NAMES)
    if document.lower() in BEIR_NAMES and not ranked:
        return "gold"  # of BEIR, where the grades of a data set may be fractions
    score = name_among(names, SCORE_NAMES)
    return "run" if ranked or (score and _fractions(table.columns[score])) else "gold"


def _answered(table: Table) -> bool:
    """An id and its gold ids, and nothing beside them that could be measured."""
    names = [*table.columns]
    gold = name_among(names, GOLD_NAMES)
    item = name_among(names, ITEM_NAMES) or name_among(names, QUERY_NAMES)
    if gold is None or item is None or table.vector_columns():
        return False
    others = [name for name in names if name.lower() == "text" or _prose(table.columns[name])]
    return not others


def _prose(values: Any) -> bool:
    return any(isinstance(value, str) for value in values) and reads_like_texts(values)


def _fractions(values: Any) -> bool:
    """Scores of a system are hardly ever all whole numbers; grades are."""
    try:
        return any(float(value) % 1 for value in values)
    except (TypeError, ValueError):
        return False


def gold_facts(gold: Gold) -> dict[str, Any]:
    """Queries, judgements, grades, relevant documents a query, examples of ids."""
    grades = Counter(grade for row in gold.relevance.values() for grade in row.values())
    documents = {name for row in gold.relevance.values() for name in row}
    counts = [len(gold.relevant(query)) for query in gold.relevance]
    return {
        "queries": len(gold.relevance),
        "queries_without_relevant": len(gold.relevance) - gold.n_queries,
        "judgements": sum(grades.values()),
        "documents": len(documents),
        "grades": {f"{grade:g}": count for grade, count in sorted(grades.items())},
        **_spread(counts),
        **_examples(gold.relevance, documents),
    }


def run_facts(run: Rankings) -> dict[str, Any]:
    """Name, queries, documents a query, ties, examples of ids."""
    documents = {name for row in run.documents.values() for name in row}
    return {
        "name": run.name,
        "queries": len(run.documents),
        "documents": len(documents),
        "scores": any(scores is not None for scores in run.scores.values()),
        "tied_places": sum(run.tied(query) for query in run.documents),
        **_spread([len(row) for row in run.documents.values()]),
        **_examples(run.documents, documents),
    }


def _spread(counts: list[int]) -> dict[str, Any]:
    return {"fewest": min(counts), "median": float(np.median(counts)), "most": max(counts)}


def _examples(queries: Iterable[str], documents: Iterable[str]) -> dict[str, Any]:
    return {"query_example": next(iter(queries)), "document_example": next(iter(sorted(documents)))}
