"""Places of gold documents in one list, with ties for or against them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.ranking.cosine import Float64Array, IntArray
from monosashi.ranking.task import TIE

BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class GoldPlaces:
    """Gold documents of all queries, query by query and best place first.

    Attributes
    ----------
    query : (pairs,) int, ascending
    rank : (pairs,) float64
        From 1; infinite where the document was not found.
    grade : (pairs,) float64, above 0
    pair : (pairs,) int
        Which pair of the input each one is.
    """

    query: IntArray
    rank: Float64Array
    grade: Float64Array
    pair: IntArray


def place_golds(
    query: IntArray,
    score: Float64Array,
    above: IntArray,
    ties: IntArray,
    grade: Float64Array,
    *,
    favour: bool,
) -> GoldPlaces:
    """Place the gold documents of every query among all documents.

    Parameters
    ----------
    query : (pairs,) int
    score : (pairs,) float64
        Higher is better; differences up to 1e-9 are ties. NaN where a document was not found.
    above, ties : (pairs,) int
        Documents that are no gold before it, and level with it.
    grade : (pairs,) float64
    favour : bool
        False: behind all that tie, the lower grade first, which no order of the tied documents
        can make worse for recall, reciprocal rank, precision or nDCG. True: the other way round.
    """
    found = ~np.isnan(score)
    order = np.lexsort((np.where(found, -score, np.inf), query))
    before = (above if favour else above + ties)[order]
    level = np.cumsum(_starts_level(query[order], score[order], found[order])) - 1
    before = _of_level(before, level, favour=favour)
    again = np.lexsort((grade[order] * (-1 if favour else 1), level))
    pair = order[again]
    place = np.arange(len(query)) - np.searchsorted(query[pair], query[pair])
    rank = np.where(found[pair], 1.0 + place + before[again], np.inf)
    return GoldPlaces(query[pair], rank, grade[pair], pair)


def _starts_level(query: IntArray, score: Float64Array, found: BoolArray) -> BoolArray:
    """Where a pair does not tie with the one before it."""
    starts = np.ones(len(query), dtype=bool)
    filled = np.where(found, score, 0.0)
    tied = (filled[:-1] - filled[1:] <= TIE) & (query[1:] == query[:-1]) & found[1:]
    starts[1:] = ~tied
    return starts


def _of_level(before: IntArray, level: IntArray, *, favour: bool) -> IntArray:
    """One count for all golds that tie: they may stand in any order there."""
    if not len(level):
        return before
    starts = np.searchsorted(level, np.arange(level[-1] + 1))
    extreme = np.minimum if favour else np.maximum
    of_level: IntArray = extreme.reduceat(before, starts)[level]
    return of_level
