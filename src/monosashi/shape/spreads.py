"""W~ of every group from group sums, and the pooled spread, whole and without one group."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from monosashi.embeddings import Column, EmbeddingSet
from monosashi.shape.configuration import Array, configure
from monosashi.shape.grouping import Grouping, read_grouping
from monosashi.shape.sums import GroupSums, IntArray, group_sums


@dataclass(frozen=True, eq=False)
class Spreads:
    """Spread within the groups of one set.

    Attributes
    ----------
    grouping : Grouping
    sums : GroupSums
    total : float
        SS_T.
    """

    grouping: Grouping
    sums: GroupSums
    total: float

    @classmethod
    def of(
        cls, data: EmbeddingSet, column: Column, what: str = "groups", *, normalise: bool
    ) -> Spreads:
        """Read the labels and sum the squares."""
        grouping = read_grouping(data, column, what)
        cloud = configure(data, normalise=normalise)
        return cls(grouping, group_sums(cloud, grouping), cloud.ss_total)

    @property
    def sizes(self) -> IntArray:
        """(G,) objects of each group."""
        return self.sums.sizes

    @property
    def plural(self) -> IntArray:
        """Groups with two members or more: all that has a W~."""
        return np.flatnonzero(self.sizes > 1)

    @cached_property
    def w_tilde(self) -> Array:
        """(G,) SSW_g/(n_g - 1); NaN for groups of one object."""
        freedom = self.sizes - 1.0
        nothing = np.full(len(freedom), np.nan)
        values: Array = np.divide(self.sums.within, freedom, out=nothing, where=freedom > 0)
        return values

    @property
    def ms_within(self) -> float:
        """SS_W/(n - G)."""
        return float(self.sums.within.sum() / (self.sizes - 1).sum())

    def ms_within_without(self) -> Array:
        """(G',) the same without each group of two members or more."""
        within, freedom = self.sums.within[self.plural], self.sizes[self.plural] - 1.0
        rest = freedom.sum() - freedom
        left: Array = np.divide(within.sum() - within, rest, where=rest > 0,
                                out=np.full(len(rest), np.nan))  # fmt: skip
        return left
