"""Projection to the sphere about the mean: subtract the mean, scale to length 1."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from monosashi.embeddings import EmbeddingSet, unit_rows
from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.reduction import Floats, Reduction
from monosashi.hubs.reductions.reranking import Pairs, measured
from monosashi.neighbors import Metric, Neighbors, search_keyed


@dataclass(frozen=True, kw_only=True, eq=False)
class SphereProjection(Reduction):
    """Euclidean distances after rows, less the mean of the fitted rows, are scaled to length 1.

    Queries are projected with the mean of the fitted rows. ``k`` plays no part.

    Attributes
    ----------
    center : (d,) float64 array

    References
    ----------
    Suzuki, Hara, Shimbo, Saerens & Fukumizu (2013), Centering similarity measures to reduce hubs,
    EMNLP.

    Examples
    --------
    >>> x = np.random.default_rng(0).normal(size=(60, 20)) + 3
    >>> SphereProjection.fit(x).neighbours(k=3).indices.shape
    (60, 3)
    """

    kind = "sphere"
    arrays_kept = ("center",)
    center: Floats = field(repr=False)

    @classmethod
    def fit(
        cls, data: EmbeddingSet | Any, *, k: int = 10, metric: Metric = "euclidean",
        n_jobs: int | None = None,
    ) -> Self:  # fmt: skip
        """Average the rows (their directions with cosine).

        Raises
        ------
        DataError
            Unknown metric; zero vectors with cosine; rows that equal the mean.
        """
        del n_jobs
        ground = Ground.of(data, metric)
        center = np.asarray(ground.rows, np.float64).mean(axis=0)
        made = cls(ground=ground, k=k, center=center)
        made.place(ground.rows, ground.data)
        return made

    def place(self, rows: FloatArray, data: EmbeddingSet | None = None) -> Floats:
        """Rows on the sphere; those at its middle are refused."""
        ids = np.array([str(i) for i in range(len(rows))]) if data is None else data.ids
        return np.asarray(unit_rows(np.asarray(rows, np.float64) - self.center, ids), np.float64)

    def neighbours(self, k: int, *, n_jobs: int | None = None) -> Neighbors:
        """The k nearest others of every fitted row on the sphere."""
        rows = self.place(self.ground.rows, self.ground.data)
        return search_keyed(rows, rows, k=k, exclude=np.arange(len(rows)), n_jobs=n_jobs)

    def query_neighbours(
        self, queries: EmbeddingSet | Any, k: int, *, n_jobs: int | None = None
    ) -> Neighbors:
        """The k nearest fitted rows of outside queries on the sphere."""
        asked = self.place(self.ground.queries(queries))
        base = self.place(self.ground.rows, self.ground.data)
        return search_keyed(asked, base, k=k, n_jobs=n_jobs)

    def _pair_keys(self, pairs: Pairs) -> Floats:
        queries = needed_queries(pairs, self.kind)
        base = self.place(self.ground.rows, self.ground.data)
        return measured(self.place(queries), base, pairs.rows)


def needed_queries(pairs: Pairs, kind: str) -> FloatArray:
    """Vectors of the queries, where distances alone do not suffice."""
    from monosashi.embeddings import DataError, fault

    if pairs.queries is None:
        raise DataError(fault("hubs.errors.rerank_vectors", reduction=kind))
    return pairs.queries
