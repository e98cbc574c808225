"""Second and fourth moments of a cloud, from one pass, and without one object at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault, unit_rows
from monosashi.neighbors.blocks import row_blocks
from monosashi.shape.configuration import BLOCK, ROUNDING, Array, row_squares


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Sums over the n rows of a cloud; m is the smaller of n and d.

    Attributes
    ----------
    n : int
    mean : (d,)
    centred : (m, m)
        X'X (or XX', when n < d) of the centred rows.
    plain : (m, m)
        The same of the rows as they are.
    squares : (n,) squared distance of each row to the mean
    """

    n: int
    mean: Array
    centred: Array
    plain: Array
    squares: Array

    @property
    def trace(self) -> float:
        """Trace of X'X, which is (n - 1) tr S; exactly 0 for identical rows."""
        return float(self.squares.sum())

    @cached_property
    def squared(self) -> float:
        """Trace of (X'X)²."""
        return float((self.centred**2).sum())

    def participation(self) -> float:
        """(tr S)² over the unbiased tr Σ²; infinite where that is not above 0."""
        return float(_participation(self.n, np.array(self.trace), np.array(self.squared),
                                    np.array(float((self.squares**2).sum()))))  # fmt: skip

    def without_each(self, data: EmbeddingSet, *, normalise: bool) -> Array:
        """(n,) the same without one object; NaN where it is not above 0.

        Without row x the others move by t = x/(n - 1) about their new mean, and X'X loses
        n/(n - 1) x x'; all sums follow in O(d²) an object, or O(n) from the Gram matrix.
        """
        n, q = self.n, self.squares
        quadratic, cubic = self._forms(data, normalise=normalise)
        factor = n / (n - 1)
        trace = self.trace - factor * q
        squared = self.squared - 2 * factor * quadratic + (factor * q) ** 2
        t2 = q / (n - 1) ** 2
        fourth = (q**2).sum() + 4 * cubic / (n - 1) + 4 * quadratic / (n - 1) ** 2
        fourth += 2 * t2 * self.trace + n * t2**2 - (q * factor**2) ** 2
        left = _participation(n - 1, trace, squared, fourth)
        return np.where(np.isfinite(left), left, np.nan)

    def _forms(self, data: EmbeddingSet, *, normalise: bool) -> tuple[Array, Array]:
        """(n,) x'X'X x, and sum over y of ||y||² x'y."""
        if len(self.centred) == self.n and self.n < data.dimension:
            return row_squares(self.centred), self.centred @ self.squares
        quadratic, cubic = np.empty(self.n), np.empty(self.n)
        blocks = row_blocks(self.n, BLOCK)
        weighted = np.zeros(data.dimension)
        for block, part in zip(blocks, _rows(data, self.mean, normalise=normalise), strict=True):
            weighted += self.squares[block] @ part
        for block, part in zip(blocks, _rows(data, self.mean, normalise=normalise), strict=True):
            quadratic[block] = np.einsum("ij,ij->i", part @ self.centred, part)
            cubic[block] = part @ weighted
        return quadratic, cubic


def _participation(n: int, trace: Array, squared: Array, fourth: Array) -> Array:
    """Himeno and Yamada's unbiased tr Σ² below (tr S)², from sums instead of means."""
    s, s2, q = trace / (n - 1), squared / (n - 1) ** 2, fourth / (n - 1)
    unbiased = (n - 1) / (n * (n - 2) * (n - 3)) * ((n - 1) * (n - 2) * s2 + s**2 - n * q)
    ratio: Array = np.divide(s**2, unbiased, out=np.full(np.shape(unbiased), np.inf),
                             where=unbiased > 0)  # fmt: skip
    return ratio


def _rows(data: EmbeddingSet, shift: Array, *, normalise: bool) -> Iterator[Array]:
    """Blocks of rows in float64, minus ``shift``."""
    for block in row_blocks(data.n, BLOCK):
        wide = np.asarray(data.vectors[block], dtype=np.float64)
        yield (unit_rows(wide) if normalise else wide) - shift


def scanned(data: EmbeddingSet, *, normalise: bool) -> Spectrum:
    """Two passes over the rows: the mean, then the sums about it."""
    if normalise and (rows := data.zero_rows):
        raise DataError(fault("embeddings.errors.zero_vectors", rows, list(data.ids[rows])))
    zero = np.zeros(data.dimension)
    origin = next(_rows(data.take([0]), zero, normalise=normalise))[0]
    about = sum(part.sum(axis=0) for part in _rows(data, origin, normalise=normalise))
    mean: Array = origin + about / data.n
    squares = np.concatenate([row_squares(part) for part in _rows(data, mean, normalise=normalise)])
    largest = float(squares.max()) + float(mean @ mean)
    if squares.sum() <= data.n * ROUNDING * largest:
        squares = np.zeros_like(squares)
    if data.n < data.dimension:
        small = np.concatenate(list(_rows(data, mean, normalise=normalise)))
        whole = small + mean
        return Spectrum(data.n, mean, small @ small.T, whole @ whole.T, squares)
    centred = sum(part.T @ part for part in _rows(data, mean, normalise=normalise))
    plain = np.asarray(centred) + data.n * np.outer(mean, mean)
    return Spectrum(data.n, mean, np.asarray(centred), plain, squares)


def spectral_entropy(gram: Array, *, root: bool = False) -> float:
    """Exponential of the entropy of eigenvalues as shares; with ``root`` of their square roots."""
    held = np.maximum(np.linalg.eigvalsh(gram), 0.0)
    held[held <= len(held) * np.finfo(np.float64).eps * held.max()] = 0.0
    held = np.sqrt(held) if root else held
    shares = held[held > 0] / held.sum()
    return float(np.exp(-(shares * np.log(shares)).sum()))
