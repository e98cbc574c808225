"""Scores of every query by a method that was fitted without it."""

from __future__ import annotations

import numpy as np

from monosashi.language.layout import IntArray
from monosashi.language.scored.blocks import Float64Array, ScoreMethod
from monosashi.language.scored.space import Space


class HeldOutBlocks:
    """One fitted method a fold; a query is scored by the one that has not seen its fold.

    Parameters
    ----------
    method : ScoreMethod
    space : Space
        All queries and documents.
    query_folds : (n,) int
    document_folds : (m,) int
        Documents of a fold are left out of the fit for the queries of that fold.
    """

    def __init__(
        self, method: ScoreMethod, space: Space, query_folds: IntArray, document_folds: IntArray
    ) -> None:
        self.space, self.folds = space, query_folds
        self.fitted = {}
        for fold in np.unique(query_folds):
            seen = space.part(np.flatnonzero(query_folds != fold),
                              np.flatnonzero(document_folds != fold))  # fmt: skip
            self.fitted[int(fold)] = method.refit(seen).scores(space)

    @property
    def n_queries(self) -> int:
        """Rows of the table."""
        return self.space.n

    @property
    def n_documents(self) -> int:
        """Columns of the table."""
        return self.space.candidates.n

    def block(self, rows: slice) -> Float64Array:
        """(rows, documents) scores."""
        folds = self.folds[rows]
        out = np.empty((len(folds), self.n_documents))
        for fold in np.unique(folds):
            mine = folds == fold
            out[mine] = self.fitted[int(fold)].block(rows)[mine]
        return out
