"""Cosines twice: quickly in float32 with a rounding bound, and exactly in float64."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.checks import zero_rows
from monosashi.embeddings.errors import DataError, fault
from monosashi.ranking.copies import first_equal

IntArray = npt.NDArray[np.intp]
Float64Array = npt.NDArray[np.float64]
BLOCK = 4_096


class Directions:
    """Rows of a matrix as directions: lengths are divided out, zero rows are refused.

    Attributes
    ----------
    single : (n, d) float32 unit rows, for the quick product
    """

    def __init__(
        self, vectors: FloatArray, rows: IntArray | None = None, ids: TextArray | None = None
    ) -> None:
        """Take the given rows (default all) of ``vectors``."""
        if empty := zero_rows(vectors):
            names = [] if ids is None else [str(name) for name in ids[empty]]
            raise DataError(fault("embeddings.errors.zero_vectors", empty, names))
        self._vectors = vectors
        self._rows = np.arange(len(vectors)) if rows is None else rows
        self.single = np.empty((len(self._rows), vectors.shape[1]), dtype=np.float32)
        for start in range(0, len(self._rows), BLOCK):
            block = slice(start, start + BLOCK)
            self.single[block] = self._unit(self._rows[block])

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def dimension(self) -> int:
        """Length of a row."""
        return int(self.single.shape[1])

    @cached_property
    def bound(self) -> float:
        """Largest possible error of a float32 cosine of two such rows.

        A dot product of length d errs by at most gamma_d = d u / (1 - d u) times the product of
        the norms, in any order of summation and with or without fused multiply-add (Higham 2002,
        section 3.1); rounding the two unit rows to float32 adds 2 u, their norms a little more.
        """
        unit = float(np.finfo(np.float32).eps) / 2
        steps = (self.dimension + 8) * unit
        return steps / (1 - steps)

    @cached_property
    def first_equal(self) -> IntArray:
        """Position of the first row with exactly the same vector, for every row."""
        return first_equal(self._vectors, self._rows)

    def take(self, positions: IntArray) -> Directions:
        """Only the rows at ``positions``, in that order."""
        return Directions(self._vectors, self._rows[positions])

    def unit(self, positions: Any) -> Float64Array:
        """Rows at ``positions`` as float64 unit rows; the same bits however they are asked for."""
        return self._unit(self._rows[positions])

    def _unit(self, rows: IntArray) -> Float64Array:
        wide = self._vectors[rows].astype(np.float64)
        wide /= np.abs(wide).max(axis=1, keepdims=True)
        wide /= np.sqrt(row_sums(wide * wide))[:, None]
        return wide


def exact_cosines(left: Directions, right: Directions, a: IntArray, b: IntArray) -> Float64Array:
    """Cosines of ``left[a[i]]`` with ``right[b[i]]`` in float64, summed in one fixed order."""
    out = np.empty(len(a))
    for start in range(0, len(a), BLOCK):
        block = slice(start, start + BLOCK)
        out[block] = row_sums(left.unit(a[block]) * right.unit(b[block]))
    return out


def row_sums(values: Float64Array) -> Float64Array:
    """Sum every row pairwise; the order depends on nothing but the row's length."""
    total: Float64Array = np.add.reduce(values, axis=1)
    return total
