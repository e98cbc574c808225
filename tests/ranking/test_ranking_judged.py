"""Every gold of every query, against a float64 double loop; cuts and threads change nothing."""

import numpy as np
import pytest

from monosashi.ranking import TIE, Candidates, Directions, JudgedTask, Lists, rank_judged


def make_problem(seed, *, n=60, chunks=1, dimension=5, near=False, golds=4, queries=40):
    """Random queries, several golds for some and few for others, some documents hidden."""
    rng = np.random.default_rng(seed)
    lengths = np.ones(n, dtype=int) if chunks == 1 else rng.integers(1, chunks + 1, n)
    rows = rng.normal(size=(lengths.sum(), dimension))
    if near:  # differences far below the resolution of float32, some exact ties
        rows = np.ones((lengths.sum(), dimension)) + 1e-8 * rng.integers(0, 4, rows.shape)
    asked = rng.normal(size=(queries, dimension)).astype(np.float32)
    sought, barred = [], []
    for _ in range(queries):
        mixed = rng.permutation(n)
        count = int(rng.integers(1, golds + 1))
        sought.append(mixed[:count])
        barred.append(mixed[count : count + int(rng.integers(0, 3))])
    candidates = Candidates(Directions(rows), np.cumsum(lengths) - lengths, np.array([0, n]))
    return Directions(asked), candidates, JudgedTask(lists(sought), lists(barred))


def lists(members):
    queries = np.repeat(np.arange(len(members)), [len(part) for part in members])
    return Lists.from_pairs(len(members), queries, np.concatenate(members))


def members(held, i):
    return held.documents[held.starts[i] : held.starts[i + 1]]


def all_scores(queries, candidates):
    a = queries.unit(np.arange(len(queries)))
    b = candidates.rows.unit(np.arange(len(candidates.rows)))
    cosines = np.array([[(x * y).sum() for y in b] for x in a])
    return np.maximum.reduceat(cosines, candidates.starts, axis=1)


CASES = [
    {"seed": 1},
    {"seed": 2, "chunks": 4},
    {"seed": 3, "dimension": 2},
    {"seed": 4, "near": True},
    {"seed": 5, "near": True, "chunks": 3},
    {"seed": 6, "n": 9, "golds": 7},
    {"seed": 7, "n": 25, "golds": 20, "chunks": 2},
    {"seed": 8, "n": 1500, "queries": 20},
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"seed{case['seed']}")
@pytest.mark.parametrize("tile", [None, 7])
def test_double_loop(case, tile):
    queries, candidates, task = make_problem(**case)
    found = rank_judged(queries, candidates, task, k=5, tile=tile)
    scores = all_scores(queries, candidates)
    pair = 0
    for i, row in enumerate(scores):
        golds = members(task.golds, i)
        seen = np.setdiff1d(np.arange(candidates.n), members(task.hidden, i))
        wrong = np.setdiff1d(seen, golds)
        for gold in golds:
            gap = row[wrong] - row[gold]
            assert found.above[pair] == (gap > TIE).sum()
            assert found.ties[pair] == (np.abs(gap) <= TIE).sum()
            assert found.score[pair] == row[gold]
            pair += 1
        order = sorted(seen, key=lambda j: (-row[j], j))
        listed = [j for j in found.top[i] if j >= 0]
        assert listed == order[:5]
        assert found.top_score[i, : len(listed)].tolist() == row[listed].tolist()
        nearest = sorted(wrong, key=lambda j: (-row[j], j))
        assert found.nearest[i] == (nearest[0] if nearest else -1)
        if nearest:
            assert found.nearest_score[i] == row[nearest[0]]


@pytest.mark.parametrize("case", [CASES[4], CASES[6]], ids=["near", "golds"])
def test_cuts_and_threads_change_no_bit(case):
    queries, candidates, task = make_problem(**case)
    first = rank_judged(queries, candidates, task, block=40, n_jobs=1)
    for cut in ({"block": 3, "n_jobs": 2}, {"tile": 1}, {"tile": 13, "block": 1}):
        other = rank_judged(queries, candidates, task, **cut)
        for name, values in vars(first).items():
            assert np.array_equal(values, getattr(other, name), equal_nan=values.dtype.kind == "f")


def test_order_of_documents_moves_only_numbers():
    queries, candidates, task = make_problem(9)
    rows = candidates.rows.unit(np.arange(candidates.n))
    turned = np.random.default_rng(1).permutation(candidates.n)
    place = np.argsort(turned)
    golds = [place[members(task.golds, i)] for i in range(task.n)]
    barred = [place[members(task.hidden, i)] for i in range(task.n)]
    moved = Candidates(Directions(rows[turned]), np.arange(candidates.n), candidates.pools)
    one = rank_judged(queries, candidates, task)
    two = rank_judged(queries, moved, JudgedTask(lists(golds), lists(barred)))
    assert np.array_equal(place[one.top], two.top)
    assert np.array_equal(place[one.nearest], two.nearest)
    assert sorted(one.above) == sorted(two.above)


def test_a_space_of_copies_is_ranked_like_any_other():
    """Whole crowds tie around every query: copies are computed once, with the same bits."""
    rng = np.random.default_rng(11)
    rows = rng.normal(size=(3, 6))[np.sort(rng.integers(0, 3, 400))]
    rows[200:] = rows[:200]
    queries = Directions(rng.normal(size=(5, 6)))
    candidates = Candidates(Directions(rows), np.arange(400), np.array([0, 400]))
    task = JudgedTask(lists([[7], [201], [399], [0, 200], [5]]), lists([[], [], [1], [], []]))
    found = rank_judged(queries, candidates, task, k=5)
    scores = all_scores(queries, candidates)
    for i, (gold, wrong) in enumerate(((7, [7]), (201, [201]), (399, [399, 1]))):
        others = np.delete(scores[i], wrong)
        assert found.ties[i] == (np.abs(others - scores[i, gold]) <= TIE).sum() > 50
        assert found.above[i] == (others - scores[i, gold] > TIE).sum()
        order = sorted(set(range(400)) - set(wrong[1:]), key=lambda j: (-scores[i, j], j))
        assert found.top[i].tolist() == order[:5]
