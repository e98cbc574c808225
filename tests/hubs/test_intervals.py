"""Leaving one out is exact, and the intervals hold in simulations."""

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.hubs import compare_hubs, measure_hubs
from monosashi.hubs.centring import centre_and_renormalise
from monosashi.words import say

EXACT = ("antihub_share", "robin_hood", "hub_occurrence", "top_share_ratio")


def value(hubs, name):
    return getattr(hubs, name).value


def test_leaving_an_item_out_equals_searching_without_it():
    x = np.random.default_rng(0).normal(size=(150, 12))
    whole = measure_hubs(x, k=5, references=False)
    for item in range(0, 150, 7):
        less = measure_hubs(np.delete(x, item, axis=0), k=5, references=False)
        for name in (*EXACT, "skewness"):
            assert whole.without[name][item] == pytest.approx(value(less, name), rel=1e-9)
        assert whole.without["gini"][item] == pytest.approx(value(less, "gini"), abs=1e-3)


def test_leaving_a_query_out_equals_asking_without_it():
    rng = np.random.default_rng(0)
    x, queries = rng.normal(size=(80, 6)), rng.normal(size=(40, 6))
    whole = measure_hubs(x, queries=queries, k=5, references=False)
    for query in range(40):
        asked = np.delete(queries, query, axis=0)
        less = measure_hubs(x, queries=asked, k=5, references=False)
        for name in (*EXACT, "skewness"):
            assert whole.without[name][query] == pytest.approx(value(less, name), rel=1e-9)


def test_nothing_seen_still_has_an_upper_end():
    x = np.random.default_rng(0).normal(size=(400, 2))
    share = measure_hubs(x, k=30, references=False).antihub_share
    assert share.value == share.low == 0
    assert share.high >= 1 - 0.05 ** (1 / 400)


def test_the_top_ratio_has_no_interval_when_it_is_one_item():
    x = np.random.default_rng(0).normal(size=(150, 5))
    ratio = measure_hubs(x, references=False).top_share_ratio
    assert ratio.low is None
    assert "2 item(s)" in ratio.method


def test_centring_lessens_hubs_by_a_measured_amount():
    x = EmbeddingSet.from_arrays(np.random.default_rng(0).normal(size=(400, 40)) + 1)
    before = measure_hubs(x, metric="cosine", references=False)
    after = measure_hubs(centre_and_renormalise(x), metric="cosine", references=False)
    change = compare_hubs(before, after)
    assert change.robin_hood.difference.high < 0
    assert change.antihub_share.after < change.antihub_share.before
    numbers = change.remedy().numbers
    assert numbers["antihub_share_before"] == before.antihub_share.value
    assert numbers["robin_hood_difference"] == pytest.approx(
        after.robin_hood.value - before.robin_hood.value
    )


@pytest.mark.parametrize("language", ["en", "ja"])
def test_centring_that_makes_hubs_worse_is_called_so(language):
    """The change read backwards: what lessened hubs before is harm now."""
    x = EmbeddingSet.from_arrays(np.random.default_rng(0).normal(size=(400, 40)) + 1)
    centred = measure_hubs(centre_and_renormalise(x), metric="cosine", references=False)
    worse = compare_hubs(centred, measure_hubs(x, metric="cosine", references=False))
    for name in ("centring", "centring_per_language"):
        remedy = worse.remedy(name)
        assert remedy.code == f"hubs.{name}_harms"
        code = remedy.code.replace(".", ".remedies.")
        assert "%" in say(f"{code}.text", language, **remedy.numbers)


def test_no_change_is_no_difference():
    x = np.random.default_rng(0).normal(size=(400, 10))
    hubs = measure_hubs(x, references=False)
    same = compare_hubs(hubs, hubs).robin_hood.difference
    assert (same.value, same.low, same.high) == (0, 0, 0)


def test_only_like_measures_are_compared():
    x = np.random.default_rng(0).normal(size=(60, 4))
    one, other = (measure_hubs(x, k=k, references=False) for k in (5, 6))
    with pytest.raises(DataError, match="same items, queries and k"):
        compare_hubs(one, other)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "d"), [(600, 30), (600, 200), (1200, 100)])
def test_intervals_hold_the_mean_of_other_samples(n, d):
    rng = np.random.default_rng(n + d)
    drawn = [measure_hubs(rng.normal(size=(n, d)).astype(np.float32), references=False)
             for _ in range(150)]  # fmt: skip
    for name in ("antihub_share", "robin_hood", "hub_occurrence", "gini", "top_share_ratio"):
        truth = np.mean([value(hubs, name) for hubs in drawn])
        inside = [getattr(h, name).low <= truth <= getattr(h, name).high for h in drawn]
        assert np.mean(inside) >= 0.90, name


@pytest.mark.slow
def test_intervals_hold_for_other_queries():
    rng = np.random.default_rng(1)
    index = rng.normal(size=(300, 30))
    drawn = [measure_hubs(index, queries=rng.normal(size=(200, 30)), references=False)
             for _ in range(150)]  # fmt: skip
    for name in ("antihub_share", "robin_hood", "hub_occurrence", "gini"):
        truth = np.mean([value(hubs, name) for hubs in drawn])
        inside = [getattr(h, name).low <= truth <= getattr(h, name).high for h in drawn]
        assert np.mean(inside) >= 0.90, name


@pytest.mark.slow
@pytest.mark.parametrize("clusters", [5, 60])
def test_intervals_hold_on_clusters_and_on_copies(clusters):
    """Clusters that are drawn anew, and items that come in threes."""
    rng = np.random.default_rng(clusters)

    def drawn(spread):
        centres = rng.normal(size=(clusters, 20))[np.arange(300) % clusters]
        return measure_hubs(centres + spread * rng.normal(size=(300, 20)), k=5, references=False)

    for spread in (0.5, 0.05):
        found = [drawn(spread) for _ in range(120)]
        for name in ("antihub_share", "robin_hood", "gini"):
            truth = np.mean([value(hubs, name) for hubs in found])
            inside = [getattr(h, name).low <= truth <= getattr(h, name).high for h in found]
            assert np.mean(inside) >= 0.90, (name, spread)
