"""What is to be ranked, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.ranking.columns import Lists
from monosashi.ranking.cosine import Float64Array, IntArray

TIE = 1e-9


@dataclass(frozen=True, eq=False)
class RankingTask:
    """Who looks for what among whom; the vectors come apart, so that repairs share it.

    Attributes
    ----------
    own_pool : (n,) int
        Label of the pool each query comes from (its language).
    gold : (n, p) int
        The right document in every pool, -1 where there is none.
    hidden : Lists
        Documents a query never sees: itself.
    equals : Lists
        Documents that do not compete with a gold one: the other golds, and copies of any.
    """

    own_pool: IntArray
    gold: IntArray
    hidden: Lists
    equals: Lists

    @property
    def n(self) -> int:
        """Number of queries."""
        return len(self.gold)

    def take(self, rows: IntArray) -> RankingTask:
        """Only the given queries, in that order."""
        return RankingTask(self.own_pool[rows], self.gold[rows], self.hidden.take(rows),
                           self.equals.take(rows))  # fmt: skip


@dataclass(frozen=True, eq=False)
class GoldRanks:
    """How many documents stand before the gold one, for every query and pool of the gold.

    Attributes
    ----------
    score : (n, p) float64
        Cosine with the gold document (its best chunk); NaN where there is none.
    above_mixed, above_pool : (n, p) int
        Competitors with a higher cosine, among all pools and in the gold one's pool.
    ties_mixed, ties_pool : (n, p) int
        Competitors within 1e-9 of the gold one's cosine.
    top : (n, k) int
        The k nearest documents of the mixed pool, golds included, in order of number; -1 pads.
    top_own : (n, k) int
        The same among the query's own pool.
    nearest : (n,) int and nearest_score : (n,) float64
        The nearest competitor in the query's own pool; -1 and NaN where there is none.
    """

    score: Float64Array
    above_mixed: IntArray
    above_pool: IntArray
    ties_mixed: IntArray
    ties_pool: IntArray
    top: IntArray
    top_own: IntArray
    nearest: IntArray
    nearest_score: Float64Array

    @classmethod
    def blank(cls, n: int, pools: int, k: int) -> GoldRanks:
        """Room for the answers."""

        def zeros() -> IntArray:
            return np.zeros((n, pools), dtype=np.intp)

        return cls(
            score=np.full((n, pools), np.nan),
            above_mixed=zeros(),
            above_pool=zeros(),
            ties_mixed=zeros(),
            ties_pool=zeros(),
            top=np.full((n, k), -1, dtype=np.intp),
            top_own=np.full((n, k), -1, dtype=np.intp),
            nearest=np.full(n, -1, dtype=np.intp),
            nearest_score=np.full(n, np.nan),
        )

    def ranks(self, pool: str, ties: str = "pessimistic") -> npt.NDArray[np.float64]:
        """(n, p) ranks from 1 in ``"mixed"`` or in the gold one's own ``"pool"``.

        ``ties`` places the gold document after ("pessimistic"), before ("optimistic") or in the
        middle ("mid") of what ties with it. NaN where there is no gold document.
        """
        above = self.above_mixed if pool == "mixed" else self.above_pool
        tied = self.ties_mixed if pool == "mixed" else self.ties_pool
        share = {"pessimistic": 1.0, "optimistic": 0.0, "mid": 0.5}[ties]
        return np.where(np.isnan(self.score), np.nan, 1.0 + above + share * tied)
