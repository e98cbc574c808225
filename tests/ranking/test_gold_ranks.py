"""Ranks of gold documents against a plain float64 double loop."""

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.ranking import (
    TIE,
    Candidates,
    Directions,
    Lists,
    RankingTask,
    average_precision,
    rank_gold,
)


def make_problem(seed, *, documents=(23, 31), chunks=1, dimension=5, near=False):
    """Queries from both pools, random golds in each; some documents hidden, some equal."""
    rng = np.random.default_rng(seed)
    n = sum(documents)
    lengths = np.ones(n, dtype=int) if chunks == 1 else rng.integers(1, chunks + 1, n)
    rows = rng.normal(size=(lengths.sum(), dimension))
    if near:  # differences far below the resolution of float32, some exact ties
        rows = np.ones((lengths.sum(), dimension)) + 1e-8 * rng.integers(0, 4, rows.shape)
    rows = rows.astype(np.float64 if near else np.float32)
    queries = rng.normal(size=(40, dimension)).astype(np.float32)
    pools = np.concatenate([[0], np.cumsum(documents)])
    gold = np.stack([rng.integers(pools[c], pools[c + 1], 40) for c in (0, 1)], axis=1)
    gold[rng.random(gold.shape) < 0.2] = -1
    own = np.sort(rng.integers(0, 2, 40))
    hidden = [np.setdiff1d(rng.integers(0, n, 3), row) for row in gold]
    equals = [np.concatenate([row[row >= 0], rng.integers(0, n, 2)]) for row in gold]
    task = RankingTask(own, gold, lists(hidden), lists(equals))
    starts = np.cumsum(lengths) - lengths
    return Directions(queries), Candidates(Directions(rows), starts, pools), task


def lists(members):
    queries = np.repeat(np.arange(len(members)), [len(part) for part in members])
    return Lists.from_pairs(len(members), queries, np.concatenate(members))


def members(held, i):
    return held.documents[held.starts[i] : held.starts[i + 1]]


def brute(queries, candidates, task, k):
    """(above_mixed, above_pool, ties_mixed, ties_pool, tops, own tops) query by query."""
    a = queries.unit(np.arange(len(queries)))
    b = candidates.rows.unit(np.arange(len(candidates.rows)))
    cosines = np.array([[(x * y).sum() for y in b] for x in a])
    scores = np.maximum.reduceat(cosines, candidates.starts, axis=1)
    counts = np.zeros((4, *task.gold.shape), dtype=int)
    tops = []
    for i, row in enumerate(scores):
        seen = np.setdiff1d(np.arange(candidates.n), members(task.hidden, i))
        tops.append(sorted(sorted(seen, key=lambda j: (-row[j], j))[:k]))
        rivals = np.setdiff1d(seen, members(task.equals, i))
        for pool, gold in enumerate(task.gold[i]):
            if gold < 0:
                continue
            inside = candidates.pool(pool)
            part = rivals[(rivals >= inside.start) & (rivals < inside.stop)]
            for c, these in ((0, rivals), (1, part)):
                difference = row[these] - row[gold]
                counts[c, i, pool] = (difference > TIE).sum()
                counts[c + 2, i, pool] = (abs(difference) <= TIE).sum()
    return counts, tops, scores


CASES = [
    {"seed": 1},
    {"seed": 2, "chunks": 4},
    {"seed": 3, "dimension": 2},
    {"seed": 4, "near": True},
    {"seed": 5, "near": True, "chunks": 3},
    {"seed": 6, "documents": (3, 4)},
    {"seed": 7, "documents": (700, 900)},
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_equals_the_plain_double_loop(case):
    queries, candidates, task = make_problem(**case)
    found = rank_gold(queries, candidates, task, block=7)
    counts, tops, scores = brute(queries, candidates, task, 10)
    names = ("above_mixed", "above_pool", "ties_mixed", "ties_pool")
    for name, expected in zip(names, counts, strict=True):
        np.testing.assert_array_equal(getattr(found, name), expected, err_msg=name)
    assert [[j for j in row if j >= 0] for row in found.top.tolist()] == tops
    for i, (query, nearest) in enumerate(zip(found.top_own, found.nearest, strict=True)):
        own = candidates.pool(task.own_pool[i])
        assert all(own.start <= j < own.stop for j in query if j >= 0)
        barred = [*members(task.hidden, i), *members(task.equals, i)]
        rivals = np.setdiff1d(np.arange(own.start, own.stop), barred)
        if len(rivals):
            assert nearest == rivals[np.argmax(scores[i, rivals])]
            assert found.nearest_score[i] == scores[i, nearest]
        else:
            assert nearest == -1
            assert np.isnan(found.nearest_score[i])


@pytest.mark.parametrize("case", CASES[3:5], ids=str)
def test_near_ties_really_occur(case):
    queries, candidates, task = make_problem(**case)
    found = rank_gold(queries, candidates, task)
    assert found.ties_mixed.max() > 0
    assert found.above_mixed.max() > 0


@pytest.mark.parametrize("case", CASES, ids=str)
def test_blocks_and_workers_change_nothing(case):
    queries, candidates, task = make_problem(**case)
    whole = rank_gold(queries, candidates, task, block=1000, n_jobs=1)
    for block, columns, n_jobs in ((1, 1, 1), (3, 7, 2), (16, 1000, 4), (5, 12, 1)):
        other = rank_gold(queries, candidates, task, block=block, columns=columns, n_jobs=n_jobs)
        for name, value in vars(whole).items():
            assert value.tobytes() == getattr(other, name).tobytes(), name


def test_a_part_of_the_queries_ranks_alike():
    queries, candidates, task = make_problem(8, chunks=3)
    rows = np.array([31, 2, 17, 5])
    whole = rank_gold(queries, candidates, task)
    raw = queries.unit(rows)
    part = rank_gold(Directions(raw), candidates, task.take(rows))
    np.testing.assert_array_equal(part.above_mixed, whole.above_mixed[rows])
    np.testing.assert_array_equal(part.top_own, whole.top_own[rows])


def test_without_lists_only_ranks_are_found():
    queries, candidates, task = make_problem(9)
    found = rank_gold(queries, candidates, task, k=0, competitor=False)
    assert found.top.shape == (40, 0)
    assert np.isnan(found.nearest_score).all()
    np.testing.assert_array_equal(
        found.above_mixed, rank_gold(queries, candidates, task).above_mixed
    )


def test_length_of_a_vector_means_nothing():
    """Case B021: an inner product would put the long vector first."""
    documents = Directions(np.array([[1, 0], [5, 0.1], [0, 1]]))
    candidates = Candidates(documents, np.arange(3), np.array([0, 3]))
    none = Lists.from_pairs(1, np.empty(0, int), np.empty(0, int))
    task = RankingTask(np.array([0]), np.array([[0]]), none, lists([np.array([0])]))
    found = rank_gold(Directions(np.array([[1.0, 0.0]])), candidates, task)
    assert found.ranks("mixed").tolist() == [[1.0]]
    assert found.nearest_score[0] == pytest.approx(0.9998000599800071, abs=1e-15)


def test_half_precision_input_is_told_apart():
    """Case B067: in float16 both dot products round to 1."""
    angles = np.array([0.012, 0.010])
    rows = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float16)
    candidates = Candidates(Directions(rows.astype(np.float32)), np.arange(2), np.array([0, 2]))
    none = Lists.from_pairs(1, np.empty(0, int), np.empty(0, int))
    task = RankingTask(np.array([0]), np.array([[0]]), none, lists([np.array([0])]))
    found = rank_gold(Directions(np.array([[1, 0]], dtype=np.float32)), candidates, task)
    assert found.ranks("mixed").tolist() == [[2.0]]


@pytest.mark.parametrize("gold", [0, 1, 2])
def test_all_tied_earns_the_same_whichever_is_gold(gold):
    """Case B064: names and order decide nothing; a constant model does not get recall 1."""
    rows = Directions(np.ones((3, 4), dtype=np.float32))
    candidates = Candidates(rows, np.arange(3), np.array([0, 3]))
    none = Lists.from_pairs(1, np.empty(0, int), np.empty(0, int))
    task = RankingTask(np.array([0]), np.array([[gold]]), none, lists([np.array([gold])]))
    found = rank_gold(Directions(np.ones((1, 4))), candidates, task)
    assert [found.ranks("mixed", ties)[0, 0] for ties in ("pessimistic", "mid", "optimistic")] == [
        3, 2, 1,
    ]  # fmt: skip


def test_zero_rows_are_refused_by_row():
    """Case B015: a zero vector has no direction and is never ranked."""
    with pytest.raises(DataError, match=r'rows 1, 3 \(ids "b", "d"\)'):
        Directions(np.array([[1, 0], [0, 0], [0, 1], [0, 0.0]]), ids=np.array([*"abcd"], object))


def test_huge_and_tiny_vectors_have_directions():
    wide = Directions(np.array([[1e200, 1e200], [1e-200, 0.0], [3.0, 4.0]]))
    np.testing.assert_allclose(wide.unit([0, 1, 2]), [[0.5**0.5] * 2, [1, 0], [0.6, 0.8]])


def test_average_precision_of_several_golds():
    """Golds at places 1 and 4 of the list: (1/1 + 2/4) / 2."""
    documents = Directions(np.array([[1, 0.0], [1, 0.3], [1, 0.1], [1, 0.2]]))
    candidates = Candidates(documents, np.arange(4), np.array([0, 2, 4]))
    none = Lists.from_pairs(1, np.empty(0, int), np.empty(0, int))
    gold = np.array([[0, 3]])
    task = RankingTask(np.array([0]), gold, none, lists([gold[0]]))
    query = Directions(np.array([[1.0, 0.0]]))
    assert average_precision(rank_gold(query, candidates, task))[0] == pytest.approx(
        (1 / 1 + 2 / 3) / 2
    )
