"""How far scaling changes which reals are near to a generated point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from monosashi.embeddings.arrays import FloatArray
from monosashi.fidelity.gicdm.looks import Floats
from monosashi.hubs.reductions import scaled_neighbours

if TYPE_CHECKING:
    from monosashi.fidelity.gicdm.gicdm import GICDM

WIDTH = 5


@dataclass(frozen=True)
class LocalGeometry:
    """Near reals before and after scaling, mean over the generated points.

    Attributes
    ----------
    k : int
    width : int
        How many of the nearest reals, by plain distance, are ranked.
    kept_share : float
        Share of the k nearest reals by plain distance that stay among the k nearest.
    rank_agreement : float or None
        Spearman's correlation of plain and scaled distances over the ``width`` nearest; None with
        fewer than 2.
    """

    k: int
    width: int
    kept_share: float
    rank_agreement: float | None


def measure_local_geometry(
    fitted: GICDM, rows: FloatArray, k: int, *, n_jobs: int | None
) -> LocalGeometry:
    """Lists before and after; the factor of a point itself changes no order."""
    base = fitted.ground.rows
    width = min(WIDTH * k, fitted.n)
    before = scaled_neighbours(rows, base, np.ones(fitted.n), width, n_jobs=n_jobs)
    k = min(k, width)
    after = scaled_neighbours(rows, base, fitted.factors, k, n_jobs=n_jobs)
    pairs = zip(before.indices[:, :k], after.indices, strict=True)
    kept = np.mean([len(np.intersect1d(b, a, assume_unique=True)) / k for b, a in pairs])
    scaled = before.distances * fitted.factors[before.indices]
    agreement = float(_spearman(before.distances, scaled).mean()) if width > 1 else None
    return LocalGeometry(k, width, float(kept), agreement)


def _spearman(a: Floats, b: Floats) -> Floats:
    """Row by row, mid-ranks for ties; rows without any order count 0."""
    from scipy.stats import rankdata

    ranks = [rankdata(side, axis=1) for side in (a, b)]
    x, y = (rank - rank.mean(axis=1, keepdims=True) for rank in ranks)
    product = (x * y).sum(axis=1)
    size = np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
    found: Floats = np.divide(product, size, out=np.zeros_like(product), where=size > 0)
    return found
