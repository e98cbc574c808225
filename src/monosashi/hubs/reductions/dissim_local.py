"""DisSimLocal: squared distances less those of both sides to the middles of their nearest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.local import outside_nearest
from monosashi.hubs.reductions.of_nearest import OfNearest
from monosashi.hubs.reductions.reduction import Floats
from monosashi.neighbors import Neighbors, Rows, row_blocks

NUMBERS = 1_000_000


@dataclass(frozen=True, kw_only=True, eq=False)
class DisSimLocal(OfNearest):
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
    def measured(
        cls, ground: Ground, found: Neighbors
    ) -> tuple[Mapping[str, Floats], Mapping[str, float]]:
        """``|x_i - c_i|²``."""
        return {"spreads": _spreads(ground.distinct, ground.distinct, found.indices)}, {}

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
