"""Points with one factor each, copies held once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.ground import Copies
from monosashi.neighbors.blocks import row_blocks
from monosashi.neighbors.problem import Rows
from monosashi.neighbors.selection import squared_differences

Floats = npt.NDArray[np.float64]
HASHED = 1_024


@dataclass(frozen=True)
class Points:
    """Distinct rows, how often each stands in the data, and its factor.

    The dissimilarity of two points is ``|x - y| (f_x f_y)``: plain Euclidean with factors of 1,
    ``s_ij`` and ``G_ij`` of hubness reduction with fitted ones. Copies count as often as they
    occur, and are equal in every number by construction.

    Attributes
    ----------
    rows : (u, d) array
    kind : (n,) int64 array
        Which distinct row each given row is.
    weights : (u,) int64 array
        Copies of each.
    factors : (u,) float64 array
    """

    rows: FloatArray
    kind: Rows
    weights: Rows
    factors: Floats

    @classmethod
    def of(cls, rows: FloatArray, factors: npt.ArrayLike | None = None) -> Points:
        """Find the copies; copies must have equal factors (that of the first is taken).

        >>> Points.of(np.array([[1.0], [2.0], [1.0]])).weights.tolist()
        [2, 1]
        """
        first, kind = _distinct(rows)
        given = np.ones(len(rows)) if factors is None else np.asarray(factors, np.float64)
        held = rows if len(first) == len(rows) else rows[first]
        weights = np.bincount(kind, minlength=len(first)).astype(np.int64)
        return cls(held, kind, weights, given[first])

    def take(self, rows: slice | Rows) -> Points:
        """Some of the distinct rows, as if each stood for itself."""
        held = self.rows[rows]
        return Points(held, np.arange(len(held)), self.weights[rows], self.factors[rows])

    def standing(self, weights: Floats) -> Points:
        """The same points, each as often as ``weights`` says; those with 0 are gone."""
        there = np.flatnonzero(weights > 0)
        times = weights[there].astype(np.int64)
        kind = np.repeat(np.arange(len(there)), times)
        return Points(self.rows[there], kind, times, self.factors[there])

    @property
    def n(self) -> int:
        """Rows given, copies included."""
        return len(self.kind)

    @property
    def u(self) -> int:
        """Distinct rows."""
        return len(self.rows)

    @property
    def copied(self) -> int:
        """Rows that have at least one exact copy."""
        return int(self.weights[self.weights > 1].sum())

    def full(self, values: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
        """Values of distinct rows, for every row given."""
        return values[self.kind]

    def sums(self, values: npt.NDArray[np.generic]) -> Floats:
        """Values of all rows given, summed over copies."""
        return np.bincount(self.kind, weights=values, minlength=self.u).astype(np.float64)


def _distinct(rows: FloatArray) -> tuple[Rows, Rows]:
    """Where each distinct row stands first, and which one each row is; as ``Copies`` finds them.

    Rows whose hashes differ are no copies; only the others are compared byte by byte.
    """
    everyone = np.arange(len(rows))
    marks = _hashes(rows)
    _, place, counts = np.unique(marks, return_inverse=True, return_counts=True)
    alike = np.flatnonzero(counts[place] > 1)
    if not len(alike):
        return everyone, everyone
    among = Copies.of(rows[alike])
    leader = everyone.copy()
    leader[alike] = alike[among.first[among.kind]]
    first, kind = np.unique(leader, return_inverse=True)
    return first.astype(np.int64), kind.astype(np.int64)


def _hashes(rows: FloatArray) -> npt.NDArray[np.uint64]:
    """A number of 64 bits for every row; equal rows have equal ones (-0 counts as 0)."""
    bits = np.dtype(f"u{rows.dtype.itemsize}")
    odd = np.random.default_rng(0).integers(2**63, size=rows.shape[1], dtype=np.uint64) * 2 + 1
    found = np.empty(len(rows), np.uint64)
    for part in row_blocks(len(rows), HASHED):
        block = np.ascontiguousarray(rows[part] + rows.dtype.type(0)).view(bits)
        mixed = block.astype(np.uint64) * odd
        mixed ^= mixed >> np.uint64(29)
        found[part] = mixed.sum(axis=1, dtype=np.uint64)
    return found


def dissimilarities(left: Points, i: Rows, right: Points, j: Rows, scale: float) -> Floats:
    """``|x_i - y_j| (f_i g_j)`` of each pair, see ``squared_differences``."""
    squares, factor = squared_differences(left.rows, i, right.rows, j, scale)
    plain: Floats = np.sqrt(squares) / factor
    return plain * (left.factors[i] * right.factors[j])
