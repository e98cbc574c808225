"""Nothing is judged by a repair that has seen its item."""

import numpy as np
import pytest
from language.choosing_sets import queries_of

from monosashi.embeddings import EmbeddingSet
from monosashi.language import LanguageCentering
from monosashi.language.choosing.folds import cut, each_fold, each_pair
from monosashi.language.choosing.ground import open_ground
from monosashi.language.choosing.mending import mended
from monosashi.language.choosing.strengths import at, tune
from monosashi.language.choosing.trying import try_way
from monosashi.language.choosing.watched import Watched
from monosashi.language.choosing.ways import SHIPPED
from monosashi.language.judging import judge
from monosashi.language.scored import CosineScores, Space

WAYS = {way.name: way for way in SHIPPED}


def ground_of(pages, queries=None, gold=None):
    return open_ground(pages, key="key", language="lang", queries=queries, gold=gold, force=False)


@pytest.fixture(scope="module")
def pages(made_set):
    return made_set(60, 1.0, seed=4)


@pytest.fixture(scope="module")
def ground(pages):
    return ground_of(pages, queries_of(pages))


@pytest.fixture(scope="module")
def folds(ground):
    return cut(ground, 3, np.random.default_rng(0))


def test_fits_see_no_item_of_those_who_ask(ground, folds):
    keys = ground.documents.columns["key"]
    asked = ground.queries.columns["key"][ground.asking]
    counted = np.zeros(ground.question.n, dtype=int)
    for fold in each_fold(ground, folds):
        mine = set(asked[fold.queries])
        documents = fold.documents()
        assert not mine & set(documents.columns["key"])
        assert not mine & set(fold.fitting_queries(documents).columns["key"])
        assert mine | set(documents.columns["key"]) == set(keys)
        counted[fold.queries] += 1
    assert (counted == 1).all()
    assert np.ptp(np.bincount(folds)) <= 1


def test_a_pair_of_folds_sees_neither(ground, folds):
    pairs = list(each_pair(ground, folds))
    assert [(a, b) for a, b, _ in pairs] == [(1, 0), (2, 0), (2, 1)]
    for first, second, fold in pairs:
        units = ground.question.units[fold.queries]
        assert set(folds[units]) == {first, second}
        rest = set(fold.documents().columns["key"])
        assert len(rest) == np.count_nonzero((folds != first) & (folds != second))


def test_sections_stay_together_with_their_titles(pages):
    sections = [f"s{int(key[1:]) // 3}" for key in pages.columns["key"]]
    columns = {**pages.columns, "section": sections}
    chaptered = EmbeddingSet.from_arrays(pages.vectors, ids=pages.ids, columns=columns)
    ground = ground_of(chaptered, queries_of(chaptered), "section")
    for fold in each_fold(ground, cut(ground, 4, np.random.default_rng(1))):
        asked = set(ground.queries.columns["section"][ground.asking][fold.queries])
        assert not asked & set(fold.documents().columns["section"])


def test_pages_that_answer_nothing_may_always_be_fitted_to(pages):
    some = queries_of(pages).take(np.arange(pages.n) % 60 < 30)
    ground = ground_of(pages, some)
    assert ground.n_units == 30
    for fold in each_fold(ground, cut(ground, 3, np.random.default_rng(1))):
        kept = set(fold.documents().columns["key"])
        assert {f"k{i:04d}" for i in range(30, 60)} <= kept


def test_a_fold_by_hand(pages, ground, folds):
    """The same ranks as from a mean of the other folds, subtracted by hand."""
    raw = mended(ground, None)
    tried = try_way(ground, folds, WAYS["centering"], raw)
    for fold in each_fold(ground, folds):
        keys = set(fold.documents().columns["key"])
        seen = pages.take([key in keys for key in pages.columns["key"]])
        repair = LanguageCentering.fit(seen, language="lang", force=True)
        asked = repair.apply(ground.queries, language="lang", side="query")
        space = Space.of(ground.held, ground.question, repair.apply(pages), asked)
        expected = judge(CosineScores().scores(space), ground.question)
        for name in ("precision", "above_mixed", "own_share"):
            found = getattr(tried.judged, name)[fold.queries]
            assert np.array_equal(found, getattr(expected, name)[fold.queries]), name


def test_own_language_lists_are_noted_in_order(ground):
    space = mended(ground, None)
    watched = Watched(CosineScores().scores(space), ground.question)
    judge(watched, ground.question, block=16)
    scores = CosineScores().scores(space).block(slice(0, space.n))
    for query in (0, 7, space.n - 1):
        pool = ground.question.pool(int(ground.question.own_pool[query]))
        best = np.argsort(-scores[query, pool], kind="stable")[:10] + pool.start
        assert watched.first[query].tolist() == best.tolist()


def test_the_strength_of_a_fold_does_not_depend_on_its_queries(pages, ground, folds):
    way = WAYS["centering:tuned"]
    honest = tune(ground, folds, way, mended(ground, None))
    rng = np.random.default_rng(9)
    vectors = np.array(ground.queries.vectors)
    names = {key: unit for unit, key in enumerate(sorted(set(pages.columns["key"])))}
    inside = np.array([folds[names[key]] == 0 for key in ground.queries.columns["key"]])
    vectors[inside] = rng.normal(size=(inside.sum(), vectors.shape[1]))
    spoilt = EmbeddingSet.from_arrays(vectors, ids=ground.queries.ids,
                                      columns=queries_of(pages).columns)  # fmt: skip
    other = ground_of(pages, spoilt)
    found = tune(other, folds, way, mended(other, None))
    assert found.strengths[0] == honest.strengths[0]
    asks = folds[other.question.units] == 0
    assert found.tried.judged.precision[asks].mean() < honest.tried.judged.precision[asks].mean()


def test_tuned_folds_are_judged_at_their_own_strength(ground, folds):
    raw, way = mended(ground, None), WAYS["centering:tuned"]
    tuned = tune(ground, folds, way, raw, grid=(0.25, 1.0))
    of_query = folds[ground.question.units]
    for fold, strength in enumerate(tuned.strengths):
        fixed = try_way(ground, folds, at(way, strength), raw)
        asks = of_query == fold
        assert np.array_equal(tuned.tried.judged.precision[asks], fixed.judged.precision[asks])
    assert tuned.strength == 1.0, "a quarter of the mean is not enough here"
