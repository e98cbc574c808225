"""Documents that a query never sees: its own, by id or by several columns together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.ranking import Lists
from monosashi.ranking.cosine import IntArray
from monosashi.retrieval.judgement import Judgement
from monosashi.retrieval.library import Library

Exclude = str | Sequence[str] | None


def hidden_pairs(
    queries: EmbeddingSet, rows: IntArray, library: Library, exclude: Exclude
) -> Lists:
    """For every asked query (a row of ``queries``) the documents equal to it in all columns.

    Raises
    ------
    DataError
        ``exclude`` is neither "id" nor a sequence of columns, or a column is in one set only.
    """
    if exclude is None:
        return Lists.from_pairs(len(rows), np.empty(0, dtype=int), np.empty(0, dtype=int))
    names = _names(exclude)
    own: defaultdict[tuple[str, ...], set[int]] = defaultdict(set)
    for row, key in enumerate(_keys(library.set, names, library)):
        own[key].add(int(library.document_of[row]))
    asked = _keys(queries, names, None)
    pairs = [(number, document) for number, row in enumerate(rows)
             for document in own.get(asked[row], ())]  # fmt: skip
    held = np.array(pairs, dtype=np.intp).reshape(-1, 2)
    return Lists.from_pairs(len(rows), held[:, 0], held[:, 1])


def refuse_hidden_golds(judgement: Judgement, golds: Lists, hidden: Lists) -> None:
    """A gold document that its query may not see could never be found."""
    n, most = len(golds.starts) - 1, int(max(golds.documents.max(initial=0),
                                             hidden.documents.max(initial=0))) + 1  # fmt: skip
    sought, barred = (np.repeat(np.arange(n), np.diff(held.starts)) * most + held.documents
                      for held in (golds, hidden))  # fmt: skip
    if len(both := np.intersect1d(sought, barred)):
        ids = [judgement.ids[query] for query in np.unique(both // most)]
        raise DataError(fault("retrieval.errors.gold_excluded", ids=ids))


def _names(exclude: Exclude) -> tuple[str, ...]:
    if exclude == "id":
        return ("id",)
    listed = isinstance(exclude, Sequence) and not isinstance(exclude, str)
    if not listed or not exclude or not all(isinstance(name, str) for name in exclude):
        raise DataError(fault("retrieval.errors.bad_exclude", given=repr(exclude)))
    return tuple(exclude)


def _keys(held: EmbeddingSet, names: tuple[str, ...], library: Library | None) -> list[Any]:
    columns = [_column(held, name, library) for name in names]
    return list(zip(*columns, strict=True))


def _column(held: EmbeddingSet, name: str, library: Library | None) -> Any:
    """A column as text; ``id`` is the id of the query or of the (whole) document."""
    if name != "id" or name in held.columns:
        return held.column(name, "exclude")
    return held.ids if library is None else [library.ids[i] for i in library.document_of]
