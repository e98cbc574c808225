"""Parts of the items: what a repair is fitted to, and who then asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.arrays import FloatArray
from monosashi.language.choosing.ground import Ground
from monosashi.language.judging import Question
from monosashi.language.layout import BoolArray, IntArray


@dataclass(frozen=True, eq=False)
class Fold:
    """Queries that ask, and items that nothing may be fitted to.

    Attributes
    ----------
    ground : Ground
    asks : (n,) bool
        Queries of this fold.
    out : (units,) bool
        Items left out of the fit: those of the fold; when a strength is chosen inside another
        fold, those of both.
    """

    ground: Ground
    asks: BoolArray
    out: BoolArray

    @cached_property
    def queries(self) -> IntArray:
        """Numbers of the queries that ask."""
        return np.flatnonzero(self.asks)

    @cached_property
    def seen_queries(self) -> IntArray:
        """Numbers of the queries that may be fitted to."""
        return np.flatnonzero(~self.out[self.ground.question.units])

    @cached_property
    def seen_documents(self) -> IntArray:
        """Numbers of the documents that may be fitted to, those of no unit among them."""
        return np.flatnonzero(~self._left_out(self.ground.document_units))

    def _left_out(self, units: IntArray) -> BoolArray:
        lost: BoolArray = self.out[units] & (units >= 0)
        return lost

    @property
    def question(self) -> Question:
        """What the queries of this fold ask."""
        return self.ground.question.take(self.queries)

    def documents(self) -> EmbeddingSet:
        """Rows of the documents that may be fitted to."""
        return self.ground.documents.take(~self._left_out(self.ground.row_units))

    def fitting_queries(self, documents: EmbeddingSet) -> EmbeddingSet | FloatArray | None:
        """Query vectors that may be fitted to; of ``documents`` where they ask themselves."""
        if self.ground.queries is None:
            return documents.query_vectors
        return self.ground.queries.take(self.ground.asking[self.seen_queries])


def cut(ground: Ground, folds: int, rng: np.random.Generator) -> IntArray:
    """(units,) number of the fold of every item, sizes differing by at most one."""
    return rng.permutation(np.arange(ground.n_units) % folds)


def each_fold(ground: Ground, folds: IntArray) -> Iterator[Fold]:
    """Every fold once."""
    for number in range(int(folds.max()) + 1):
        out = folds == number
        yield Fold(ground, out[ground.question.units], out)


def each_pair(ground: Ground, folds: IntArray) -> Iterator[tuple[int, int, Fold]]:
    """Fits without two folds: the queries of both ask, and neither has been seen.

    The queries of the one serve to choose something that the other is then judged with.
    """
    for first in range(int(folds.max()) + 1):
        for second in range(first):
            out = (folds == first) | (folds == second)
            yield first, second, Fold(ground, out[ground.question.units], out)
