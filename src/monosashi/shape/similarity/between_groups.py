"""Linear CKA from pairs of objects of different groups, so that groups stand for a population.

The unbiased HSIC takes objects for independent draws. Members of a group are not: their products
are high in both spaces, and unrelated spaces of the same groups then look alike. Here no two
indices of a product fall into one group, so that each term is unbiased for groups drawn at random;
with groups of one object it is the HSIC of Song et al. (2012).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields

import numpy as np

from monosashi.shape.configuration import Array
from monosashi.shape.similarity.neighbours import Ints

LEAST_GROUPS = 5  # four for a term of four groups, and one to leave out


RowsOf = Callable[[Ints], tuple[Array, Array]]


@dataclass(frozen=True, eq=False)
class GroupMoments:
    """Sums over groups h, of X_h = sum of x, Y_h = sum of y, P_h = sum of x y'; all add up.

    Attributes
    ----------
    product, crossed : (p, q) sums of P_h and of X_h Y_h'
    x, y : (p,), (q,) sums of X_h and Y_h
    xl, yk : (p,), (q,) sums of |Y_h|² X_h and |X_h|² Y_h
    py, px : (p,), (q,) sums of P_h Y_h and P_h' X_h
    k, l, kl, pp, xpy : sums of |X_h|², |Y_h|², |X_h|² |Y_h|², |P_h|² and X_h' P_h Y_h
    """

    product: Array
    crossed: Array
    x: Array
    y: Array
    xl: Array
    yk: Array
    py: Array
    px: Array
    k: float
    l: float  # noqa: E741 - as in the formula
    kl: float
    pp: float
    xpy: float

    @classmethod
    def of(cls, x: Array, y: Array) -> GroupMoments:
        """One group, from its rows in both spaces."""
        product, a, b = x.T @ y, x.sum(axis=0), y.sum(axis=0)
        k, l, py = float(a @ a), float(b @ b), product @ b  # noqa: E741
        return cls(product, np.outer(a, b), a, b, l * a, k * b, py, a @ product, k, l, k * l,
                   float(np.vdot(product, product)), float(a @ py))  # fmt: skip

    def joined(self, other: GroupMoments, sign: float = 1.0) -> GroupMoments:
        """Sums of both, or with ``sign`` -1 without the other."""
        return GroupMoments(*(getattr(self, f.name) + sign * getattr(other, f.name)
                              for f in fields(self)))  # fmt: skip

    def terms(self) -> Array:
        """Sums of k_ij l_ij, k_ij l_iq and k_ij l_qr over objects of different groups."""
        x, y, product, crossed = self.x, self.y, self.product, self.crossed
        pairs = float(np.vdot(product, product)) - self.pp
        triples = (float(x @ product @ y) - float(x @ self.py) - float(self.px @ y)
                   + 2 * self.xpy - float(np.vdot(product, crossed)))  # fmt: skip
        same = (float(x @ crossed @ y) - float(x @ self.xl) - float(self.yk @ y)
                + self.kl)  # fmt: skip
        rest = float(np.vdot(crossed, crossed)) - self.kl
        fours = (float(x @ x) - self.k) * (float(y @ y) - self.l) - 4 * same + 2 * rest
        return np.array([pairs, triples, fours])


@dataclass(frozen=True, eq=False)
class BetweenGroups:
    """Moments of two spaces with each other, with themselves, and of a column of ones."""

    ab: GroupMoments
    aa: GroupMoments
    bb: GroupMoments
    ones: GroupMoments

    @classmethod
    def of(cls, a: Array, b: Array) -> BetweenGroups:
        """One group, from its rows in both spaces."""
        one = np.ones((len(a), 1))
        return cls(GroupMoments.of(a, b), GroupMoments.of(a, a), GroupMoments.of(b, b),
                   GroupMoments.of(one, one))  # fmt: skip

    def joined(self, other: BetweenGroups, sign: float = 1.0) -> BetweenGroups:
        """Add (or take away) the groups of another."""
        return BetweenGroups(*(getattr(self, f.name).joined(getattr(other, f.name), sign)
                               for f in fields(self)))  # fmt: skip

    def alignment(self) -> float:
        """CKA of four groups or more; NaN where a space shows no variation between groups."""
        weights = np.array([1.0, -2.0, 1.0]) / self.ones.terms()
        top, first, second = (float(weights @ held.terms()) for held in (self.ab, self.aa, self.bb))
        if first <= 0 or second <= 0:
            return float("nan")
        return top / float(np.sqrt(first) * np.sqrt(second))


def between_groups(groups: Sequence[Ints], rows: RowsOf) -> tuple[float, Array]:
    """CKA between groups, and (G,) without each; two passes over the groups, none is held."""
    whole: BetweenGroups | None = None
    for part in _parts(groups, rows):
        whole = part if whole is None else whole.joined(part)
    assert whole is not None  # noqa: S101 - there are five groups or more
    left = [whole.joined(part, -1.0).alignment() for part in _parts(groups, rows)]
    return whole.alignment(), np.array(left)


def _parts(groups: Sequence[Ints], rows: RowsOf) -> Iterator[BetweenGroups]:
    return (BetweenGroups.of(*rows(members)) for members in groups)
