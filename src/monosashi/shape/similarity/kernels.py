"""Linear CKA from sums over objects.

For centred X and Y the centred alignment is ||X'Y||² / (||X'X|| ||Y'Y||) (Frobenius norms). Its
numerator and denominators are biased for few objects in many dimensions (unrelated clouds then
look alike); the debiased form uses the unbiased estimator of HSIC (Song et al. 2012; Kornblith et
al. 2019 for the index).
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.shape.configuration import Array, row_squares
from monosashi.shape.similarity.between_groups import LEAST_GROUPS, RowsOf, between_groups
from monosashi.shape.similarity.neighbours import Ints
from monosashi.shape.similarity.rows import Rows


@dataclass(frozen=True, eq=False)
class Moments:
    """Sums over objects (x, y) with k = ||x||² and l = ||y||²; all of them add up.

    Attributes
    ----------
    n : objects
    product : (p, q) sum of x y'
    x, y : (p,), (q,) sums
    xl, yk : (p,), (q,) sums of l x and of k y
    k, l, kl : sums
    """

    n: float
    product: Array
    x: Array
    y: Array
    xl: Array
    yk: Array
    k: float
    l: float  # noqa: E741 - as in the formula
    kl: float

    @classmethod
    def of(cls, x: Array, y: Array) -> Moments:
        """Sum over the rows of two matrices."""
        k, l = row_squares(x), row_squares(y)  # noqa: E741 - as in the formula
        return cls(float(len(x)), x.T @ y, x.sum(axis=0), y.sum(axis=0), l @ x, k @ y,
                   float(k.sum()), float(l.sum()), float(k @ l))  # fmt: skip

    def joined(self, other: Moments) -> Moments:
        """Sums of both."""
        return Moments(*(getattr(self, f.name) + getattr(other, f.name)
                         for f in fields(self)))  # fmt: skip

    def centred(self) -> float:
        """||X'Y||² of centred rows."""
        rest = self.product - np.outer(self.x, self.y) / self.n
        return float((rest * rest).sum())

    def unbiased(self) -> float:
        """Unbiased HSIC of the two linear kernels, times n (n - 3); needs n >= 4."""
        n = self.n
        trace = float((self.product**2).sum()) - self.kl
        sums = (float(self.x @ self.x) - self.k) * (float(self.y @ self.y) - self.l)
        crossed = (float(self.x @ self.product @ self.y) - float(self.x @ self.xl)
                   - float(self.y @ self.yk) + self.kl)  # fmt: skip
        return trace + sums / ((n - 1) * (n - 2)) - 2 * crossed / (n - 2)


@dataclass(frozen=True, eq=False)
class Kernels:
    """Moments of two spaces with each other and with themselves."""

    ab: Moments
    aa: Moments
    bb: Moments

    @classmethod
    def of(cls, a: Array, b: Array) -> Kernels:
        """From the rows of the same objects."""
        return cls(Moments.of(a, b), Moments.of(a, a), Moments.of(b, b))

    def joined(self, other: Kernels) -> Kernels:
        """Add the objects of another."""
        return Kernels(*(mine.joined(theirs) for mine, theirs in (
            (self.ab, other.ab), (self.aa, other.aa), (self.bb, other.bb))))  # fmt: skip

    def alignment(self) -> float:
        """CKA; NaN where a space does not vary."""
        return _ratio(self.ab.centred(), self.aa.centred(), self.bb.centred())

    def debiased(self) -> float:
        """CKA from unbiased HSIC; NaN below 4 objects or where a space shows no variation."""
        if self.ab.n < 4:
            return float("nan")
        return _ratio(self.ab.unbiased(), self.aa.unbiased(), self.bb.unbiased())


def _ratio(top: float, first: float, second: float) -> float:
    if first <= 0 or second <= 0:
        return float("nan")
    return top / float(np.sqrt(first) * np.sqrt(second))


@dataclass(frozen=True, eq=False)
class Alignments:
    """CKA of all objects as it is and from unbiased HSIC; between groups, whole and without each.

    ``between`` is None without groups, or with too few.
    """

    plain: float
    debiased: float
    between: tuple[float, Array] | None


def alignments(a: EmbeddingSet, b: EmbeddingSet, metric: str, codes: Ints | None) -> Alignments:
    """Align two spaces of the same objects by linear kernels."""
    first, second = Rows.of(a, metric), Rows.of(b, metric)
    if max(a.dimension, b.dimension) > a.n:
        x, y = (_turned(np.concatenate(list(rows)), a.n) for rows in (first, second))
        return _aligned(Kernels.of(x, y), codes, lambda rows: (x[rows], y[rows]))
    whole: Kernels | None = None
    for x, y in zip(first, second, strict=True):
        part = Kernels.of(x, y)
        whole = part if whole is None else whole.joined(part)
    assert whole is not None  # noqa: S101 - a set has rows
    return _aligned(whole, codes, lambda rows: (first.take(rows), second.take(rows)))


def _turned(rows: Array, n: int) -> Array:
    """Fewer objects than dimensions: the same products in n dimensions."""
    if rows.shape[1] <= n:
        return rows
    return np.asarray(np.linalg.qr(rows.T, mode="r"), dtype=np.float64).T


def _aligned(whole: Kernels, codes: Ints | None, rows: RowsOf) -> Alignments:
    between = None
    if codes is not None and int(codes.max()) + 1 >= LEAST_GROUPS:
        order = np.argsort(codes, kind="stable")
        between = between_groups(np.split(order, np.cumsum(np.bincount(codes))[:-1]), rows)
    return Alignments(whole.alignment(), whole.debiased(), between)
