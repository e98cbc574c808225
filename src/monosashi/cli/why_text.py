"""A query named by its id or its text; a text that is no query yet is embedded and asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from monosashi.cli.options import DataOptions, TextOptions
from monosashi.cli.why_asked import Wanted

if TYPE_CHECKING:
    from monosashi.cli.asked_model import AskedModel
    from monosashi.embeddings import EmbeddingSet, Gold


def query_of(queries: EmbeddingSet, gold: Gold, wanted: Wanted) -> str | None:
    """The id of the query meant: an id, or the text of just one query; None when there is none."""
    if wanted.query in {*queries.ids, *gold.relevance}:
        return wanted.query
    texts = queries.columns.get("text")
    if texts is None:
        return None
    pairs = zip(queries.ids, texts, strict=True)
    held = [str(name) for name, text in pairs if text == wanted.query]
    return held[0] if len(held) == 1 else None


def asked_text(
    model: AskedModel, gold: Gold, texts: TextOptions, data: DataOptions, wanted: Wanted
) -> tuple[AskedModel, Gold, str]:
    """The text as one more query, with the document that is expected for its answer.

    Raises
    ------
    DataError
        There is no such query, and no model to embed it or no document that is expected.
    """
    from monosashi.cli.embedding import embed_texts, embedders_of
    from monosashi.embeddings import DataError, TextSet, fault

    text = wanted.query or ""
    if texts.embedder is None or wanted.expected is None:
        code = "why_no_query" if texts.embedder is None else "why_no_expected"
        raise DataError(fault(f"cli.errors.{code}", ids=list(model.queries.ids), query=text))
    if data.cut is not None or data.quantise is not None:
        raise DataError(fault("cli.errors.why_compressed", query=text))
    (embedder,) = embedders_of(texts, data)
    asked = TextSet.from_lists([text], ids=[text])
    made = embed_texts(asked, embedder, texts, "query")
    relevance = {**gold.relevance, text: {wanted.expected: 1.0}}
    queries = _joined(model.queries, made)
    return replace(model, queries=queries), replace(gold, relevance=relevance), text


def _joined(queries: EmbeddingSet, one: EmbeddingSet) -> EmbeddingSet:
    """The queries and one more; what it has no value for in a column is its own id."""
    import numpy as np

    from monosashi.retrieval.asking import asked_vectors

    columns = {
        name: np.append(values.astype(object), one.columns.get(name, one.ids)[0])
        for name, values in queries.columns.items()
    }
    vectors = np.concatenate([asked_vectors(queries), asked_vectors(one)])
    return replace(queries, vectors=vectors, query_vectors=None, columns=columns,
                   ids=np.append(queries.ids, one.ids))  # fmt: skip
