"""Mended vectors of one fold: fitted without its items, applied to everything."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.language.choosing.folds import Fold
from monosashi.language.choosing.ground import LANGUAGE, Ground
from monosashi.language.fitted import FittedRepair
from monosashi.language.judging import Question
from monosashi.language.layout import IntArray
from monosashi.language.named_repairs import Fitting, fit_named
from monosashi.language.repairs import Refittable, Repair
from monosashi.language.scored import Space

Mend = str | Refittable | None
WITH_STRENGTH = ("centering", "query-centering")
MOST_PROBES = 2_000  # against them every document is held, in every fold


@dataclass(frozen=True, eq=False)
class Seen:
    """A fold in vectors that are raw or mended; what is scored and what scores are fitted to.

    Attributes
    ----------
    fold : Fold
    whole : Space
        All queries and all documents.
    """

    fold: Fold
    whole: Space

    @cached_property
    def asking(self) -> Space:
        """Queries of the fold, all documents."""
        return self.whole.asked_by(self.fold.queries)

    @cached_property
    def fitting(self) -> Space:
        """Queries and documents that may be fitted to."""
        return self.whole.part(self.fold.seen_queries, self.fold.seen_documents)

    @cached_property
    def probes(self) -> Space:
        """Of each language at most 2,000 documents that may be fitted to, spread evenly."""
        seen = self.fold.seen_documents
        return self.whole.part(self.fold.seen_queries, spread_evenly(
            seen, self.fold.ground.question.language_of(seen), MOST_PROBES))  # fmt: skip

    def calibrating(self) -> tuple[Space, Question]:
        """Queries that may be fitted to, with all documents, and what they ask."""
        queries = self.fold.seen_queries
        return self.whole.asked_by(queries), self.fold.ground.question.take(queries)


def spread_evenly(documents: IntArray, languages: IntArray, most: int) -> IntArray:
    """At most so many documents of every language, in their order.

    >>> spread_evenly(np.arange(6), np.array([0, 0, 0, 0, 1, 1]), 2).tolist()
    [0, 2, 4, 5]
    """
    kept = []
    for language in np.unique(languages):
        mine = documents[languages == language]
        places = np.arange(min(most, len(mine))) * len(mine) // min(most, len(mine))
        kept.append(mine[places])
    return np.concatenate(kept)


def fit(fold: Fold, mend: str | Refittable) -> Repair:
    """The repair, fitted to what the fold may see; what has a name is fitted once a fold."""
    if isinstance(mend, str):
        return _fit_once(fold, mend)
    documents = fold.documents()
    queries = fold.fitting_queries(documents)
    return mend.refit(documents, language=LANGUAGE, queries=queries, query_language=LANGUAGE)


def _fit_once(fold: Fold, mend: str) -> FittedRepair:
    """Of the same means another strength is no other fit."""
    kind, _, after = mend.partition(":")
    if after and kind in WITH_STRENGTH:
        return replace(_fit_once(fold, kind), strength=float(after))  # type: ignore[call-arg]
    kept, key = fold.ground.fitted, (mend, fold.out.tobytes())
    if key not in kept:
        documents = fold.documents()
        fitting = Fitting(documents, LANGUAGE, fold.fitting_queries(documents), force=True)
        kept[key] = fit_named([mend], fitting)[mend]
    return kept[key]


def mended(ground: Ground, repair: Repair | None) -> Space:
    """All vectors after a repair; raw without one."""
    documents, queries = ground.documents, ground.queries
    if repair is not None:
        documents = repair.apply(documents)
        queries = None if queries is None else _mended_queries(ground, queries, repair)
    return Space.of(ground.held, ground.question, documents, queries)


def _mended_queries(ground: Ground, queries: EmbeddingSet, repair: Repair) -> EmbeddingSet:
    """Rows that ask, mended; others have no known language and stay as they are."""
    moved = repair.apply(queries.take(ground.asking), side="query")
    vectors = np.array(queries.vectors, dtype=moved.vectors.dtype)
    vectors[ground.asking] = moved.vectors
    return replace(queries, vectors=vectors)


def seen(fold: Fold, mend: Mend, raw: Space) -> Seen:
    """The fold in raw vectors, or in vectors mended without it."""
    whole = raw if mend is None else mended(fold.ground, fit(fold, mend))
    return Seen(fold, whole)


def kept_bytes(repair: Repair) -> int | None:
    """Numbers a fitted repair keeps, in float64; None for one of the user's own."""
    if not isinstance(repair, FittedRepair):
        return None
    sides = [repair.documents, *([] if repair.queries is None else [repair.queries])]
    arrays = [*(mean for side in sides for mean in side.means.values()),
              *(getattr(repair, name) for name in repair.arrays_kept)]  # fmt: skip
    return sum(8 * np.asarray(array).size for array in arrays if array is not None)
