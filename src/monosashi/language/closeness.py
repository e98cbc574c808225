"""Mean cosine of queries with the unrelated documents of every language, without a product."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from monosashi.language.layout import IntArray
from monosashi.ranking import Candidates, Directions, RankingTask, exact_cosines

FloatArray = npt.NDArray[np.float64]
BLOCK = 4_096


def language_sums(candidates: Candidates) -> FloatArray:
    """(L, d) sums of the unit rows of every language, in float64."""
    ends = _row_ends(candidates)
    out = np.zeros((len(ends) - 1, candidates.rows.dimension))
    for label in range(len(out)):
        for start in range(ends[label], ends[label + 1], BLOCK):
            block = slice(start, min(start + BLOCK, ends[label + 1]))
            out[label] += np.add.reduce(candidates.rows.unit(block), axis=0)
    return out


def language_counts(candidates: Candidates) -> IntArray:
    """Rows of every language."""
    return np.diff(_row_ends(candidates))


def _row_ends(candidates: Candidates) -> IntArray:
    return np.append(candidates.starts, len(candidates.rows))[candidates.pools]


def mean_cosine_of_others(
    queries: Directions, candidates: Candidates, task: RankingTask
) -> FloatArray:
    """(n, L) mean cosine of each query with the rows of each language that are not its item.

    By linearity the mean over a language is the cosine with its sum, less the item's own rows.
    NaN where a language holds nothing else.
    """
    sums, counts = language_sums(candidates), language_counts(candidates)
    total = np.empty((task.n, len(sums)))
    for start in range(0, task.n, BLOCK):
        rows = slice(start, min(start + BLOCK, task.n))
        unit = queries.unit(rows)
        for label, vector in enumerate(sums):
            total[rows, label] = np.add.reduce(unit * vector, axis=1)
    left = np.broadcast_to(counts, total.shape).copy()
    asked, documents = task.equals.of(slice(0, task.n))
    places, entry = candidates.expand(documents)
    own = asked[entry], np.searchsorted(candidates.pools, documents, side="right")[entry] - 1
    np.subtract.at(total, own, exact_cosines(queries, candidates.rows, asked[entry], places))
    np.subtract.at(left, own, 1)
    return np.divide(total, left, out=np.full_like(total, np.nan), where=left > 0)
