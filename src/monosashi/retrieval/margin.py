"""The normalised margin between the nearest gold document and the nearest wrong one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from monosashi.ranking import Candidates, Directions, Judged, JudgedTask
from monosashi.ranking.cosine import BLOCK, Float64Array, IntArray, row_sums

BoolArray = npt.NDArray[np.bool_]
TIE = 1e-12  # of squared distances of unit rows in float64


OfSeveral = Literal["nearest", "farthest"]


@dataclass(frozen=True, eq=False)
class MarginArrays:
    """One entry an asked query; NaN where a side does not exist.

    Attributes
    ----------
    plain : (n,) cos(q, d+) - cos(q, d-)
    normalised : (n,) (d-² - d+²) / (d-² + d+²)
    plus : (n,) d+²
    tied : (n,) bool
        Squared distances within 1e-12 of each other; M is 0 there.
    saturated : (n,) bool
        The query equals its gold document, and no wrong one.
    """

    plain: Float64Array
    normalised: Float64Array
    plus: Float64Array
    tied: BoolArray
    saturated: BoolArray


def margins_of(
    queries: Directions,
    candidates: Candidates,
    task: JudgedTask,
    found: Judged,
    of_several: OfSeveral = "nearest",
) -> MarginArrays:
    """Measure the margins of one pass, from differences of unit rows rather than from cosines."""
    gold, score = _one_gold(task, found, of_several)
    plus, minus = (squared_distances(queries, candidates, documents)
                   for documents in (gold, found.nearest))  # fmt: skip
    normalised, tied = normalise(plus, minus)
    saturated = (plus <= TIE) & ~tied & ~np.isnan(minus)
    return MarginArrays(score - found.nearest_score, normalised, plus, tied, saturated)


def normalise(plus: Float64Array, minus: Float64Array) -> tuple[Float64Array, BoolArray]:
    """M from squared distances, and where they tie (M is 0, also for 0/0); NaN stays NaN."""
    tied = np.abs(minus - plus) <= TIE
    start = np.where(np.isnan(plus) | np.isnan(minus), np.nan, 0.0)
    ratio: Float64Array = np.divide(minus - plus, minus + plus, out=start, where=~tied)
    return ratio, tied


def _one_gold(
    task: JudgedTask, found: Judged, of_several: OfSeveral
) -> tuple[IntArray, Float64Array]:
    """The gold document with the highest (or lowest) cosine; -1 where there is none."""
    query = np.repeat(np.arange(task.n), np.diff(task.golds.starts))
    sign = -1.0 if of_several == "nearest" else 1.0
    order = np.lexsort((task.golds.documents, sign * found.score, query))
    queries, first = np.unique(query[order], return_index=True)
    gold, score = np.full(task.n, -1, dtype=np.intp), np.full(task.n, np.nan)
    gold[queries] = task.golds.documents[order][first]
    score[queries] = found.score[order][first]
    return gold, score


def squared_distances(
    queries: Directions, candidates: Candidates, documents: IntArray
) -> Float64Array:
    """Squared distance of each query from the nearest row of its document; NaN for -1."""
    out = np.full(len(documents), np.nan)
    there = np.flatnonzero(documents >= 0)
    rows, entry = candidates.expand(documents[there])
    squares = np.empty(len(rows))
    for start in range(0, len(rows), BLOCK):
        part = slice(start, start + BLOCK)
        gap = queries.unit(there[entry[part]]) - candidates.rows.unit(rows[part])
        squares[part] = row_sums(gap * gap)
    if len(there):
        out[there] = np.minimum.reduceat(squares, np.searchsorted(entry, np.arange(len(there))))
    return out
