"""The document that came first instead of the right one."""

from __future__ import annotations

import numpy as np

from monosashi.language.asking import Asking, FloatArray
from monosashi.language.layout import IntArray
from monosashi.ranking import exact_cosines


def first_wrong(asking: Asking, queries: IntArray) -> tuple[IntArray, IntArray]:
    """Those of the queries whose list holds a wrong document, and the nearest of these.

    Ties go to the lower number.
    """
    top, task = asking.ranks.top[queries], asking.corpus.task
    local, place = np.nonzero(top >= 0)
    documents = top[local, place]
    n = asking.candidates.n
    asked, right = task.equals.take(queries).of(slice(0, len(queries)))
    wrong = ~np.isin(local * n + documents, asked * n + right)
    local, documents = local[wrong], documents[wrong]
    values = _best_chunks(asking, queries[local], documents)
    order = np.lexsort((documents, -values, local))
    found, first = np.unique(local[order], return_index=True)
    return queries[found], documents[order][first]


def _best_chunks(asking: Asking, queries: IntArray, documents: IntArray) -> FloatArray:
    rows, entry = asking.candidates.expand(documents)
    cosines = exact_cosines(asking.queries, asking.candidates.rows, queries[entry], rows)
    if not len(documents):
        return cosines
    best: FloatArray = np.maximum.reduceat(
        cosines, np.searchsorted(entry, np.arange(len(documents)))
    )
    return best
