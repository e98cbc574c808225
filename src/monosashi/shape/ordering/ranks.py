"""Ranks of all pair distances, and how often a pair within a group comes first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from monosashi.shape.configuration import Array
from monosashi.shape.similarity.distances import levels_of
from monosashi.shape.sums import IntArray


@dataclass(frozen=True, eq=False)
class PairRanks:
    """Mid-ranks of the distances of all pairs, as a symmetric table with zeros on its diagonal.

    Attributes
    ----------
    table : (n, n) float64
        Whole or half numbers from 1 to n(n - 1)/2.
    """

    table: Array

    @classmethod
    def of(cls, squares: Array) -> PairRanks:
        """Rank (n, n) squared distances; those within 1e-12 of the largest are equal."""
        n = len(squares)
        i, j = np.triu_indices(n, 1)
        levels = levels_of(squares[i, j], float(squares.max()))
        counts = np.bincount(levels)
        ranks = (np.cumsum(counts) - (counts - 1) / 2)[levels]
        table = np.zeros((n, n))
        table[i, j] = table[j, i] = ranks
        return cls(table)

    @property
    def pairs(self) -> int:
        """Number of pairs."""
        n = len(self.table)
        return n * (n - 1) // 2


@dataclass(frozen=True, eq=False)
class Sides:
    """Pairs within groups against pairs between groups.

    Attributes
    ----------
    ranks : PairRanks
    codes : (n,) group of every object
    """

    ranks: PairRanks
    codes: IntArray

    @cached_property
    def sizes(self) -> IntArray:
        """(G,) objects of each group."""
        return np.bincount(self.codes)

    @cached_property
    def within(self) -> int:
        """Pairs inside groups."""
        return int((self.sizes * (self.sizes - 1) // 2).sum())

    @property
    def between(self) -> int:
        """Pairs of different groups."""
        return self.ranks.pairs - self.within

    def auc(self, within_sum: Array | float) -> Array:
        """P(within < between) + P(equal)/2 from the sum of the ranks of the pairs within."""
        lowest = self.within * (self.within + 1) / 2
        return np.asarray(1 - (within_sum - lowest) / (self.within * self.between))

    @cached_property
    def members(self) -> list[IntArray]:
        """Rows of each group."""
        order = np.argsort(self.codes, kind="stable")
        return np.split(order, np.cumsum(self.sizes)[:-1])

    @cached_property
    def within_sum(self) -> float:
        """Sum of the ranks of the pairs within; exact, since ranks are halves."""
        return sum(float(self.ranks.table[np.ix_(rows, rows)].sum()) for rows in self.members) / 2

    def without_each(self) -> Array:
        """(G,) AUC with one group gone; NaN where no pair of one kind remains.

        Wins of pairs within over pairs between are counted once for all, then those that touch
        the group are taken away: its own pairs within, and the pairs between that it is part of.
        """
        table, n = self.ranks.table, len(self.codes)
        inside = np.concatenate([table[np.ix_(rows, rows)][np.triu_indices(len(rows), 1)]
                                 for rows in self.members])  # fmt: skip
        group = np.repeat(np.arange(len(self.sizes)), self.sizes * (self.sizes - 1) // 2)
        order = np.argsort(inside)  # searches for sorted numbers stay in the cache
        inside, group = inside[order], group[order]
        i, j = np.triu_indices(n, 1)
        beaten = self.between - _ahead(np.sort(table[i, j]), inside) + _ahead(inside, inside)
        values = np.full(len(self.sizes), np.nan)
        for code, rows in enumerate(self.members):
            others = self.codes != code
            touching = np.sort(table[np.ix_(rows, others)].ravel())
            rest = group != code
            left = float((beaten[rest] - len(touching) + _ahead(touching, inside[rest])).sum())
            pairs = int(rest.sum()) * (self.between - len(touching))
            values[code] = left / pairs if pairs else np.nan
        return values


def _ahead(ordered: Array, values: Array) -> Array:
    """How many of sorted numbers are below each value, equal ones by half."""
    below = np.searchsorted(ordered, values, side="left")
    upto = np.searchsorted(ordered, values, side="right")
    ahead: Array = (below + upto) / 2
    return ahead
