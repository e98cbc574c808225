"""The door for queries with known answers: both are given, or neither."""

from __future__ import annotations

from typing import Any

from monosashi.advice.search_part import Asked
from monosashi.embeddings import Column, DataError, EmbeddingSet, as_set, fault
from monosashi.embeddings.errors import Faults
from monosashi.retrieval.judgement import gold_of


def search_asked(
    queries: EmbeddingSet | Any | None,
    gold: Any,
    query_groups: Column | None = None,
    exclude: Any = None,
) -> Asked | None:
    """Check queries, gold and groups of queries, all faults together; None when none is given."""
    if queries is None and gold is None:
        if query_groups is None:
            return None
        raise DataError(fault("advice.errors.no_queries", given="query_groups"))
    if queries is None:
        raise DataError(fault("advice.errors.no_queries", given="gold"))
    if gold is None:
        raise DataError(fault("advice.errors.no_gold"))
    faults, asked = Faults(), as_set(queries)
    judged = faults.attempt(gold_of, gold, asked)
    labels = None
    if query_groups is not None:
        labels = faults.attempt(asked.column, query_groups, "query_groups")
    if faults.found or judged is None:
        raise DataError(*faults.found)
    groups = None if labels is None else dict(zip(asked.ids, labels, strict=True))
    return Asked(asked, judged, groups, exclude=exclude)
