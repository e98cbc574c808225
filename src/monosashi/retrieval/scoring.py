"""From places of gold documents to a score a query and metric, both ways of the ties."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from monosashi.ranking import GoldPlaces, GradedMetrics, place_golds
from monosashi.ranking.cosine import Float64Array, IntArray
from monosashi.retrieval.judgement import Judgement
from monosashi.retrieval.options import Settings
from monosashi.retrieval.query_table import Ranks

Scores = dict[str, Float64Array]


@dataclass(frozen=True, eq=False)
class Scored:
    """Scores of all judged queries; what is missing or absent counts as not found.

    Attributes
    ----------
    scores, optimistic : mapping of metric to (n,) float64
    ranks : Ranks
    first : (n,) int
        The relevant pair (of the judgement) that comes first, ties against it; -1 for none.
    """

    scores: Scores
    optimistic: Scores
    ranks: Ranks
    first: IntArray


def score_golds(
    judgement: Judgement,
    score: Float64Array,
    above: IntArray,
    ties: IntArray,
    settings: Settings,
) -> Scored:
    """Place every relevant pair of the judgement and score its queries.

    ``score``, ``above`` and ``ties`` have one entry a relevant pair; NaN scores were not found.
    """
    query, _, grade = judgement.pairs
    against, favour = (place_golds(query, score, above, ties, grade, favour=way)
                       for way in (False, True))  # fmt: skip
    worst, best = (GradedMetrics(places, judgement.n) for places in (against, favour))
    ranks = Ranks(_or_nan(worst.first_rank()), _or_nan(best.first_rank()))
    return Scored(all_metrics(worst, settings), all_metrics(best, settings), ranks,
                  _first_pair(against, judgement.n))  # fmt: skip


def all_metrics(found: GradedMetrics, settings: Settings) -> Scores:
    """Every metric by its name."""
    families: tuple[tuple[str, Callable[[int], Float64Array], tuple[int, ...]], ...] = (
        ("recall", found.recall, settings.ks),
        ("hits", found.hits, settings.ks),
        ("ndcg", found.ndcg, settings.ndcg_ks),
    )
    named = {f"{name}@{k}": metric(k) for name, metric, at in families for k in at}
    return {**named, "mrr": found.reciprocal_rank(), "map": found.average_precision()}


def _or_nan(ranks: Float64Array) -> Float64Array:
    return np.where(np.isinf(ranks), np.nan, ranks)


def _first_pair(places: GoldPlaces, n: int) -> IntArray:
    first = np.full(n, -1, dtype=np.intp)
    queries, at = np.unique(places.query, return_index=True)
    found = np.isfinite(places.rank[at])
    first[queries[found]] = places.pair[at[found]]
    return first
