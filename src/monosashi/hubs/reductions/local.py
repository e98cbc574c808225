"""How near the nearest are: of the fitted rows, and of outside rows."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.ground import Ground
from monosashi.neighbors import Neighbors, Rows, check_k, search_keyed

Floats = npt.NDArray[np.float64]


def own_nearest(ground: Ground, k: int, n_jobs: int | None = None) -> Neighbors:
    """The k nearest other distinct rows of each distinct row.

    Copies count once: an item with k copies would have no distance to anybody.
    """
    check_k(k, ground.n, others=ground.n - 1)
    rows = ground.distinct
    if len(rows) <= k:
        raise DataError(fault("hubs.errors.few_distinct", k=k, distinct=len(rows), n=ground.n))
    return search_keyed(rows, rows, k=k, exclude=np.arange(len(rows)), n_jobs=n_jobs)


def outside_nearest(
    ground: Ground, rows: FloatArray, k: int, n_jobs: int | None = None
) -> Neighbors:
    """The k nearest distinct rows of outside rows."""
    return search_keyed(rows, ground.distinct, k=k, n_jobs=n_jobs)


def positive(found: Floats, nearest: Rows, fitted: Floats) -> Floats:
    """Widths of outside rows; a copy of a fitted row without a width takes the width of that."""
    return np.where(found > 0, found, fitted[nearest])
