"""Exact ranks of gold documents in one or several pools, and measures of them."""

from monosashi.ranking.columns import Candidates, Lists
from monosashi.ranking.cosine import Directions, exact_cosines
from monosashi.ranking.fusion import reciprocal_rank_fusion
from monosashi.ranking.gold import rank_gold
from monosashi.ranking.graded import GradedMetrics
from monosashi.ranking.judged import Judged, JudgedTask, rank_judged
from monosashi.ranking.listed import golds_in_list
from monosashi.ranking.metrics import average_precision, hits, reciprocal
from monosashi.ranking.placing import GoldPlaces, place_golds
from monosashi.ranking.task import TIE, GoldRanks, RankingTask

__all__ = [
    "TIE", "Candidates", "Directions", "GoldPlaces", "GoldRanks", "GradedMetrics", "Judged",
    "JudgedTask", "Lists", "RankingTask", "average_precision", "exact_cosines", "golds_in_list",
    "hits", "place_golds", "rank_gold", "rank_judged", "reciprocal",
    "reciprocal_rank_fusion",
]  # fmt: skip
