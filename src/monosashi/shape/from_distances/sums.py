"""Sums of squared distances between groups: all that decomposition and jackknife need."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.shape.configuration import Array
from monosashi.shape.decomposition import Numbers, Parts, value_or_nan
from monosashi.shape.exchange import Exchange
from monosashi.shape.sums import IntArray, sum_rows

LOST = 1e-12


def sum_table(squares: Array, codes: IntArray, size: int) -> Array:
    """(size, size) sums of d² over the objects of two classes; every pair counts in both orders."""
    half = sum_rows(squares, codes, size)
    return sum_rows(np.ascontiguousarray(half.T), codes, size).T


def unit_table(squares: Array, exchange: Exchange) -> Array:
    """(m, m) the same for units that move as a whole; d² itself where each object moves alone."""
    if len(exchange.codes) == len(squares):
        return squares
    return sum_table(squares, exchange.unit_of, len(exchange.codes))


@dataclass(frozen=True, eq=False)
class PairSums:
    """Sums over pairs of objects, group by group.

    Attributes
    ----------
    sizes : (G,) objects
    table : (G, G) sums of d², every pair in both orders
    """

    sizes: Array
    table: Array

    @property
    def within(self) -> Array:
        """(G,) SSW_g = (1/n_g) sum of d² over pairs of members."""
        return np.asarray(np.diagonal(self.table) / (2 * self.sizes), dtype=np.float64)

    @property
    def total(self) -> float:
        """SS_T = (1/n) sum of d² over all pairs."""
        return float(self.table.sum() / (2 * self.sizes.sum()))

    def parts(self) -> Parts:
        """What the statistics of all groups are made of."""
        return Parts.of(self.sizes.sum(), len(self.sizes), self.total, self.within.sum(),
                        (self.sizes**2).sum())  # fmt: skip

    def take(self, groups: IntArray) -> PairSums:
        """Keep some groups."""
        return PairSums(self.sizes[groups], self.table[np.ix_(groups, groups)])

    def leave_one_out(self, statistic: str) -> Numbers:
        """(G,) values without each group; NaN where one is undefined. O(G²) for all."""
        sizes, table = self.sizes, self.table
        n = sizes.sum() - sizes
        rest = table.sum() - 2 * table.sum(axis=1) + np.diagonal(table)
        total = rest / (2 * n)
        total[total <= LOST * self.total] = 0.0
        within = np.maximum(self.within.sum() - self.within, 0.0)
        parts = Parts.of(n, len(sizes) - 1, total, within, (sizes**2).sum() - sizes**2)
        return np.where(parts.n > parts.groups, value_or_nan(statistic, parts), np.nan)
