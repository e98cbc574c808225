"""Ranks, precision and shares of any scores, against slow loops and against rank_gold."""

from dataclasses import replace

import numpy as np
import pytest
from language.score_problems import Table, make_question, make_space, members

from monosashi.embeddings import DataError
from monosashi.language.door import open_corpus
from monosashi.language.judging import Question, judge
from monosashi.language.scored import CosineScores, Space
from monosashi.ranking import TIE, Lists, RankingTask, average_precision, rank_gold


def one_gold_a_language(pools):
    def golds(rng, _query, seen):
        found = []
        for code in range(len(pools) - 1):
            pool = seen[(seen >= pools[code]) & (seen < pools[code + 1])]
            if rng.random() < 0.8:
                found.append(rng.choice(pool))
        return np.array(found, dtype=int)

    return golds


def as_task(question):
    gold = np.full((question.n, question.n_languages), -1)
    for query in range(question.n):
        documents = members(question.golds, query)
        gold[query, question.language_of(documents)] = documents
    return RankingTask(question.own_pool, gold, question.hidden, question.equals)


@pytest.mark.parametrize("coarse", [False, True])
@pytest.mark.parametrize("chunks", [1, 3])
@pytest.mark.parametrize("seed", range(4))
def test_with_one_gold_a_language_it_is_rank_gold(seed, chunks, coarse):
    space = make_space(seed, chunks=chunks, coarse=coarse, n=40)
    question = make_question(space, seed, one_gold_a_language(space.candidates.pools))
    judged = judge(CosineScores().scores(space), question)
    known = rank_gold(space.queries, space.candidates, as_task(question), k=10)
    has = ~np.isnan(known.score)
    assert np.array_equal(judged.state > 0, has)
    for name in ("above_mixed", "above_pool", "ties_mixed", "ties_pool"):
        assert np.array_equal(getattr(judged, name)[has], getattr(known, name)[has]), name
    for pool in ("mixed", "pool"):
        for ties in ("pessimistic", "optimistic", "mid"):
            assert np.array_equal(judged.ranks(pool, ties), known.ranks(pool, ties), equal_nan=True)
    np.testing.assert_allclose(judged.precision, average_precision(known), rtol=1e-15)
    assert coarse == bool(known.ties_mixed[has].any()), "ties are there when they should be"
    mine = (known.top >= question.pools[question.own_pool][:, None]) & (
        known.top < question.pools[question.own_pool + 1][:, None]
    )
    free = ~judged.tied_ends
    np.testing.assert_allclose(judged.own_share[free], mine.mean(axis=1)[free])


def some_golds(rng, query, seen):
    return rng.choice(seen, size=[0, 1, 3, 6][query % 4], replace=False)


def brute(scores, question, query):
    """Ranks of the best gold by language and average precision, both ways round."""
    seen = np.setdiff1d(np.arange(len(scores)), members(question.hidden, query))
    golds = members(question.golds, query)
    rivals = np.setdiff1d(seen, np.concatenate([members(question.equals, query), golds]))
    out = {}
    for code in range(question.n_languages):
        mine = [g for g in golds if question.language_of(np.array([g]))[0] == code]
        if mine:
            level = max(scores[g] for g in mine)
            pool = [r for r in rivals if question.language_of(np.array([r]))[0] == code]
            out[code] = [[1 + sum(scores[r] > level + TIE for r in some),
                          1 + sum(scores[r] >= level - TIE for r in some)]
                         for some in (rivals, pool)]  # fmt: skip
    precision = []
    for edge in (TIE, -TIE):  # optimistic, pessimistic
        before = sorted(sum(scores[r] >= scores[g] + edge for r in rivals) for g in golds)
        place = range(1, len(golds) + 1)
        found = [i / (i + c) for i, c in zip(place, before, strict=True)]
        precision.append(sum(found) / len(found) if found else np.nan)
    return out, precision


@pytest.mark.parametrize("coarse", [False, True])
def test_many_golds_against_a_slow_loop(coarse):
    space = make_space(5, coarse=coarse, n=32)
    question = make_question(space, 6, some_golds)
    scores = CosineScores().scores(space)
    judged, table = judge(scores, question), scores.block(slice(0, space.n))
    low, high = judged.ranks("mixed", "optimistic"), judged.ranks("mixed")
    low_alone, high_alone = judged.ranks("pool", "optimistic"), judged.ranks("pool")
    for query in range(space.n):
        known, (best, worst) = brute(table[query], question, query)
        for code in range(question.n_languages):
            found = [[low[query, code], high[query, code]],
                     [low_alone[query, code], high_alone[query, code]]]  # fmt: skip
            if code in known:
                assert found == known[code]
            else:
                assert np.isnan(found).all()
        assert judged.optimistic_precision[query] == pytest.approx(best, nan_ok=True)
        assert judged.precision[query] == pytest.approx(worst, nan_ok=True)


def test_neither_blocks_nor_threads_change_anything():
    space = make_space(2, coarse=True, n=30)
    question = make_question(space, 3, some_golds)
    whole = judge(CosineScores().scores(space), question, block=30, n_jobs=1)
    for block, jobs in ((1, 1), (7, 3)):
        part = judge(CosineScores().scores(space), question, block=block, n_jobs=jobs)
        for name, values in vars(whole).items():
            assert np.array_equal(values, vars(part)[name], equal_nan=True), name


def hand_made(table, golds, own, pools=(0, 2, 4)):
    space = make_space(0, sizes=(2, 2), chunks=1, n=len(own))
    question = make_question(space, 0, lambda _rng, query, _seen: np.array(golds[query]))
    nobody = question.hidden.take(np.zeros(0, dtype=int))
    empty = type(nobody)(np.zeros(len(own) + 1, dtype=int), np.zeros(0, dtype=int))
    question = Question(question.golds, empty, question.golds, np.array(pools), np.array(own),
                        np.arange(len(own)))  # fmt: skip
    return judge(Table(np.array(table)), question)


def test_by_hand():
    """Golds at 0.9 and 0.2 with one rival between: 1/1 and 2/3; own language first and third."""
    judged = hand_made([[0.9, 0.1, 0.2, 0.5]], [[0, 2]], [0])
    assert judged.precision[0] == pytest.approx((1 + 2 / 3) / 2)
    assert judged.own_ranks()[0] == 1
    assert judged.cross_ranks()[0] == 2
    assert judged.own_share[0] == 0.5


def test_a_gold_that_is_never_listed_counts_as_a_miss():
    judged = hand_made([[0.9, 0.1, -np.inf, -np.inf]], [[0, 2]], [0])
    assert judged.precision[0] == 0.5
    assert judged.cross_ranks()[0] == np.inf
    assert judged.ranks("pool")[0].tolist() == [1, np.inf]
    assert judged.own_share[0] == 1.0, "nothing else is listed"


def test_equal_scores_are_an_interval():
    judged = hand_made([[0.5, 0.5, 0.5, 0.5]], [[0, 2]], [0])
    assert (judged.own_ranks("optimistic")[0], judged.own_ranks()[0]) == (1, 3)
    assert judged.optimistic_precision[0] == 1.0
    assert judged.precision[0] == pytest.approx((1 / 3 + 2 / 4) / 2)


def test_golds_never_compete_even_when_equals_forgets_them():
    space = make_space(3)
    question = make_question(space, 4, some_golds)
    nobody = Lists(np.zeros(question.n + 1, dtype=int), np.zeros(0, dtype=int))
    bare, full = (
        judge(CosineScores().scores(space), replace(question, equals=equals))
        for equals in (nobody, question.golds)
    )
    assert np.array_equal(bare.precision, full.precision, equal_nan=True)
    assert np.array_equal(bare.ranks("mixed"), full.ranks("mixed"), equal_nan=True)


def test_scores_of_another_corpus_are_refused():
    space = make_space(1)
    question = make_question(space, 1, some_golds)
    with pytest.raises(DataError, match=r"\(17, 32\).*\(17, 33\)"):
        judge(Table(np.zeros((17, 32))), question)


def test_a_corpus_asks_the_same_as_its_measure(made_set):
    pages = made_set(60, 1.0)
    corpus = open_corpus(pages, key="key", language="lang")
    question = Question.of_corpus(corpus)
    judged = judge(CosineScores().scores(Space.of(corpus, question, pages)), question)
    known = corpus.rank(pages)
    assert np.array_equal(judged.ranks("mixed"), known.ranks("mixed"), equal_nan=True)
    assert np.isnan(judged.own_ranks()).all(), "a page does not look for itself"
    assert judged.neutral_share == pytest.approx(59 / 119)
