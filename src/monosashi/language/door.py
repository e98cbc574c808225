"""Turn documents and queries into a corpus: number the documents, find golds and exclusions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, Fault, Pairs, fault
from monosashi.embeddings.sets import Column
from monosashi.language.corpus import Corpus, IntArray, QueryRole
from monosashi.language.exclusions import Exclusions
from monosashi.language.query_side import join_queries
from monosashi.ranking import Lists, RankingTask


def open_corpus(
    documents: EmbeddingSet,
    *,
    key: Column,
    language: Column,
    source: str | None = None,
    target: str | None = None,
    queries: EmbeddingSet | None = None,
) -> Corpus:
    """Check everything once and lay out the task that measures and repairs share."""
    pairs = Pairs.from_set(documents, key=key, language=language)
    layout = _Layout.of(pairs)
    excluded = Exclusions.of(pairs, layout.document_of)
    if queries is None:
        order = np.lexsort((pairs.key_codes, pairs.language_codes))
        asked = _Asked(order, pairs.key_codes[order], pairs.language_codes[order])
        role: QueryRole = (
            "documents as queries" if documents.query_vectors is None else "query vectors"
        )
    else:
        asked = _Asked(*join_queries(pairs, queries, key=key, language=language))
        role = "independent queries"
    gold = _golds(pairs, layout, excluded, asked, (source, target))
    task, hidden_copies = _task(layout, excluded, asked, gold, independent=queries is not None)
    notices = (*pairs.notices, *_notices(pairs, layout, excluded, asked, hidden_copies))
    return Corpus(pairs, documents if queries is None else queries, role, layout.rows,
                  layout.starts, layout.pools, layout.document_of, asked.rows, asked.keys,
                  asked.languages, task, notices)  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Asked:
    """Query rows with their key (-1 when no document has it) and language."""

    rows: IntArray
    keys: IntArray
    languages: IntArray


@dataclass(frozen=True, eq=False)
class _Layout:
    """Documents numbered by language, then key."""

    rows: IntArray
    starts: IntArray
    pools: IntArray
    document_of: IntArray

    @classmethod
    def of(cls, pairs: Pairs) -> _Layout:
        rows = np.lexsort((pairs.key_codes, pairs.language_codes))
        present = pairs.counts.T > 0
        document_of = np.full(present.shape, -1, dtype=np.intp)
        document_of[present] = np.arange(present.sum())
        lengths = pairs.counts.T[present]
        pools = np.concatenate([[0], np.cumsum(present.sum(axis=1))])
        return cls(rows, np.cumsum(lengths) - lengths, pools, document_of.T.copy())


def _golds(
    pairs: Pairs,
    layout: _Layout,
    excluded: Exclusions,
    asked: _Asked,
    direction: tuple[str | None, str | None],
) -> IntArray:
    """(n, L) right documents; -1 for the absent, the empty, copies and languages not asked for."""
    gold = layout.document_of[asked.keys]
    gold[asked.keys < 0] = -1
    gold[excluded.empty[asked.keys] | excluded.copied[asked.keys, asked.languages]] = -1
    source, target = (None if name is None else pairs.code(name) for name in direction)
    if source is not None:
        gold[asked.languages != source] = -1
    own = np.arange(gold.shape[1]) == asked.languages[:, None]
    if target is not None:
        gold[:, [code for code in range(gold.shape[1]) if code != target]] = np.where(
            own, gold, -1
        )[:, [code for code in range(gold.shape[1]) if code != target]]
    return gold


def _task(
    layout: _Layout, excluded: Exclusions, asked: _Asked, gold: IntArray, *, independent: bool
) -> tuple[RankingTask, int]:
    raise NotImplementedError
