"""Second and fourth moments of a cloud, from one pass, and without one object at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault, unit_rows
from monosashi.neighbors.blocks import row_blocks
from monosashi.shape.configuration import BLOCK, ROUNDING, Array, row_squares
from monosashi.shape.magnitude import scale_of


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

    def most_directions(self, dimension: int) -> int:
        """What no count can exceed: the rank of a cloud that lies flat, else the dimension.

        n objects span n - 1 directions at most, which says nothing of those behind them.
        """
        rank = int((_eigenvalues(self.centred) > 0).sum())
        return rank if rank < self.n - 1 else dimension

    def without_each(self, source: Source) -> Array:
        """(n,) the same without one object; NaN where it is not above 0.

        Without row x the others move by t = x/(n - 1) about their new mean, and X'X loses
        n/(n - 1) x x'; all sums follow in O(d²) an object, or O(n) from the Gram matrix.
        """
        n, q = self.n, self.squares
        quadratic, cubic = self._forms(source)
        factor = n / (n - 1)
        trace = self.trace - factor * q
        squared = self.squared - 2 * factor * quadratic + (factor * q) ** 2
        t2 = q / (n - 1) ** 2
        fourth = (q**2).sum() + 4 * cubic / (n - 1) + 4 * quadratic / (n - 1) ** 2
        fourth += 2 * t2 * self.trace + n * t2**2 - (q * factor**2) ** 2
        left = _participation(n - 1, trace, squared, fourth)
        return np.where(np.isfinite(left), left, np.nan)

    def _forms(self, source: Source) -> tuple[Array, Array]:
        """(n,) x'X'X x, and sum over y of ||y||² x'y."""
        if len(self.centred) == self.n and self.n < source.data.dimension:
            return row_squares(self.centred), self.centred @ self.squares
        quadratic, cubic = np.empty(self.n), np.empty(self.n)
        blocks = row_blocks(self.n, BLOCK)
        weighted = np.zeros(source.data.dimension)
        for block, part in zip(blocks, source.blocks(self.mean), strict=True):
            weighted += self.squares[block] @ part
        for block, part in zip(blocks, source.blocks(self.mean), strict=True):
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


@dataclass(frozen=True, eq=False)
class Source:
    """Where rows come from, in float64: of length 1, or over a power of two.

    Counts of directions do not depend on a unit, so one is chosen in which squares neither
    overflow nor vanish.
    """

    data: EmbeddingSet
    unit: float | None

    @classmethod
    def of(cls, data: EmbeddingSet, *, normalise: bool) -> Source:
        """Refuse zeros, or find the unit."""
        if not normalise:
            return cls(data, max(scale_of(np.asarray(data.vectors[block], dtype=np.float64))
                                 for block in row_blocks(data.n, BLOCK)))  # fmt: skip
        if rows := data.zero_rows:
            raise DataError(fault("embeddings.errors.zero_vectors", rows, list(data.ids[rows])))
        return cls(data, None)

    def rows(self, which: Any) -> Array:
        """Some rows."""
        wide = np.asarray(self.data.vectors[which], dtype=np.float64)
        return np.asarray(unit_rows(wide) if self.unit is None else wide / self.unit)

    def blocks(self, shift: Array) -> Iterator[Array]:
        """All rows minus ``shift``."""
        return (self.rows(block) - shift for block in row_blocks(self.data.n, BLOCK))


def scanned(source: Source) -> Spectrum:
    """Two passes over the rows: the mean, then the sums about it."""
    data = source.data
    origin = source.rows(slice(0, 1))[0]
    about = sum(part.sum(axis=0) for part in source.blocks(origin))
    mean: Array = origin + about / data.n
    squares = np.concatenate([row_squares(part) for part in source.blocks(mean)])
    largest = float(squares.max()) + float(mean @ mean)
    if squares.sum() <= data.n * ROUNDING * largest:
        squares = np.zeros_like(squares)
    if data.n < data.dimension:
        small = np.concatenate(list(source.blocks(mean)))
        whole = small + mean
        return Spectrum(data.n, mean, small @ small.T, whole @ whole.T, squares)
    centred = sum(part.T @ part for part in source.blocks(mean))
    plain = np.asarray(centred) + data.n * np.outer(mean, mean)
    return Spectrum(data.n, mean, np.asarray(centred), plain, squares)


def spectral_entropy(gram: Array, *, root: bool = False) -> float:
    """Exponential of the entropy of eigenvalues as shares; with ``root`` of their square roots."""
    held = np.sqrt(_eigenvalues(gram)) if root else _eigenvalues(gram)
    shares = held[held > 0] / held.sum()
    return float(np.exp(-(shares * np.log(shares)).sum()))


def _eigenvalues(gram: Array) -> Array:
    """Those of a Gram matrix; what is rounding only is 0."""
    held: Array = np.maximum(np.linalg.eigvalsh(gram), 0.0)
    held[held <= len(held) * np.finfo(np.float64).eps * held.max()] = 0.0
    return held
