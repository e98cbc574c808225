"""Queries and their answers in the languages that were asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet, Gold


def in_languages(
    languages: str | None,
    documents: EmbeddingSet,
    queries: EmbeddingSet,
    gold: Gold | None,
    language: str,
) -> tuple[EmbeddingSet, Gold | None]:
    """With --languages also only queries, and answers, in these languages."""
    from monosashi.cli.reading import keep_languages, listed

    if languages is None:
        return queries, gold
    kept = keep_languages(queries, listed(languages), language)
    if gold is None:
        return kept, None
    asked, held = set(kept.ids), set(documents.ids)
    relevance = {query: {name: grade for name, grade in row.items() if name in held}
                 for query, row in gold.relevance.items() if query in asked}  # fmt: skip
    return kept, replace(gold, relevance=relevance)
