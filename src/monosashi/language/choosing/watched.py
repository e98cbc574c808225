"""Scores that are judged, and whose first documents of the query's own language are noted."""

from __future__ import annotations

import numpy as np

from monosashi.language.judging import Question
from monosashi.language.layout import IntArray
from monosashi.language.scored import ScoreBlocks
from monosashi.language.scored.blocks import Float64Array

FIRST = 10


class Watched:
    """Passes scores on; ``first`` (n, 10) holds the highest of the own language, -1 pads.

    Equal scores go by number, so that lists which tie alike are alike.
    """

    def __init__(self, scores: ScoreBlocks, question: Question) -> None:
        self.scores, self.question = scores, question
        self.first: IntArray = np.full((question.n, FIRST), -1, dtype=np.intp)

    @property
    def n_queries(self) -> int:
        """Rows of the table."""
        return self.scores.n_queries

    @property
    def n_documents(self) -> int:
        """Columns of the table."""
        return self.scores.n_documents

    def block(self, rows: slice) -> Float64Array:
        """(rows, documents) scores."""
        scores = self.scores.block(rows)
        seen = scores.copy()
        seen[self.question.hidden.of(rows)] = -np.inf
        own = self.question.own_pool[rows]
        for language in np.unique(own):
            mine = np.flatnonzero(own == language)
            pool = self.question.pool(int(language))
            self._note(rows.start + mine, seen[mine, pool], pool.start)
        return scores

    def _note(self, queries: IntArray, scores: Float64Array, start: int) -> None:
        for query, row in zip(queries, scores, strict=True):
            found = first_of(row, FIRST)
            self.first[query, : len(found)] = found + start


def first_of(scores: Float64Array, size: int) -> IntArray:
    """Numbers of the highest scores, equal ones by number; what stands at -inf is not listed.

    Sorting only what reaches the last place is many times faster than sorting the whole row.

    >>> first_of(np.array([0.1, 0.7, 0.7, -np.inf, 0.9, 0.7]), 3).tolist()
    [4, 1, 2]
    """
    size = min(size, len(scores))
    last = np.partition(scores, len(scores) - size)[len(scores) - size] if size else np.inf
    reached = np.flatnonzero((scores >= last) & (scores > -np.inf))
    order: IntArray = reached[np.argsort(-scores[reached], kind="stable")[:size]]
    return order
