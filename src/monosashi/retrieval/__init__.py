"""Retrieval: how well known answers are found, and what that rests on."""

from monosashi.retrieval.comparing import compare_retrieval
from monosashi.retrieval.comparing_lists import compare_lists
from monosashi.retrieval.comparison_result import RetrievalComparison
from monosashi.retrieval.listed import measure_rankings
from monosashi.retrieval.margin_result import Margins
from monosashi.retrieval.margins import measure_margins
from monosashi.retrieval.measure import measure_retrieval
from monosashi.retrieval.query_table import QueryTable, Ranks
from monosashi.retrieval.results import Retrieval, RetrievalMiss
from monosashi.retrieval.switch import Switch

__all__ = [
    "Margins", "QueryTable", "Ranks", "Retrieval", "RetrievalComparison", "RetrievalMiss",
    "Switch", "compare_lists", "compare_retrieval", "measure_margins", "measure_rankings",
    "measure_retrieval",
]  # fmt: skip
