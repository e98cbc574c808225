"""Pages that stand before each other's translations are not independent: intervals allow for it."""

import numpy as np
import pytest
from language.chunked_sets import without_language

from monosashi.language import measure_language_bias
from monosashi.language.asking import asking_rows
from monosashi.language.choosing import compare_language_repairs
from monosashi.language.outcomes import MUTUAL, Outcomes
from monosashi.language.repaired import Measured, add_before
from monosashi.language.thinned_chances import expected_metrics
from monosashi.language.thinned_changes import FewBefore, PagesBefore, changes_by_page
from monosashi.language.thinned_mutual import Changes
from monosashi.statistics.bootstrap import Resampling
from monosashi.statistics.mean_interval import mean_interval

KS = (1, 2, 5)


def measure(data):
    return measure_language_bias(data, key="key", language="lang", ks=KS)


def test_what_one_page_before_the_gold_changes():
    """As if it stood behind: one fewer of its chance, however many pages are left out."""
    rng, kinds = np.random.default_rng(0), np.array([0.125, 0.25, 0.5, 0.75, 1.0])
    counts = rng.integers(0, 9, size=(40, 5)) + np.array([1, 0, 0, 0, 0])
    offsets, kind = np.nonzero(counts)
    order = np.repeat(np.arange(len(offsets)), counts[offsets, kind])
    for pages in (70, 90):
        sizes = np.full(40, pages), np.full(40, 70)
        found = changes_by_page(offsets[order], kinds[kind[order]], *sizes, KS)
        whole = expected_metrics(counts, kinds, *sizes, KS)
        for query, which, change in zip(offsets[order], kind[order], found, strict=True):
            fewer = counts[query] - np.eye(5, dtype=int)[which]
            without = expected_metrics(fewer[None], kinds, sizes[0][:1], sizes[1][:1], KS)[0]
            assert change == pytest.approx(whole[query] - without, abs=5e-12)


def test_only_queries_with_few_pages_before_are_looked_at():
    few = FewBefore(3, 2)
    for offsets, pages in (([0, 1, 1, 2], [0, 0, 1, 1]), ([0, 1], [4, 5]), ([2, 2], [6, 7])):
        chances = np.array(pages) / 10
        few.add(PagesBefore(np.array(offsets), np.array(pages), chances, chances))
    held = few.all()
    assert held.offsets.tolist() == [0, 0]
    assert held.pages.tolist() == [0, 4]
    assert held.thinned.tolist() == [0.0, 0.4]


def language_parts(bias, pair):
    """(pages, queries of a page, metrics) of one direction."""
    rows = asking_rows(bias.corpus, pair)
    parts = (bias.thinned.alone - bias.thinned.values)[rows, pair[1]]
    return parts.reshape(len(np.unique(bias.corpus.asked.keys[rows])), -1, len(KS) + 1)


def test_pages_in_each_others_way_are_found_by_leaving_each_out():
    """A pool without a page shows what it changed for every other page: no formula needed."""
    data = without_language(np.random.default_rng(5), {"ja": 3, "en": 1}, n=15)
    bias, asked = measure(data), 0
    for pair in ((0, 1), (1, 0)):
        whole, changes = language_parts(bias, pair), np.zeros((15, 15, len(KS) + 1))
        for page in range(15):
            others, left = np.arange(15) != page, bias.corpus.pairs.key_codes != page
            lost = language_parts(measure(data.take(np.flatnonzero(left))), pair)
            changes[others, page] = (whole[others] - lost).sum(axis=1)
        both = (changes * changes.transpose(1, 0, 2)).sum(axis=(0, 1))
        rows, keys = asking_rows(bias.corpus, pair), bias.corpus.keys()
        for metric, value in zip((*KS, "mrr"), both / len(rows) ** 2, strict=True):
            found = bias.thinned.mutual_variance(rows, keys, pair[1], metric)
            assert found == pytest.approx(value, abs=1e-11)
            asked += abs(found) > 1e-6
    assert asked >= 6


def test_intervals_grow_with_what_mutual_pages_add():
    """By the root of the variances; never below what independent keys give."""
    data = without_language(np.random.default_rng(3), {"ja": 4, "en": 1}, n=60)
    bias = measure(data)
    keys, wider = bias.corpus.keys(), 0
    for pair in ((0, 1), (1, 0)):
        rows, names = asking_rows(bias.corpus, pair), bias.corpus.names(pair)
        parts = language_parts(bias, pair)[:, :, 0].mean(axis=1)
        plain = mean_interval(parts, np.ones(60), bounds=(-1.0, 1.0))
        found, mean = bias.directions[names].language_drop, parts.mean()
        mutual = bias.thinned.mutual_variance(rows, keys, pair[1], 1)
        grown = (1 + max(0.0, mutual) / (parts.var(ddof=1) / 60)) ** 0.5
        assert found.low == pytest.approx(mean - grown * (mean - plain.low))
        assert found.high == pytest.approx(mean + grown * (plain.high - mean))
        assert found.method.endswith(MUTUAL) == (grown > 1)
        wider += grown > 1.05
    assert wider


def test_repairs_and_their_choice_tell_the_same_interval():
    data = without_language(np.random.default_rng(3), {"ja": 4, "en": 1}, n=60)
    bias = measure(data)
    choice = compare_language_repairs(data, key="key", language="lang", methods=["none"], rng=0)
    columns = Outcomes(*bias.corpus.units())
    for pair in ((0, 1), (1, 0)):
        add_before(columns, Measured(bias.corpus, bias.ranks, bias.thinned, KS), pair)
    found = columns.resample(Resampling.of(60, rng=0), 0.95)
    for pair in ((0, 1), (1, 0)):
        names = bias.corpus.names(pair)
        expected = bias.directions[names].language_drop
        for other in (choice.language_drops[names], found.estimate((pair, "language drop"))):
            assert (other.low, other.high) == pytest.approx((expected.low, expected.high))
            assert other.method == expected.method


def test_nothing_before_any_gold_adds_nothing():
    """Pages far apart: all translations come first, and no pair of pages meets."""
    data = without_language(np.random.default_rng(0), {"ja": 2, "en": 1}, n=6, noise=0.01)
    bias = measure(data)
    for found in bias.directions.values():
        assert float(found.language_drop) == 0.0
        assert not found.language_drop.method.endswith(MUTUAL)
    none = Changes.join([Changes.none(len(KS))])
    assert none.values.shape == (0, len(KS) + 1)
    units = np.arange(6)
    assert none.mutual_variance(np.arange(3), units, units, 0, 0) == 0.0
