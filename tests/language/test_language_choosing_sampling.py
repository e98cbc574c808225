"""Large sites: how many queries are measured, and that every shortcut gives the same numbers."""

import numpy as np
import pytest
from language.choosing_sets import queries_of

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.language.choosing import compare_language_repairs
from monosashi.language.choosing.deciding import queries_to_decide
from monosashi.language.choosing.folds import cut, each_fold
from monosashi.language.choosing.ground import open_ground
from monosashi.language.choosing.mending import fit, mended
from monosashi.language.choosing.watched import first_of
from monosashi.language.scored import CosineScores
from monosashi.results import Estimate

NAMED = {"key": "key", "language": "lang"}


@pytest.fixture(scope="module")
def pages(made_set):
    return made_set(120, 1.0, seed=1)


@pytest.fixture(scope="module")
def some(pages):
    return compare_language_repairs(pages, methods=["centering"], max_queries=100, **NAMED)


def test_a_sample_of_queries_is_told_with_the_width_it_costs(some):
    assert (some.n_queries, some.n_items) == (100, 50)
    (note,) = [one for one in some.provenance.notices
               if one.code == "language.notices.sampled_queries"]  # fmt: skip
    assert (note.values["n"], note.values["of"], note.values["items"]) == (100, 240, 50)
    assert note.values["half"] == pytest.approx(1.96 * 0.5 / 50**0.5)


def test_all_documents_stay_in_the_pool_and_may_be_fitted_to(pages):
    rng = np.random.default_rng(0)
    ground = open_ground(pages, key="key", language="lang", queries=None, gold=None, force=False,
                         max_queries=100, rng=rng)  # fmt: skip
    assert ground.question.n_documents == pages.n
    assert (ground.document_units < 0).sum() == pages.n - 100
    whole = open_ground(pages, key="key", language="lang", queries=None, gold=None, force=False)
    place = {row: number for number, row in enumerate(whole.held.asked.rows)}
    asked = [place[row] for row in ground.held.asked.rows]
    mine = CosineScores().scores(mended(ground, None)).block(slice(0, 100))
    theirs = CosineScores().scores(mended(whole, None)).block(slice(0, 240))[asked]
    assert np.allclose(mine, theirs, atol=1e-12)
    for fold in each_fold(ground, cut(ground, 5, rng)):
        assert fold.documents().n == pages.n - 20, "only the items of the fold are left out"


def test_queries_of_their_own_with_gold_are_sampled_by_item(pages):
    sections = [f"s{int(key[1:]) // 2}" for key in pages.columns["key"]]
    chaptered = EmbeddingSet.from_arrays(
        pages.vectors, ids=pages.ids, columns={**pages.columns, "section": sections}
    )
    found = compare_language_repairs(chaptered, queries=queries_of(chaptered), gold="section",
                                     methods=["centering"], max_queries=102, **NAMED)  # fmt: skip
    assert (found.n_queries, found.n_items) == (100, 25), "four queries an item, whole items only"


def test_few_queries_are_all_measured(pages):
    found = compare_language_repairs(pages, methods=["none"], max_queries=240, **NAMED)
    assert found.n_queries == 240
    assert "language.notices.sampled_queries" not in {one.code for one in found.provenance.notices}


def test_another_strength_is_the_same_fit_with_another_number(pages):
    ground = open_ground(pages, key="key", language="lang", queries=None, gold=None, force=False)
    fold = next(each_fold(ground, cut(ground, 5, np.random.default_rng(0))))
    half, whole = fit(fold, "centering:0.5"), fit(fold, "centering")
    seen = fold.documents()
    assert whole is fit(fold, "centering")
    assert half.strength == 0.5
    direct = type(whole).fit(seen, language="lang", strength=0.5, force=True)
    assert np.array_equal(half.apply(pages, language="lang").vectors,
                          direct.apply(pages, language="lang").vectors)  # fmt: skip


def test_the_first_of_a_row_are_those_of_a_whole_sort():
    rng = np.random.default_rng(0)
    for n in (0, 3, 10, 40, 200):
        row = rng.integers(0, 12, n).astype(np.float64)
        row[rng.random(n) < 0.1] = -np.inf
        order = np.argsort(-row, kind="stable")
        expected = [place for place in order if np.isfinite(row[place])][:10]
        assert first_of(row, 10).tolist() == expected


@pytest.mark.parametrize(
    ("loss", "expected"),
    [
        ((0.002, -0.014, 0.018, 0.00816), 6500),  # ((0.016 + 0.84 x 0.00816) / 0.008)^2 as many
        ((0.018, -0.002, 0.038, 0.0102), 10_000),  # it would be shown to be too large
        ((0.0, -0.02, 0.02, 0.0), 1600),  # no change at all: the bound goes with 1 / n
        ((0.01, -0.02, 0.04, 0.015), None),
        ((0.00999, -0.02, 0.04, 0.015), None),
    ],
)
def test_how_many_queries_would_decide(loss, expected):
    made = Estimate(loss[0], loss[1], loss[2], loss[3], "made", 400)
    assert queries_to_decide(made, 0.01, 800) == expected


def test_that_many_queries_do_decide():
    """By simulation of the paired differences themselves."""
    from monosashi.statistics.mean_interval import mean_interval

    rng, shares = np.random.default_rng(3), [0.03, 0.935, 0.035]  # won, as before, lost

    def high(n):
        values = rng.choice([-1.0, 0.0, 1.0], size=n, p=shares)
        return mean_interval(values, np.ones(n), bounds=(-1.0, 1.0)).high

    error = (0.065 - 0.005**2) ** 0.5 / 500**0.5
    here = Estimate(0.005, 0.005 - 1.96 * error, 0.005 + 1.96 * error, error, "made", 500)
    needed = queries_to_decide(here, 0.02, 500)
    assert 500 < needed < 5_000
    decided = sum(high(needed) <= 0.02 for _ in range(200))
    assert 140 <= decided <= 180, "about four cases of five"


@pytest.mark.parametrize("given", [0, 99, 1.5, "x", float("nan"), True])
def test_a_ceiling_that_is_none_is_refused(pages, given):
    with pytest.raises(DataError, match="from 100 on"):
        compare_language_repairs(pages, max_queries=given, **NAMED)
