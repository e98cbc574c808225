"""Pages that stand before each other's translations: their queries are lost or found together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from monosashi.language.layout import IntArray
from monosashi.language.thinned_chances import FloatArray


@dataclass(frozen=True, eq=False)
class Changes:
    """What single pages before a gold change of the language part, for queries with few of them.

    Attributes
    ----------
    queries, targets, pages : (c,) int
        A page before a query's gold in a target language; by target, then query, then page.
    values : (c, len(ks) + 1) float64
        The language part with that page, less what it were if the page stood behind the gold.
    """

    queries: IntArray
    targets: IntArray
    pages: IntArray
    values: FloatArray

    @classmethod
    def none(cls, ks: int) -> Changes:
        """Nothing, at so many k."""
        empty = np.zeros(0, dtype=np.intp)
        return cls(empty, empty, empty, np.zeros((0, ks + 1)))

    @classmethod
    def join(cls, parts: Sequence[Changes]) -> Changes:
        """Put blocks together, in an order that does not depend on them."""
        queries, targets, pages, values = (
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("queries", "targets", "pages", "values")
        )
        order = np.lexsort((pages, queries, targets))
        return cls(queries[order], targets[order], pages[order], values[order])

    def renumber(self, queries: IntArray) -> Changes:
        """The same of queries that have other numbers, ascending."""
        return replace(self, queries=queries[self.queries])

    def mutual_variance(
        self, rows: IntArray, units: IntArray, unit_of_page: IntArray, target: int, place: int
    ) -> float:
        """What pairs of units that stand in each other's way add to the variance of the mean.

        A page near another is as near to it as the other is to it. Both then stand before each
        other's translations, or neither does, and the means of their queries vary together, which
        the spread between units does not show. With e_ij what the pages of unit j change of the
        sum over the queries of unit i, pairs add ``sum over i != j of e_ij e_ji``, over the
        squared number of queries: the covariance that the model of social relations calls dyadic
        reciprocity (Warner, Kenny and Stoto 1979).

        Parameters
        ----------
        rows : (r,) int
            Queries, ascending, whose mean it is.
        units : (n,) int
            Unit of every query.
        unit_of_page : (pages,) int
            Unit of what asks for a page; -1 where nobody does.
        target, place : int
            Target language; column of ``values``.

        Returns
        -------
        float
            Below 0 where what one loses the other rather does not.
        """
        asked = (self.targets == target) & np.isin(self.queries, rows)
        one, other = units[self.queries[asked]], unit_of_page[self.pages[asked]]
        pairs, size = (one != other) & (other >= 0), int(max(units.max(), unit_of_page.max())) + 1
        codes, which = np.unique(one[pairs] * size + other[pairs], return_inverse=True)
        held = self.values[asked, place][pairs]
        sums = np.bincount(which.reshape(-1), weights=held, minlength=len(codes))
        back = codes % size * size + codes // size
        _, there, again = np.intersect1d(codes, back, assume_unique=True, return_indices=True)
        return float((sums[there] * sums[again]).sum()) / len(rows) ** 2
