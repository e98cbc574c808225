"""NICDM: distances over the mean distances of both sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.local import outside_nearest, positive
from monosashi.hubs.reductions.of_nearest import OfNearest
from monosashi.hubs.reductions.reduction import Floats
from monosashi.neighbors import Neighbors


@dataclass(frozen=True, kw_only=True, eq=False)
class NICDM(OfNearest):
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
    def measured(
        cls, ground: Ground, found: Neighbors
    ) -> tuple[Mapping[str, Floats], Mapping[str, float]]:
        """Mean distance to the k nearest others, and the geometric mean of these."""
        del ground
        r = found.distances.mean(axis=1)
        return {"mean_distances": r}, {"middle": float(np.exp(np.log(r).mean()))}

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
