"""CSLS: cosine less the mean cosines of both sides to their nearest."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.keyed import Keyed
from monosashi.hubs.reductions.local import outside_nearest, own_nearest
from monosashi.hubs.reductions.reduction import Floats
from monosashi.neighbors import Metric, search_keyed


@dataclass(frozen=True, kw_only=True, eq=False)
class CSLS(Keyed):
    """Cross-domain similarity local scaling, as a dissimilarity: ``r_i + r_j - 2 cos_ij``.

    ``r_j`` is the mean cosine of row j to its k nearest among the other rows, or among queries
    given to ``fit`` (as in the paper, where both sides are different sets); it may be negative.

    Attributes
    ----------
    mean_cosines : (n,) float64 array
        r. Copies of one row count as one row.

    References
    ----------
    Conneau, Lample, Ranzato, Denoyer & Jégou (2018), Word translation without parallel data, ICLR.

    Examples
    --------
    >>> x = np.random.default_rng(0).normal(size=(60, 20))
    >>> CSLS.fit(x, k=5).neighbours(k=3).indices.shape
    (60, 3)
    """

    kind = "csls"
    arrays_kept = ("mean_cosines",)
    mean_cosines: Floats = field(repr=False)

    @classmethod
    def fit(
        cls, data: EmbeddingSet | Any, *, k: int = 10, metric: Metric = "cosine",
        queries: EmbeddingSet | Any = None, n_jobs: int | None = None,
    ) -> Self:  # fmt: skip
        """Measure the mean cosine of every row to its k nearest.

        Parameters
        ----------
        data : EmbeddingSet or (n, d) array without zero vectors
        k : int
        metric : "cosine"
        queries : EmbeddingSet or (m, d) array, optional
            Queries like those to come; r_j is then measured against these.
        n_jobs : int, optional

        Raises
        ------
        DataError
            Another metric, ``k`` not below the number of distinct rows, zero vectors.
        """
        if metric != "cosine":
            raise DataError(fault("hubs.errors.csls_metric", metric=metric))
        ground = Ground.of(data, metric)
        if queries is None:
            found = own_nearest(ground, k, n_jobs)
        else:
            found = search_keyed(ground.distinct, ground.queries(queries), k=k, n_jobs=n_jobs)
        means = _mean_cosines(found.distances)
        return cls(ground=ground, k=k, mean_cosines=means[ground.copies.kind])

    def offsets(self) -> Floats:
        """``r_j``, added to squared distances, which are ``2 - 2 cos``."""
        return self.mean_cosines

    def own_terms(self) -> Floats:
        """``r_i``."""
        return self.mean_cosines

    def query_terms(self, rows: FloatArray, *, n_jobs: int | None = None) -> Floats:
        """Mean cosine to the k nearest distinct fitted rows."""
        return _mean_cosines(outside_nearest(self.ground, rows, self.k, n_jobs).distances)

    def values(self, keys: Floats, terms: Floats) -> Floats:
        """``r_i + r_j - 2 cos``."""
        return keys + (terms[:, None] - 2)


def _mean_cosines(distances: Floats) -> Floats:
    return np.asarray(1 - np.square(distances).mean(axis=1) / 2)
