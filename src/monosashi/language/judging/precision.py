"""Average precision from what stands before each gold."""

from __future__ import annotations

import numpy as np

from monosashi.language.judging.judged import Float64Array
from monosashi.language.layout import IntArray


def mean_precision(queries: IntArray, before: Float64Array, n: int) -> Float64Array:
    """(n,) average precision; ``before`` counts competitors before each (query, gold) pair.

    The i-th best gold stands at place i + before: precision there is i / (i + before). An
    infinite count is a gold that is never listed. NaN without a gold.

    Examples
    --------
    >>> mean_precision(np.array([0, 0, 2]), np.array([1.0, 0.0, np.inf]), 3).tolist()
    [0.8333333333333333, nan, 0.0]
    """
    order = np.lexsort((before, queries))
    asked, waiting = queries[order], before[order]
    place = 1 + np.arange(len(asked)) - np.searchsorted(asked, asked)
    precision = place / (place + waiting)
    golds = np.bincount(queries, minlength=n)
    total = np.bincount(asked, weights=precision, minlength=n)
    undefined = np.full(n, np.nan)
    mean: Float64Array = np.divide(total, golds, out=undefined, where=golds > 0)
    return mean
