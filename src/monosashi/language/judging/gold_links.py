"""(query, document) pairs that say which document answers which query."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import DataError, Gold, fault
from monosashi.embeddings.arrays import TextArray
from monosashi.language.layout import IntArray


@dataclass(frozen=True, eq=False)
class Links:
    """Pairs, each once.

    Attributes
    ----------
    queries, documents : (pairs,) int
    """

    queries: IntArray
    documents: IntArray

    @classmethod
    def of(cls, pairs: list[tuple[int, int]]) -> Links:
        """Collect pairs."""
        table = np.unique(np.array(pairs, dtype=np.intp).reshape(-1, 2), axis=0)
        return cls(table[:, 0], table[:, 1])

    def without(self, documents: IntArray) -> Links:
        """Leave out pairs with these documents."""
        kept = ~np.isin(self.documents, documents)
        return Links(self.queries[kept], self.documents[kept])

    def among(self, rows: IntArray) -> Links:
        """Number the queries by their place in ``rows``, which holds them all."""
        place = np.full(int(rows.max()) + 1, -1, dtype=np.intp)
        place[rows] = np.arange(len(rows))
        return Links(place[self.queries], self.documents)


def links_by_column(asked: TextArray, held: TextArray, place: IntArray) -> Links:
    """Documents that hold the query's value of a column; ``place`` numbers their rows."""
    rows_of = defaultdict(list)
    for row, value in enumerate(held):
        rows_of[value].append(int(place[row]))
    return Links.of([(q, document) for q, value in enumerate(asked)
                     for document in rows_of.get(value, ())])  # fmt: skip


def links_by_gold(gold: Gold, queries: list[str], rows: list[str], place: IntArray) -> Links:
    """Documents whose rows the gold names, with any grade above 0.

    Raises
    ------
    DataError
        Rows and queries that gold names and nobody has.
    """
    row_of = {name: number for number, name in enumerate(rows)}
    query_of = {name: number for number, name in enumerate(queries)}
    named = {query: gold.relevant(query) for query in gold.relevance}
    strange = [query for query in named if query not in query_of]
    lost = sorted({name for answers in named.values() for name in answers if name not in row_of})
    faults = []
    if strange:
        faults.append(fault("language.errors.gold_queries", ids=strange))
    if lost:
        faults.append(fault("language.errors.gold_documents", ids=lost))
    if faults:
        raise DataError(*faults)
    return Links.of([(query_of[query], int(place[row_of[name]])) for query, answers in
                     named.items() for name in answers])  # fmt: skip
