"""Metrics of graded golds: by hand, and bracketing every order of tied documents."""

import math
from itertools import pairwise, permutations

import numpy as np
import pytest

from monosashi.ranking import GradedMetrics, golds_in_list, place_golds


def metrics(documents, scores, grades, *, favour, absent=()):
    """All metrics of one query, through the list and the placing."""
    golds = [name for name in (*documents, *absent) if grades.get(name, 0) > 0]
    level, above, ties = golds_in_list(documents, scores, golds)
    grade = np.array([grades[name] for name in golds], dtype=float)
    query = np.zeros(len(golds), dtype=int)
    found = GradedMetrics(place_golds(query, level, above, ties, grade, favour=favour), 1)
    named = {f"recall@{k}": found.recall(k) for k in (1, 2, 3, 5)}
    named |= {f"hits@{k}": found.hits(k) for k in (1, 2)}
    named |= {f"ndcg@{k}": found.ndcg(k) for k in (1, 3, 10)}
    named |= {"mrr": found.reciprocal_rank(), "map": found.average_precision()}
    return {name: float(value[0]) for name, value in named.items()}


def textbook(order, grades):
    """The definitions, for one order without ties."""
    total = sum(grade > 0 for grade in grades.values())
    ranks = [i for i, name in enumerate(order, 1) if grades.get(name, 0) > 0]
    ideal = sorted((grade for grade in grades.values() if grade > 0), reverse=True)
    named = {f"recall@{k}": sum(rank <= k for rank in ranks) / total for k in (1, 2, 3, 5)}
    named |= {f"hits@{k}": float(any(rank <= k for rank in ranks)) for k in (1, 2)}
    for k in (1, 3, 10):
        gain = sum(grades[order[r - 1]] / math.log2(r + 1) for r in ranks if r <= k)
        named[f"ndcg@{k}"] = gain / sum(g / math.log2(i + 2) for i, g in enumerate(ideal[:k]))
    named["mrr"] = 1 / ranks[0] if ranks else 0.0
    named["map"] = sum((i + 1) / rank for i, rank in enumerate(ranks)) / total
    return named


def test_by_hand():
    found = metrics(["x", "a", "y", "b"], None, {"a": 1, "b": 2, "c": 1}, favour=False,
                    absent=("c",))  # fmt: skip
    assert found["recall@2"] == pytest.approx(1 / 3)
    assert found["mrr"] == 0.5
    assert found["map"] == pytest.approx((1 / 2 + 2 / 4) / 3)
    ideal = 2 + 1 / math.log2(3) + 0.5
    assert found["ndcg@10"] == pytest.approx((1 / math.log2(3) + 2 / math.log2(5)) / ideal)


@pytest.mark.parametrize("seed", range(12))
def test_the_two_ends_are_the_extremes_of_all_orders(seed):
    """Enumerate every order of the tied documents: no order is worse, none is better."""
    rng = np.random.default_rng(seed)
    names = list("abcdef")
    scores = np.sort(rng.integers(0, 3, 6))[::-1].astype(float)
    grades = dict(zip(names, rng.integers(0, 4, 6).tolist(), strict=True)) | {"z": 1}
    orders = [[names[i] for i in order] for order in permutations(range(6))
              if all(scores[a] >= scores[b] for a, b in pairwise(order))]  # fmt: skip
    every = [textbook(order, grades) for order in orders]
    worst, best = (metrics(names, scores, grades, favour=way, absent=("z",))
                   for way in (False, True))  # fmt: skip
    for name in worst:
        values = [one[name] for one in every]
        assert worst[name] == pytest.approx(min(values), abs=1e-12), name
        assert best[name] == pytest.approx(max(values), abs=1e-12), name


def test_case_b064_all_scores_tied():
    """Three documents with one score: no name decides, and recall@1 is not 1."""
    for gold in "abc":
        lost, won = (metrics(["a", "b", "c"], [1, 1, 1], {gold: 1}, favour=way)
                     for way in (False, True))  # fmt: skip
        assert (lost["recall@1"], lost["mrr"]) == (0.0, pytest.approx(1 / 3))
        assert (won["recall@1"], won["mrr"]) == (1.0, 1.0)


def test_near_ties_of_golds_do_not_count_one_wrong_document_twice():
    """Golds within 1e-9 of each other share what ties with either."""
    score = np.array([0.5, 0.5 - 8e-10])
    places = place_golds(np.zeros(2, int), score, np.array([0, 1]), np.array([1, 0]),
                         np.ones(2), favour=False)  # fmt: skip
    assert places.rank.tolist() == [2.0, 3.0]


def test_not_found_is_rank_infinity():
    places = place_golds(np.array([0, 0, 1]), np.array([np.nan, 0.3, np.nan]), np.zeros(3, int),
                         np.zeros(3, int), np.ones(3), favour=False)  # fmt: skip
    assert places.rank.tolist() == [1.0, np.inf, np.inf]
    assert places.pair.tolist() == [1, 0, 2]
    found = GradedMetrics(places, 2)
    assert found.reciprocal_rank().tolist() == [1.0, 0.0]
    assert found.average_precision().tolist() == [0.5, 0.0]
