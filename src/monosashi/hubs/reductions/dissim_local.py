"""DisSimLocal: squared distances less those of both sides to the middles of their nearest."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.keyed import Keyed
from monosashi.hubs.reductions.local import outside_nearest, own_nearest
from monosashi.hubs.reductions.reduction import Floats
from monosashi.neighbors import Metric, Rows, row_blocks

NUMBERS = 1_000_000


@dataclass(frozen=True, kw_only=True, eq=False)
class DisSimLocal(Keyed):
    """``d_ij² - |x_i - c_i|² - |x_j - c_j|²``, c the mean of the k nearest others.

    Negative values are usual.

    Attributes
    ----------
    spreads : (n,) float64 array
        ``|x_i - c_i|²``. Copies of one row count as one row.

    References
    ----------
    Hara, Suzuki, Kobayashi, Fukumizu & Radovanović (2016), Flattening the density gradient for
    eliminating spatial centrality to reduce hubness, AAAI.

    Examples
    --------
    >>> x = np.random.default_rng(0).normal(size=(60, 20))
    >>> DisSimLocal.fit(x, k=5).neighbours(k=3).indices.shape
    (60, 3)
    """

    kind = "dissim-local"
    arrays_kept = ("spreads",)
    spreads: Floats = field(repr=False)

    @classmethod
    def fit(
        cls, data: EmbeddingSet | Any, *, k: int = 10, metric: Metric = "euclidean",
        n_jobs: int | None = None,
    ) -> Self:  # fmt: skip
        """Measure every row against the mean of its k nearest others.

        Raises
        ------
        DataError
            As ``NICDM.fit``.
        """
        ground = Ground.of(data, metric)
        found = own_nearest(ground, k, n_jobs)
        spreads = _spreads(ground.distinct, ground.distinct, found.indices)
        return cls(ground=ground, k=k, spreads=spreads[ground.copies.kind])

    def offsets(self) -> Floats:
        """What is taken off the squares."""
        return -self.spreads

    def own_terms(self) -> Floats:
        """What is taken off on the query's side."""
        return self.spreads

    def query_terms(self, rows: FloatArray, *, n_jobs: int | None = None) -> Floats:
        """Against the mean of the k nearest distinct fitted rows."""
        found = outside_nearest(self.ground, rows, self.k, n_jobs)
        return _spreads(rows, self.ground.distinct, found.indices)

    def values(self, keys: Floats, terms: Floats) -> Floats:
        """Both sides taken off."""
        return keys - terms[:, None]


def _spreads(rows: FloatArray, base: FloatArray, nearest: Rows) -> Floats:
    """Squared distance of each row to the mean of its neighbours, through differences."""
    out = np.empty(len(rows))
    for part in row_blocks(len(rows), max(1, NUMBERS // (nearest.shape[1] * rows.shape[1]))):
        apart = base[nearest[part]] - rows[part, None].astype(np.float64)
        out[part] = np.square(apart.mean(axis=1)).sum(axis=1)
    return out
