"""Turn documents and queries into a corpus: golds, what is hidden, what does not compete."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, Pairs, fault
from monosashi.embeddings.sets import Column
from monosashi.language.asked import Asked, ask_documents, ask_queries
from monosashi.language.chunking import uneven_chunks
from monosashi.language.corpus import Corpus, QueryRole
from monosashi.language.exclusions import Exclusions
from monosashi.language.layout import BoolArray, IntArray, Layout
from monosashi.ranking import Lists, RankingTask

MOST_LANGUAGES = 100  # more are labels of something else; every pair of them would be measured


def open_corpus(
    documents: EmbeddingSet,
    *,
    key: Column,
    language: Column,
    queries: EmbeddingSet | None = None,
    keep_copies: bool = False,
) -> Corpus:
    """Check everything once and lay out the task that measures and repairs share.

    ``keep_copies`` asks for translations that are copies, too.
    """
    pairs = Pairs.from_set(documents, key=key, language=language)
    if len(pairs.languages) > MOST_LANGUAGES:
        raise DataError(fault("language.errors.many_languages", ids=list(pairs.languages),
                              found=len(pairs.languages), most=MOST_LANGUAGES))  # fmt: skip
    if len(pairs.keys) == 1 and documents.n > len(pairs.languages):
        raise DataError(fault("language.errors.one_key", ids=[str(pairs.keys[0])], n=documents.n))
    layout = Layout.of(pairs)
    excluded = Exclusions.of(pairs, layout, keep_copies=keep_copies)
    asked = ask_documents(pairs) if queries is None else ask_queries(pairs, queries, key, language)
    gold = _golds(layout, excluded, asked)
    if not (gold[~_own(asked, gold.shape[1])] >= 0).any():
        raise DataError(fault("language.errors.nothing_to_find"))
    hidden, equals = _hidden(layout, excluded, asked), _equals(layout, excluded, asked)
    task = RankingTask(asked.languages, gold, hidden, equals)
    notices = (*pairs.notices, *asked.notices, *_notices(pairs, layout, excluded))
    held = documents if queries is None else queries
    return Corpus(pairs, held, _role(documents, asked), layout, asked, task, notices)


def _role(documents: EmbeddingSet, asked: Asked) -> QueryRole:
    if asked.independent:
        return "independent queries"
    return "documents as queries" if documents.query_vectors is None else "query vectors"


def _own(asked: Asked, languages: int) -> BoolArray:
    own: BoolArray = np.arange(languages) == asked.languages[:, None]
    return own


def _golds(layout: Layout, excluded: Exclusions, asked: Asked) -> IntArray:
    """(n, L) right documents; -1 for absent and empty ones, copies, and the query itself."""
    gold = layout.document_of[asked.keys]
    gold[excluded.empty[asked.keys] | excluded.copied[asked.keys, asked.languages]] = -1
    if not asked.independent:
        gold[_own(asked, gold.shape[1])] = -1
    return gold


def _hidden(layout: Layout, excluded: Exclusions, asked: Asked) -> Lists:
    """The own document (all its chunks), and documents of its language with the same text."""
    if asked.independent:
        return Lists.from_pairs(len(asked.rows), np.empty(0, np.intp), np.empty(0, np.intp))
    own = layout.document_of[asked.keys, asked.languages]
    return with_twins(len(asked.rows), np.arange(len(own)), own, excluded)


def _equals(layout: Layout, excluded: Exclusions, asked: Asked) -> Lists:
    """All documents of the key, and documents with the same text as one of them."""
    documents = layout.document_of[asked.keys]
    queries, languages = np.nonzero(documents >= 0)
    return with_twins(len(asked.rows), queries, documents[queries, languages], excluded)


def with_twins(n: int, queries: IntArray, documents: IntArray, excluded: Exclusions) -> Lists:
    """(query, document) pairs as lists, with the documents that have the same text."""
    if excluded.twins:
        doubled = np.isin(documents, list(excluded.twins))
        more = [(q, other) for q, d in zip(queries[doubled], documents[doubled], strict=True)
                for other in excluded.twins[int(d)]]  # fmt: skip
        extra = np.array(more, dtype=np.intp).reshape(-1, 2)
        queries = np.concatenate([queries, extra[:, 0]])
        documents = np.concatenate([documents, extra[:, 1]])
    return Lists.from_pairs(n, queries, documents)


def _notices(pairs: Pairs, layout: Layout, excluded: Exclusions) -> list[Fault]:
    found = []
    if len(set(layout.sizes.tolist())) > 1:
        sizes = ", ".join(f"{name} {size}" for name, size in
                          zip(pairs.languages, layout.sizes, strict=True))  # fmt: skip
        found.append(fault("language.notices.unequal_pools", sizes=sizes))
    found += uneven_chunks(layout, pairs.languages)
    if excluded.copied.any():
        names = pairs.keys[excluded.copied.any(axis=(1, 2))]
        found.append(fault("language.notices.copies_not_asked", ids=list(names)))
    if excluded.twins:
        at = np.isin(layout.document_of, list(excluded.twins))
        names = pairs.keys[at.any(axis=1)]
        found.append(fault("language.notices.twins", ids=list(names),
                           documents=len(excluded.twins)))  # fmt: skip
    return found
