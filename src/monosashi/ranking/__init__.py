"""Exact ranks of gold documents in one or several pools, and measures of them."""

from monosashi.ranking.columns import Candidates, Lists
from monosashi.ranking.cosine import Directions, exact_cosines
from monosashi.ranking.gold import rank_gold
from monosashi.ranking.metrics import average_precision, hits, reciprocal
from monosashi.ranking.task import TIE, GoldRanks, RankingTask

__all__ = [
    "TIE", "Candidates", "Directions", "GoldRanks", "Lists", "RankingTask", "average_precision",
    "exact_cosines", "hits", "rank_gold", "reciprocal",
]  # fmt: skip
