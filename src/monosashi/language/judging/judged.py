"""What scores come to, query by query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from monosashi.language.judging.question import Question
from monosashi.language.layout import BoolArray, IntArray

Float64Array = npt.NDArray[np.float64]
Ties = Literal["pessimistic", "optimistic", "mid"]
SHARE = {"pessimistic": 1.0, "optimistic": 0.0, "mid": 0.5}


@dataclass(frozen=True, eq=False)
class Judged:
    """Where the best gold of every language stands, and how the whole list looks.

    Attributes
    ----------
    above_mixed, above_pool : (n, L) int
        Competitors above the best gold of a language: in the mixed pool, from which the golds of
        other languages are taken out, and among that language's documents alone.
    ties_mixed, ties_pool : (n, L) int
        Competitors within 1e-9 of it.
    state : (n, L) int
        0 no gold in that language, 1 found, 2 never listed.
    precision, optimistic_precision : (n,) float64
        Average precision over all golds of all languages, ties against or for them; NaN without
        a gold.
    own_share : (n,) float64
        Share of the first 10 that is in the query's own language; what ties at the end of the 10
        counts in proportion. NaN where nothing is listed.
    tied_ends : (n,) bool
        Whether the first 10 end in a tie.
    neutral_share : (n,) float64
        That share if language played no part: of the documents a query sees.
    own_pool, units : (n,) int
        Of the question.
    """

    above_mixed: IntArray
    ties_mixed: IntArray
    above_pool: IntArray
    ties_pool: IntArray
    state: IntArray
    precision: Float64Array
    optimistic_precision: Float64Array
    own_share: Float64Array
    tied_ends: BoolArray
    neutral_share: Float64Array
    own_pool: IntArray
    units: IntArray

    @classmethod
    def blank(cls, question: Question) -> Judged:
        """Room for the answers."""
        n = question.n

        def counts() -> IntArray:
            return np.zeros((n, question.n_languages), dtype=np.intp)

        def means() -> Float64Array:
            return np.full(n, np.nan)

        return cls(counts(), counts(), counts(), counts(), counts(), means(), means(), means(),
                   np.zeros(n, dtype=bool), question.neutral_shares(), question.own_pool,
                   question.units)  # fmt: skip

    @property
    def n(self) -> int:
        """Number of queries."""
        return len(self.own_pool)

    def ranks(self, pool: Literal["mixed", "pool"], ties: Ties = "pessimistic") -> Float64Array:
        """(n, L) rank of the best gold of every language, from 1.

        In the ``"mixed"`` pool or in that language's own ``"pool"``; NaN where a query has no
        gold in that language, infinite where its golds are never listed.
        """
        above = self.above_mixed if pool == "mixed" else self.above_pool
        tied = self.ties_mixed if pool == "mixed" else self.ties_pool
        ranks = 1.0 + above + SHARE[ties] * tied
        return np.where(self.state == 0, np.nan, np.where(self.state == 2, np.inf, ranks))

    def own_ranks(self, ties: Ties = "pessimistic") -> Float64Array:
        """(n,) mixed rank of the best gold in the query's own language; NaN without one."""
        return self.ranks("mixed", ties)[np.arange(self.n), self.own_pool]

    def cross_ranks(self, ties: Ties = "pessimistic") -> Float64Array:
        """(n,) mixed rank of the best gold in another language; NaN without one.

        With more than two languages each is ranked on its own and the lowest rank counts.
        """
        ranks = self.ranks("mixed", ties)
        ranks[np.arange(self.n), self.own_pool] = np.nan
        lowest = np.where(np.isnan(ranks), np.inf, ranks).min(axis=1)
        return np.where(np.isnan(ranks).all(axis=1), np.nan, lowest)

    def take(self, queries: IntArray | BoolArray) -> Judged:
        """Only the given queries."""
        return Judged(*(values[queries] for values in vars(self).values()))


def share_at_1(ranks: Float64Array) -> Float64Array:
    """1.0 at rank 1, 0.0 below it, NaN where there is no rank."""
    return np.where(np.isnan(ranks), np.nan, (ranks <= 1).astype(np.float64))
