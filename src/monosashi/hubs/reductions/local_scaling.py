"""Local scaling: a Gaussian of the distance over the widths of both sides."""

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
class LocalScaling(OfNearest):
    """``1 - exp(-d_ij² / (sigma_i sigma_j))``, sigma the distance to the k-th nearest other.

    Attributes
    ----------
    widths : (n,) float64 array
        sigma. Copies of one row count as one row.

    References
    ----------
    Zelnik-Manor & Perona (2004), Self-tuning spectral clustering, NIPS. Schnitzer et al. (2012),
    JMLR 13.

    Examples
    --------
    >>> x = np.random.default_rng(0).normal(size=(60, 20))
    >>> float(LocalScaling.fit(x, k=5).neighbours(k=3).distances.max()) < 1
    True
    """

    kind = "local-scaling"
    arrays_kept = ("widths",)
    widths: Floats = field(repr=False)

    @classmethod
    def measured(
        cls, ground: Ground, found: Neighbors
    ) -> tuple[Mapping[str, Floats], Mapping[str, float]]:
        """Distance to the k-th nearest other."""
        del ground
        return {"widths": found.distances[:, -1]}, {}

    def weights(self) -> Floats:
        """``sigma_j^(-1/2)``: the order of ``d² / sigma_j``."""
        return 1 / np.sqrt(self.widths)

    def own_terms(self) -> Floats:
        """Sigma."""
        return self.widths

    def query_terms(self, rows: FloatArray, *, n_jobs: int | None = None) -> Floats:
        """Distance to the k-th nearest distinct fitted row."""
        found = outside_nearest(self.ground, rows, self.k, n_jobs)
        fitted = self.widths[self.ground.copies.first]
        return positive(found.distances[:, -1], found.indices[:, 0], fitted)

    def values(self, keys: Floats, terms: Floats) -> Floats:
        """``1 - exp(-key² / sigma_i)``."""
        return -np.expm1(-(keys**2) / terms[:, None])
