"""Local scaling: a Gaussian of the distance over the widths of both sides."""

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
class LocalScaling(Keyed):
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
    def fit(
        cls, data: EmbeddingSet | Any, *, k: int = 10, metric: Metric = "euclidean",
        n_jobs: int | None = None,
    ) -> Self:  # fmt: skip
        """Measure the distance of every row to its k-th nearest other.

        Raises
        ------
        DataError
            As ``NICDM.fit``.
        """
        ground = Ground.of(data, metric)
        found = own_nearest(ground, k, n_jobs).distances[:, -1]
        return cls(ground=ground, k=k, widths=found[ground.copies.kind])

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
