"""Try one way: every query is judged by a fit that has not seen its item."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from monosashi.language.choosing.folds import Fold, each_fold
from monosashi.language.choosing.ground import Ground
from monosashi.language.choosing.mending import seen
from monosashi.language.choosing.watched import Watched
from monosashi.language.choosing.ways import Way
from monosashi.language.judging import Judged, judge
from monosashi.language.layout import IntArray
from monosashi.language.scored import HeldOutBlocks, ScoreMethod, Space


@dataclass(frozen=True, eq=False)
class Tried:
    """What one way comes to, query by query.

    Attributes
    ----------
    judged : Judged
        Of searches over all languages.
    own : Judged
        Of searches for something in the query's own language: the same, but for a routed way,
        which sends these to the raw vectors.
    first : (n, 10) int
        The first documents of the query's own language in such searches.
    """

    judged: Judged
    own: Judged
    first: IntArray


Part = tuple[IntArray, Judged, IntArray]


def try_fold(fold: Fold, way: Way, raw: Space) -> Part:
    """Judge the queries of a fold."""
    held = seen(fold, way.mend, raw)
    question = fold.question
    watched = Watched(way.scoring(held).scores(held.asking), question)
    return fold.queries, judge(watched, question), watched.first


def try_way(ground: Ground, folds: IntArray, way: Way, raw: Space) -> Tried:
    """All folds, put together."""
    if way.given is not None:
        return try_given(ground, folds, way.given, raw)
    return together(try_fold(fold, way, raw) for fold in each_fold(ground, folds))


def try_given(ground: Ground, folds: IntArray, method: ScoreMethod, raw: Space) -> Tried:
    """A method of the user's own is shown all queries, so that it can tell which is which."""
    of_documents = np.where(ground.document_units >= 0, folds[ground.document_units], -1)
    held_out = HeldOutBlocks(method, raw, folds[ground.question.units], of_documents)
    watched = Watched(held_out, ground.question)
    judged = judge(watched, ground.question)
    return Tried(judged, judged, watched.first)


def together(parts: Iterable[Part]) -> Tried:
    """Parts in the order of the queries."""
    numbers, judged, first = zip(*parts, strict=True)
    order = np.argsort(np.concatenate(numbers), kind="stable")
    columns = zip(*(vars(one).values() for one in judged), strict=True)
    whole = Judged(*(np.concatenate(column)[order] for column in columns))
    return Tried(whole, whole, np.concatenate(first)[order])


def routed(mended: Tried, raw: Tried) -> Tried:
    """Searches in the own language by raw vectors, all others by mended ones."""
    return Tried(mended.judged, raw.own, raw.first)
