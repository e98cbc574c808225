"""Exact distances of chosen pairs, and the k nearest among them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.neighbors.blocks import row_blocks
from monosashi.neighbors.problem import Distances, Lists, Problem, Rows
from monosashi.neighbors.screen import Frame

CHUNK_NUMBERS = 65_536


def squared_differences(
    left: FloatArray, i: Rows, right: FloatArray, j: Rows, scale: float
) -> tuple[Distances, np.float64]:
    """``|left_i - right_j|²`` of each pair times the square of a factor, and that factor.

    In float64, by differences and one sum in fixed order. ``scale``, a power of two, keeps squares
    from overflowing or vanishing; those of float32 rows can do neither, and the factor is 1. A row
    is summed by itself (NumPy's pairwise sum over the last axis), so the bits of a pair depend on
    nothing beside it, and not on which of the two stands left.
    """
    out = np.empty(len(i))
    narrow = left.dtype == right.dtype == np.float32
    factor = np.float64(1.0 if narrow else scale)
    for pairs in row_blocks(len(i), max(1, CHUNK_NUMBERS // left.shape[1])):
        ours, theirs = left[i[pairs]], right[j[pairs]]
        if narrow:
            difference = np.subtract(ours, theirs, dtype=np.float64)
        else:
            difference = ours * factor
            difference -= theirs * factor
        np.square(difference, out=difference)
        out[pairs] = difference.sum(axis=1)
    return out, factor


def pair_distances(problem: Problem, queries: Rows, base: Rows, scale: float) -> Distances:
    """Distance of each pair, in the metric of the problem."""
    out, factor = squared_differences(problem.queries, queries, problem.base, base, scale)
    with np.errstate(over="ignore"):  # beyond the largest float64: refused where the data came in
        if problem.offsets is not None:
            halves = 2 if problem.halved_squares else 1
            return out / (halves * factor * factor) + problem.offsets[base]
        if problem.halved_squares:
            return out / (2 * factor * factor)
        plain: Distances = np.sqrt(out) / factor
        return plain if problem.weights is None else plain * problem.weights[base]


def select(rows: Rows, columns: Rows, distances: Distances, n: int, k: int) -> Lists:
    """The k nearest of each row; equal distances in the order of their columns.

    Every row number below ``n`` must occur at least ``k`` times; one that does not has lost its
    pairs to distances that are no numbers.
    """
    order = np.lexsort((columns, distances, rows))
    counts = np.bincount(rows, minlength=n)
    if (counts < k).any():
        raise DataError(fault("neighbors.errors.no_order", count=int((counts < k).sum())))
    firsts = np.cumsum(counts) - counts
    picked = order[firsts[:, None] + np.arange(k)]
    following = order[firsts + np.minimum(k, counts - 1)]
    tied: npt.NDArray[np.bool_] = (counts > k) & (distances[following] == distances[picked[:, -1]])
    return Lists(columns[picked].astype(np.int64), distances[picked], tied)


def pair_distances_of(
    queries: FloatArray, base: FloatArray, rows: Rows, columns: Rows, frame: Frame | None = None
) -> Distances:
    """Euclidean distance of each pair ``(queries[rows[p]], base[columns[p]])``.

    ``frame`` spares going through both sides for their scale.
    """
    known = Frame.of(queries, base) if frame is None else frame
    problem = Problem(queries, base, 1, np.empty(0, np.int64))
    return pair_distances(problem, rows, columns, known.scale)
