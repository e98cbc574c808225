"""Reductions in which every fitted row has one number: a factor, or an amount added to squares."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.reduction import Floats, Reduction
from monosashi.hubs.reductions.reranking import Pairs
from monosashi.neighbors import Neighbors, search_keyed


@dataclass(frozen=True, kw_only=True, eq=False)
class Keyed(Reduction):
    """Order by ``w_j d_ij`` or by ``d_ij² + o_j``; the query's own term changes values only."""

    def weights(self) -> Floats | None:
        """Factors of the fitted rows."""
        return None

    def offsets(self) -> Floats | None:
        """Amounts of the fitted rows."""
        return None

    @abstractmethod
    def own_terms(self) -> Floats:
        """The terms of the fitted rows as queries."""

    @abstractmethod
    def query_terms(self, rows: FloatArray, *, n_jobs: int | None = None) -> Floats:
        """The terms of outside rows, from their nearest fitted rows alone."""

    @abstractmethod
    def values(self, keys: Floats, terms: Floats) -> Floats:
        """The dissimilarity from ``keys (m, k)`` and ``terms (m,)``; keeps the order."""

    def neighbours(self, k: int, *, n_jobs: int | None = None) -> Neighbors:
        """The k nearest others of every fitted row in the corrected dissimilarity."""
        rows = self.ground.rows
        found = search_keyed(rows, rows, k=k, weights=self.weights(), offsets=self.offsets(),
                             exclude=np.arange(len(rows)), n_jobs=n_jobs)  # fmt: skip
        return self._with_values(found, self.own_terms())

    def query_neighbours(
        self, queries: EmbeddingSet | Any, k: int, *, n_jobs: int | None = None
    ) -> Neighbors:
        """The k nearest fitted rows of outside queries in the corrected dissimilarity."""
        rows = self.ground.queries(queries)
        found = search_keyed(rows, self.ground.rows, k=k, weights=self.weights(),
                             offsets=self.offsets(), n_jobs=n_jobs)  # fmt: skip
        return self._with_values(found, self.query_terms(rows, n_jobs=n_jobs))

    def _with_values(self, found: Neighbors, terms: Floats) -> Neighbors:
        values = self.values(found.distances, terms)
        return Neighbors(found.indices, values, found.tied, found.n_base)

    def _pair_keys(self, pairs: Pairs) -> Floats:
        weights, offsets = self.weights(), self.offsets()
        if weights is not None:
            return pairs.distances * weights[pairs.rows]
        squares = pairs.distances**2
        return squares if offsets is None else squares + offsets[pairs.rows]
