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
        size = min(FIRST, scores.shape[1])
        order = np.argsort(-scores, axis=1, kind="stable")[:, :size]
        listed = np.isfinite(np.take_along_axis(scores, order, axis=1))
        self.first[queries, :size] = np.where(listed, order + start, -1)
