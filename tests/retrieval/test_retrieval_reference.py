"""``measure_retrieval`` against a plain reference over small random cases."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import monosashi as ms
from monosashi.retrieval import measure_margins, measure_retrieval

KS = (1, 2, 5)


@st.composite
def problems(draw):
    """Vectors on a small grid, so that ties are common; chunks, own documents, graded gold."""
    coordinate = st.integers(-2, 2)
    row = st.tuples(coordinate, coordinate, coordinate).filter(any)
    rows = draw(st.lists(row, min_size=3, max_size=9))
    queries = draw(st.lists(row, min_size=1, max_size=5))
    owners = draw(st.lists(st.integers(0, 4), min_size=len(rows), max_size=len(rows)))
    documents = sorted(set(owners))
    own = draw(st.lists(st.sampled_from([*documents, 99]), min_size=len(queries),
                        max_size=len(queries)))  # fmt: skip
    gold = {}
    for i, mine in enumerate(own):
        allowed = [d for d in documents if d != mine]
        chosen = draw(st.lists(st.sampled_from([*allowed, 77]), max_size=3, unique=True))
        gold[f"q{i}"] = {f"d{d}": draw(st.integers(0, 3)) for d in chosen}
    return rows, owners, queries, own, gold


def score(query, row):
    """A fraction that orders cosines with one query exactly (sign(dot) dot² / |row|²)."""
    dot, square = sum(x * y for x, y in zip(query, row, strict=True)), sum(x * x for x in row)
    return math.copysign(dot * dot, dot) / square


def reference(rows, owners, queries, own, gold, *, favour):
    """Mean of every metric, the order of documents written out."""
    found = []
    for i, query in enumerate(queries):
        golds = {d: g for d, g in gold[f"q{i}"].items() if g > 0}
        if not golds:
            continue
        best = {}
        for owner, row in zip(owners, rows, strict=True):
            name = f"d{owner}"
            if owner != own[i]:
                best[name] = max(best.get(name, -math.inf), round(score(query, row), 9))
        sign = -1 if favour else 1
        order = sorted(best, key=lambda d, best=best, golds=golds:
                       (-best[d], sign * (d in golds), sign * golds.get(d, 0)))  # fmt: skip
        found.append(textbook(order, golds))
    return {name: np.mean([one[name] for one in found]) for name in found[0]} if found else None


def textbook(order, golds):
    ranks = [i for i, name in enumerate(order, 1) if name in golds]
    ideal = sorted(golds.values(), reverse=True)
    named = {f"recall@{k}": sum(r <= k for r in ranks) / len(golds) for k in KS}
    named |= {f"hits@{k}": float(any(r <= k for r in ranks)) for k in KS}
    gain = sum(golds[order[r - 1]] / math.log2(r + 1) for r in ranks if r <= 3)
    named["ndcg@3"] = gain / sum(g / math.log2(i + 2) for i, g in enumerate(ideal[:3]))
    named["mrr"] = 1 / ranks[0] if ranks else 0.0
    named["map"] = sum((i + 1) / r for i, r in enumerate(ranks)) / len(golds)
    return named


def sets(problem):
    rows, owners, queries, own, gold = problem
    documents = ms.EmbeddingSet.from_arrays(
        np.array(rows, float), ids=[f"row{i}" for i in range(len(rows))],
        columns={"page": [f"d{o}" for o in owners], "key": [f"k{o}" for o in owners]},
    )  # fmt: skip
    asked = ms.EmbeddingSet.from_arrays(
        np.array(queries, float), ids=[f"q{i}" for i in range(len(queries))],
        columns={"key": [f"k{o}" for o in own]},
    )  # fmt: skip
    return asked, documents, gold


@settings(max_examples=150, deadline=None)
@given(problems())
def test_reference(problem):
    lost, won = (reference(*problem, favour=way) for way in (False, True))
    asked, documents, gold = sets(problem)
    options = {"gold": {q: row for q, row in gold.items() if row} or {"q0": {"d77": 0}},
               "document": "page", "exclude": ("key",)}  # fmt: skip
    findable = any(g > 0 and d != "d77" for row in gold.values() for d, g in row.items())
    if not findable:
        with pytest.raises(ms.DataError, match=r"names no relevant|is in the collection"):
            measure_retrieval(asked, documents, **options)
        return
    found = measure_retrieval(asked, documents, ks=KS, ndcg_ks=(3,), **options)
    assert {n: e.value for n, e in found.metrics.items()} == pytest.approx(lost, abs=1e-12)
    assert found.optimistic == pytest.approx(won, abs=1e-12)
    for estimate in found.metrics.values():
        assert estimate.low <= estimate.value + 1e-12
        assert estimate.high >= estimate.value - 1e-12


@settings(max_examples=60, deadline=None)
@given(problems())
def test_margin_is_positive_exactly_when_a_gold_is_first_alone(problem):
    asked, documents, gold = sets(problem)
    gold = {q: row for q, row in gold.items() if row}
    try:
        found = measure_margins(asked, documents, gold=gold, document="page", exclude=("key",))
    except ms.DataError:
        return
    alone = found.rank.pessimistic == 1
    tied = found.rank.pessimistic != found.rank.optimistic
    assert np.array_equal(found.normalised > 0, alone)
    assert np.array_equal(found.normalised == 0, tied & (found.rank.optimistic == 1))
    assert np.abs(found.normalised).max() <= 1
