"""Whether the queries of an audit can also ask across languages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from monosashi.advice.search_part import Asked
from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.checks import is_missing

COLUMNS = ("key", "language")


def language_queries(
    asked: Asked | None, documents: EmbeddingSet, given: Mapping[str, object]
) -> EmbeddingSet | None:
    """The queries with the columns ``__key__`` and ``__language__``, where they have both.

    They must have columns of the same names as the documents, every language must be one of the
    documents, and the key of every query that of one of its right documents; else the columns mean
    something else there, and None says that documents have to ask.
    """
    if asked is None or not all(isinstance(given.get(name), str) for name in COLUMNS):
        return None
    held = {name: asked.queries.columns.get(str(given[name])) for name in COLUMNS}
    keys, spoken = held["key"], held["language"]
    if keys is None or spoken is None or any(map(is_missing, [*keys, *spoken])):
        return None
    known = set(documents.columns["__language__"])
    names = zip(asked.queries.ids, keys, spoken, strict=True)
    right = _keys_of_answers(asked, documents)
    if not all(str(key) in right[name] and str(one) in known for name, key, one in names):
        return None
    columns = {**asked.queries.columns, "__key__": keys, "__language__": spoken}
    return replace(asked.queries, columns=columns)


def _keys_of_answers(asked: Asked, documents: EmbeddingSet) -> defaultdict[str, set[str]]:
    """Keys of the right documents of every query."""
    names = documents.ids if asked.document is None else (
        documents.column(asked.document, "document"))  # fmt: skip
    key_of = dict(zip(names, documents.columns["__key__"], strict=True))
    found: defaultdict[str, set[str]] = defaultdict(set)
    for query in asked.gold.relevance:
        found[query] = {str(key_of[name]) for name in asked.gold.relevant(query) if name in key_of}
    return found
