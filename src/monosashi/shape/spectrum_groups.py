"""Number of directions from pairs of objects of different groups, and without each group.

Members of a group resemble each other, so a pair of them is no pair of independent objects. With
M_g the mean of x x' in group g, m_g its mean, M, N and S the sums of M_g, m_g m_g' and m_g, the
unbiased tr Σ² is T1 - 2 T2 + T3: means of (x'y)², (x'y)(x'z) and (x'y)(z'w) over objects of two,
three and four different groups, each group weighing alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.shape.configuration import Array, row_squares
from monosashi.shape.grouping import Grouping
from monosashi.shape.spectrum import Source, Spectrum

LEAST = 4
OF_ROWS = ("square", "with_m", "with_n", "far", "own_quadratic", "crossed")


@dataclass(frozen=True, eq=False)
class GroupForms:
    """(G,) numbers of each group; matrices are those above.

    Attributes
    ----------
    length : mean ||x||²
    own : ||m_g||²
    rest : m_g'(S - m_g)
    square, with_m, with_n : <M_g, M_g>, <M_g, M>, <M_g, N>
    far, own_quadratic, crossed : of M_g: between S - m_g twice, m_g twice, m_g and S - m_g
    m_quadratic, n_quadratic : m_g'M m_g, m_g'N m_g
    v, p : m_g'V and m_g'P for V the sum of M_h(S - m_h), P that of m_h (m_h'(S - m_h))
    whole_m, whole_mn, whole_n : <M, M>, <M, N>, <N, N>
    """

    length: Array
    own: Array
    rest: Array
    square: Array
    with_m: Array
    with_n: Array
    far: Array
    own_quadratic: Array
    crossed: Array
    m_quadratic: Array
    n_quadratic: Array
    v: Array
    p: Array
    whole_m: float
    whole_mn: float
    whole_n: float

    def participation(self) -> float:
        """(tr Σ)² over tr Σ²; NaN where the latter is not above 0."""
        two = self.whole_m - self.square.sum()
        three = self.far.sum() - self.whole_mn + self.own_quadratic.sum()
        four = _four(self.rest.sum(), (self.rest**2).sum(), self.whole_n - (self.own**2).sum())
        return float(_ratio(len(self.own), self.length.sum(), self.rest.sum(), (two, three, four)))

    def without_each(self) -> Array:
        """(G,) the same without each group."""
        two = self.whole_m - self.square.sum() - 2 * (self.with_m - self.square)
        three = (self.far.sum() - self.far - 2 * (self.v - self.crossed)
                 + 2 * self.m_quadratic - self.own_quadratic - self.whole_mn + self.with_n
                 + self.own_quadratic.sum() - 2 * self.own_quadratic)  # fmt: skip
        lost = self.n_quadratic - self.own**2
        rests = (self.rest**2).sum() - self.rest**2 - 2 * (self.p - self.rest * self.own) + lost
        across = self.rest.sum() - 2 * self.rest
        four = _four(across, rests, self.whole_n - (self.own**2).sum() - 2 * lost)
        return _ratio(len(self.own) - 1, self.length.sum() - self.length, across,
                      (two, three, four))  # fmt: skip


def _four(across: Array, rests: Array, squares: Array) -> Array:
    """Sum of (m_g'm_h)(m_i'm_j) over four different groups."""
    four: Array = across**2 - 4 * rests + 2 * squares
    return four


def _ratio(groups: int, length: Array, across: Array, sums: tuple[Array, Array, Array]) -> Array:
    """From ``sums`` over two, three and four different groups; ``across`` is that of m_g'm_h."""
    pairs = groups * (groups - 1.0)
    threes = pairs * (groups - 2)
    two, three, four = sums
    unbiased = np.asarray(two / pairs - 2 * three / threes + four / (threes * (groups - 3)))
    trace = length / groups - across / pairs
    ratio: Array = np.divide(trace**2, unbiased, out=np.full(unbiased.shape, np.nan),
                             where=unbiased > 0)  # fmt: skip
    return ratio


def group_forms(spectrum: Spectrum, source: Source, grouping: Grouping) -> GroupForms:
    """Two passes over the rows, group by group: the matrices, then the forms of each group."""
    members = _members(grouping)
    held = _held(spectrum, source)
    means = np.array([_rows(held, source, spectrum, rows).mean(axis=0) for rows in members])
    whole, width = means.sum(axis=0), means.shape[1]
    m = np.zeros((width, width))
    for rows in members:
        x = _rows(held, source, spectrum, rows)
        m += x.T @ x / len(x)
    n = means.T @ means
    rest = means @ whole - row_squares(means)
    forms = np.array([_forms(_rows(held, source, spectrum, rows), mean, whole, m, n)
                      for rows, mean in zip(members, means, strict=True)])  # fmt: skip
    v = m @ whole - np.sum([_own(held, source, spectrum, rows, mean) for rows, mean in
                            zip(members, means, strict=True)], axis=0)  # fmt: skip
    return GroupForms(
        length=forms[:, 0], own=row_squares(means), rest=rest,
        **dict(zip(OF_ROWS, forms[:, 1:].T, strict=True)),
        m_quadratic=np.einsum("ij,ij->i", means @ m, means),
        n_quadratic=np.einsum("ij,ij->i", means @ n, means), v=means @ v,
        p=means @ (rest @ means), whole_m=float((m * m).sum()), whole_mn=float((m * n).sum()),
        whole_n=float((n * n).sum()))  # fmt: skip


def _members(grouping: Grouping) -> list[Array]:
    order = np.argsort(grouping.codes, kind="stable")
    return np.split(order, np.cumsum(grouping.sizes)[:-1])


def _held(spectrum: Spectrum, source: Source) -> Array | None:
    """Fewer objects than dimensions: the same distances in as many dimensions as objects."""
    if spectrum.n >= source.data.dimension:
        return None
    rows = np.concatenate(list(source.blocks(spectrum.mean)))
    return np.asarray(np.linalg.qr(rows.T, mode="r"), dtype=np.float64).T


def _rows(held: Array | None, source: Source, spectrum: Spectrum, rows: Array) -> Array:
    return source.rows(rows) - spectrum.mean if held is None else held[rows]


def _own(held: Array | None, source: Source, spectrum: Spectrum, rows: Array, mean: Array) -> Array:
    """M_g m_g."""
    x = _rows(held, source, spectrum, rows)
    return np.asarray(x.T @ (x @ mean) / len(x))


def _forms(x: Array, mean: Array, whole: Array, m: Array, n: Array) -> list[float]:
    """``length, square, with_m, with_n, far, own_quadratic, crossed`` of one group."""
    own, far = x @ mean, x @ (whole - mean)
    gram = x @ x.T if len(x) < x.shape[1] else x.T @ x
    return [float(row_squares(x).mean()), float((gram**2).sum()) / len(x) ** 2,
            float(np.einsum("ij,ij->", x @ m, x)) / len(x),
            float(np.einsum("ij,ij->", x @ n, x)) / len(x),
            float((far**2).mean()), float((own**2).mean()), float((own * far).mean())]  # fmt: skip
