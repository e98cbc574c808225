"""Candidates of any index, checked, and put in another order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.ground import Ground
from monosashi.neighbors import Neighbors, Rows, pair_distances_of

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Pairs:
    """Candidates of queries with their plain distances.

    Attributes
    ----------
    rows : (m, L) int64 array
        Rows of the fitted set; -1 where there is none.
    distances : (m, L) float64 array
        Euclidean, infinite where there is none.
    queries : (m, d) array or None
    """

    rows: Rows
    distances: Floats
    queries: FloatArray | None


def check_pairs(
    ground: Ground, candidates: npt.ArrayLike, k: int, queries: Any, distances: Any
) -> Pairs:
    """Check candidates and measure them where the index gave no distances."""
    if (queries is None) == (distances is None):
        raise DataError(fault("hubs.errors.rerank_inputs"))
    rows = _candidate_rows(candidates, k, ground.n)
    if queries is None:
        return Pairs(rows, _given_distances(distances, rows), None)
    asked = ground.queries(queries)
    if len(asked) != len(rows):
        raise DataError(fault("hubs.errors.rerank_rows", lists=len(rows), queries=len(asked)))
    return Pairs(rows, measured(asked, ground.rows, rows), asked)


def measured(queries: FloatArray, base: FloatArray, rows: Rows) -> Floats:
    """Distances of the candidates; infinite where there is none."""
    local, place = np.nonzero(rows >= 0)
    out = np.full(rows.shape, np.inf)
    out[local, place] = pair_distances_of(queries, base, local, rows[local, place])
    return out


def order_pairs(pairs: Pairs, keys: Floats, k: int, n: int) -> Neighbors:
    """The k candidates with the smallest keys; equal ones in the order of their rows."""
    keys = np.where(pairs.rows >= 0, keys, np.inf)
    own = np.broadcast_to(np.arange(len(keys))[:, None], keys.shape)
    order = np.lexsort((pairs.rows.ravel(), keys.ravel(), own.ravel())).reshape(keys.shape)
    sorted_keys, sorted_rows = keys.ravel()[order], pairs.rows.ravel()[order]
    following = sorted_keys[:, min(k, keys.shape[1] - 1)]
    tied = (keys.shape[1] > k) & (following == sorted_keys[:, k - 1])
    return Neighbors(sorted_rows[:, :k].copy(), sorted_keys[:, :k].copy(), tied, n)


def _candidate_rows(candidates: npt.ArrayLike, k: int, n: int) -> Rows:
    try:
        rows = np.asarray(candidates)
    except ValueError:  # lists of different lengths
        raise DataError(fault("hubs.errors.rerank_shape", shape="?", dtype="?")) from None
    if rows.ndim != 2 or rows.dtype.kind not in "iu":
        raise DataError(fault("hubs.errors.rerank_shape", shape=rows.shape, dtype=rows.dtype))
    wide = rows.astype(np.int64)
    if faults := _row_faults(wide, k, n):
        raise DataError(*faults)
    return wide


def _row_faults(rows: Rows, k: int, n: int) -> list[Fault]:
    faults = []
    if len(outside := np.flatnonzero(((rows < -1) | (rows >= n)).any(axis=1))):
        faults.append(fault("hubs.errors.rerank_range", outside.tolist(), n=n))
    ordered = np.sort(rows, axis=1)
    twice = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)
    if len(repeated := np.flatnonzero(twice.any(axis=1))):
        faults.append(fault("hubs.errors.lists_repeat", repeated.tolist()))
    if k < 1 or len(few := np.flatnonzero((rows >= 0).sum(axis=1) < k)):
        listed = [] if k < 1 else few.tolist()
        faults.append(fault("hubs.errors.rerank_few", listed, k=k))
    return faults


def _given_distances(distances: Any, rows: Rows) -> Floats:
    table = np.asarray(distances)
    if table.shape != rows.shape or table.dtype.kind not in "fiu":
        raise DataError(fault("hubs.errors.rerank_distances", shape=table.shape,
                              expected=rows.shape))  # fmt: skip
    wide = table.astype(np.float64)
    wrong = (~np.isfinite(wide) | (wide < 0)) & (rows >= 0)
    if len(bad := np.flatnonzero(wrong.any(axis=1))):
        raise DataError(fault("hubs.errors.rerank_negative", bad.tolist()))
    return np.where(rows >= 0, wide, np.inf)
