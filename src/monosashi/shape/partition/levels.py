"""Partial R² of rearranged residuals where a factor has very many levels.

The model is taken apart into the levels of its largest factor, whose projection is a sum of squared
group sums over their sizes, and the few directions that the other terms add to it. A term with most
of the directions is what those few leave. No product runs over all directions of the model.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from monosashi.shape.configuration import Array
from monosashi.shape.partition.design import independent
from monosashi.shape.partition.fit import Fit, squares
from monosashi.shape.partition.rearranged import read_table
from monosashi.shape.permuting import FLAT, Columns
from monosashi.shape.sums import IntArray, sum_rows

MANY = 64


@dataclass(frozen=True, eq=False)
class Aim:
    """What one test looks at.

    Attributes
    ----------
    columns : slice
        Which columns of the matrix hold the rows it permutes.
    looks : (C, k)
        Directions on cells: those of the term, or (``inside`` False) all others of the model.
    inside : bool
    length : float
        Sum of squares of the permuted rows.
    """

    columns: slice
    looks: Array
    inside: bool
    length: float


@dataclass(frozen=True, eq=False)
class ManyLevels(Columns):
    """The rows that each test permutes, with the model taken apart.

    Attributes
    ----------
    counts : (C,) rows of each cell
    level_of : (C,) level of the largest factor of each cell
    others : (C, k)
        Directions that the other terms add to those levels.
    aims : tuple of Aim
    """

    counts: Array
    level_of: IntArray
    others: Array
    aims: tuple[Aim, ...]

    @classmethod
    def of(cls, fit: Fit, directions: list[Array], *, raw: bool) -> ManyLevels:
        """Bring everything on the scale of the cloud's root mean square."""
        added, aims = aims_of(fit, directions, raw=raw)
        every, cell_of = slice(0, fit.n), fit.cells.cell_of
        rows = [fit.residuals(every) + fit.along(cell_of, through) for through in added]
        level_of, others = apart(fit)
        return cls(np.concatenate(rows, axis=1) / fit.scale, (read_table,), fit.cells.counts,
                   level_of, others, aims)  # fmt: skip

    def values(self, members: IntArray, units: IntArray, *, single: bool = False) -> Array:
        """(P, k) partial R² for rows listed cell by cell."""
        return self.shares(super().values(members, units, single=single)[:, 0], single=single)

    def shares(self, table: Iterable[Array], *, single: bool) -> Array:
        """(P, k) from P times (C, c) sums over cells."""
        return np.array([[self._share(sums[:, aim.columns], aim, FLAT[single])
                          for aim in self.aims] for sums in table])  # fmt: skip

    def _share(self, sums: Array, aim: Aim, flat: float) -> float:
        """From (C, c) sums over cells; infinite where rounding leaves nothing to divide by."""
        sizes = np.bincount(self.level_of, self.counts)
        levels = sum_rows(sums, self.level_of, len(sizes))
        weighted = sums / np.sqrt(self.counts)[:, None]
        seen = float((np.einsum("ij,ij->i", levels, levels) / sizes).sum())
        seen += squares(self.others.T @ weighted)
        looked = squares(aim.looks.T @ weighted)
        explained = looked if aim.inside else max(seen - looked, 0.0)
        below = explained + max(aim.length - seen, 0.0)
        return np.inf if below <= flat * aim.length else explained / below


def has_many_levels(fit: Fit) -> bool:
    """Whether the model has so many directions that taking it apart pays."""
    return fit.design.rank > MANY and any(term.codes is not None for term in fit.terms)


def aims_of(
    fit: Fit, directions: list[Array], *, raw: bool
) -> tuple[tuple[Array, ...], tuple[Aim, ...]]:
    """What is added to the residuals for the tests, along the basis, and what each looks at."""
    added: list[Array] = []
    aims: list[Aim] = []
    for own in directions:
        if not (raw and added):
            added.append(fit.effects if raw else own @ (own.T @ fit.effects))
        place = len(added) - 1
        columns = slice(fit.width * place, fit.width * (place + 1))
        inside = 2 * own.shape[1] <= fit.design.rank
        looks = own if inside else np.linalg.qr(own, mode="complete")[0][:, own.shape[1] :]
        length = (fit.ss_residual + squares(added[-1])) / fit.scale**2
        aims.append(Aim(columns, fit.design.basis @ looks, inside, length))
    return tuple(added), tuple(aims)


def apart(fit: Fit) -> tuple[IntArray, Array]:
    """Levels of the term with most of them, on cells, and what the other terms add."""
    codes = {i: np.unique(term.codes[fit.cells.firsts], return_inverse=True)[1]
             for i, term in enumerate(fit.terms) if term.codes is not None}  # fmt: skip
    most = max(codes, key=lambda i: int(codes[i].max()))
    level_of = codes[most]
    counts = fit.cells.counts
    sizes, root = np.bincount(level_of, counts), np.sqrt(counts)[:, None]
    places = [held for i, held in enumerate(fit.design.places[1:]) if i != most]
    if not places:
        return level_of, np.zeros((len(counts), 0))
    left = fit.design.basis @ np.concatenate(places, axis=1)
    for _ in range(2):  # once more takes away what rounding left
        means = sum_rows(root * left, level_of, len(sizes)) / sizes[:, None]
        left = left - root * means[level_of]
    return level_of, independent(left)
