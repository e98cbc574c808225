"""NICDM: distances over the mean distances of both sides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.keyed import Keyed
from monosashi.hubs.reductions.local import outside_nearest, own_nearest, positive
from monosashi.hubs.reductions.reduction import Floats
from monosashi.neighbors import Metric


@dataclass(frozen=True, kw_only=True, eq=False)
class NICDM(Keyed):
    r"""Non-iterative contextual dissimilarity: ``d_ij g / sqrt(r_i r_j)``.

    ``r_i`` is the mean distance of row i to its k nearest others, g the geometric mean of r. It is
    one step of ``ICDM`` with exponent 1/2.

    Attributes
    ----------
    mean_distances : (n,) float64 array
        r. Copies of one row count as one row.
    middle : float
        g.

    References
    ----------
    Jégou, Harzallah & Schmid (2007), A contextual dissimilarity measure for accurate and efficient
    image search, CVPR. Schnitzer, Flexer, Schedl & Widmer (2012), JMLR 13.

    Examples
    --------
    >>> x = np.random.default_rng(0).normal(size=(60, 20))
    >>> NICDM.fit(x, k=5).neighbours(k=3).indices.shape
    (60, 3)
    """

    kind = "nicdm"
    numbers_kept = ("middle",)
    arrays_kept = ("mean_distances",)
    mean_distances: Floats = field(repr=False)
    middle: float

    @classmethod
    def fit(
        cls, data: EmbeddingSet | Any, *, k: int = 10, metric: Metric = "euclidean",
        n_jobs: int | None = None,
    ) -> Self:  # fmt: skip
        """Measure the k nearest distances of every row.

        Raises
        ------
        DataError
            An unknown metric, ``k`` not below the number of distinct rows, zero vectors with
            cosine.
        """
        ground = Ground.of(data, metric)
        found = own_nearest(ground, k, n_jobs).distances.mean(axis=1)
        middle = float(np.exp(np.log(found).mean()))
        return cls(ground=ground, k=k, mean_distances=found[ground.copies.kind], middle=middle)

    def weights(self) -> Floats:
        """``sqrt(g / r_j)``."""
        return np.sqrt(self.middle / self.mean_distances)

    def own_terms(self) -> Floats:
        """As fitted rows, so as queries."""
        return self.weights()

    def query_terms(self, rows: FloatArray, *, n_jobs: int | None = None) -> Floats:
        """``sqrt(g / r)`` from the k nearest distinct fitted rows."""
        found = outside_nearest(self.ground, rows, self.k, n_jobs)
        fitted = self.mean_distances[self.ground.copies.first]
        r = positive(found.distances.mean(axis=1), found.indices[:, 0], fitted)
        return np.sqrt(self.middle / r)

    def values(self, keys: Floats, terms: Floats) -> Floats:
        """Both factors."""
        return keys * terms[:, None]
