"""Blocks of mutual proximities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.neighbors import Rows, map_blocks, row_blocks

Floats = npt.NDArray[np.float64]
BLOCK_NUMBERS = 2_000_000


@dataclass(frozen=True)
class Moments:
    """Mean and standard deviation of the distances of rows to all fitted rows."""

    means: Floats
    deviations: Floats

    def part(self, rows: slice) -> Moments:
        """Those of some rows."""
        return Moments(self.means[rows], self.deviations[rows])


def distance_rows(rows: FloatArray, base: FloatArray) -> Floats:
    """Distances, each pair by itself in float64: the same bits whatever stands beside it."""
    from scipy.spatial.distance import cdist

    return np.asarray(cdist(np.asarray(rows, np.float64), np.asarray(base, np.float64)))


def moments(
    rows: FloatArray, base: FloatArray, ids: TextArray | None, *, own: bool,
    n_jobs: int | None = None,
) -> Moments:  # fmt: skip
    """Moments of each row; with ``own``, row i of both sides is the same and is left out."""
    others = len(base) - int(own)

    def solve(part: slice) -> tuple[Floats, Floats]:
        distances = distance_rows(rows[part], base)
        mean = distances.sum(axis=1) / others
        apart = distances - mean[:, None]
        if own:  # its distance to itself is no distance
            local = np.arange(len(apart))
            apart[local, local + part.start] = 0
        return mean, np.sqrt(np.square(apart).sum(axis=1) / others)

    blocks = row_blocks(len(rows), max(1, BLOCK_NUMBERS // len(base)))
    parts = map_blocks(solve, blocks, n_jobs)
    means = np.concatenate([mean for mean, _ in parts])
    deviations = np.concatenate([deviation for _, deviation in parts])
    if len(flat := np.flatnonzero(deviations == 0)):
        named = [str(row) for row in flat] if ids is None else list(ids[flat])
        raise DataError(fault("hubs.errors.mutual_flat", flat.tolist(), named))
    return Moments(means, deviations)


def gaussian_block(distances: Floats, rows: Moments, base: Moments) -> Floats:
    """``1 - (1 - F_i(d)) (1 - F_j(d))`` with normal distribution functions."""
    from scipy.special import ndtr

    ours = ndtr((distances - rows.means[:, None]) / rows.deviations[:, None])
    theirs = ndtr((distances - base.means) / base.deviations)
    return np.asarray(ours + theirs - ours * theirs)  # keeps the digits of near pairs


def empirical_block(distances: Floats, table: Floats, hidden: Rows) -> Floats:
    """``1 - #{l: d_il > d_ij and d_jl > d_ij} / n``, one row i at a time."""
    n = len(table)
    out = np.empty_like(distances)
    for place, (mine, own) in enumerate(zip(distances, hidden, strict=True)):
        limit = mine[:, None]
        both = (mine > limit) & (table > limit)
        if own >= 0:
            both[:, own] = False
        out[place] = 1 - both.sum(axis=1) / n
    return out
