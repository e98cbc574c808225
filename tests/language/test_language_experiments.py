"""Knobs that people try: what changes, what changes nothing."""

from dataclasses import replace

import numpy as np
import pytest
from language.chunked_sets import without_language

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.language import measure_language_bias, try_knobs
from monosashi.language.experiments.thresholds import threshold_curve

COLUMNS = {"key": "key", "language": "lang"}


def by_name(found):
    return {(one.name, one.source): one for one in found.knobs}


def test_fewer_dimensions_equal_measuring_the_cut_vectors(made_set):
    pages = made_set(80, 1.0)
    knobs = by_name(try_knobs(pages, **COLUMNS))
    cut = measure_language_bias(pages.cut(12), **COLUMNS).directions["ja", "en"]
    whole = measure_language_bias(pages, **COLUMNS).directions["ja", "en"]
    turned = knobs["dimensions 12", "ja"]
    assert turned.drop.value == cut.drop.value
    assert turned.change.value == pytest.approx(cut.drop.value - whole.drop.value)
    assert turned.change.low <= turned.change.value <= turned.change.high
    assert turned.language_drop == pytest.approx(cut.language_drop)
    change = turned.language_change
    assert change.value == pytest.approx(cut.language_drop.value - whole.language_drop.value)
    assert change.low <= change.value <= change.high


def test_worse_vectors_of_all_languages_lose_nothing_through_language(made_set):
    """Fewer dimensions without any language: more is lost by mixing, but not through language."""
    knobs = by_name(try_knobs(made_set(300, 0.0, noise=0.4), **COLUMNS))
    turned = knobs["dimensions 6", "ja"]
    assert turned.change.low > 0
    assert turned.language_change.low <= 0 <= turned.language_change.high


def test_before_any_knob_uneven_chunks_are_told_as_in_the_bias():
    pages = without_language(np.random.default_rng(0), {"ja": 3, "en": 1}, n=60)
    found = try_knobs(pages, **COLUMNS).language_before
    for pair, one in measure_language_bias(pages, **COLUMNS).directions.items():
        assert found[pair].value == pytest.approx(one.language_drop.value)
        assert (found[pair].low, found[pair].high) == pytest.approx(
            (one.language_drop.low, one.language_drop.high)
        )


def model(pages, *, roles_matter):
    """Looks vectors up by text; queries may get a push of their own."""
    known = dict(zip(pages.columns["text"], pages.vectors, strict=True))

    def embed(texts, role):
        rows = np.array([known[text] for text in texts])
        if roles_matter and role == "query":
            rows = rows + 0.3 * rows[0]
        return EmbeddingSet.from_arrays(rows)

    return embed


def test_a_knob_without_any_effect_is_told_by_its_vectors(made_set):
    pages = made_set(60, 1.0)
    texts = np.array([f"text {i}" for i in range(120)], dtype=object)
    pages = replace(pages, columns={**pages.columns, "text": texts},
                    query_vectors=pages.vectors)  # fmt: skip
    deaf = try_knobs(pages, **COLUMNS, embed=model(pages, roles_matter=False),
                     roles=("query", "passage"))  # fmt: skip
    for one in deaf.knobs:
        same = one.kind != "dimensions"
        assert (one.identical, one.change is None) == (same, same)
    knobs = by_name(try_knobs(pages, **COLUMNS, embed=model(pages, roles_matter=True),
                              roles=("query", "passage")))  # fmt: skip
    assert not knobs["roles query/query", "ja"].identical
    assert knobs["roles passage/passage", "ja"].identical
    assert knobs["cleaning full-width", "ja"].largest_difference > 0  # queries moved


def model_without_answers(*_):
    raise AssertionError


def test_without_texts_nothing_can_be_embedded_again(made_set):
    with pytest.raises(DataError, match="text"):
        try_knobs(made_set(60), **COLUMNS, embed=model_without_answers)


def test_a_threshold_leaves_the_order_and_ends_at_recall(made_set):
    pages = made_set(80, 1.0)
    points = [p for p in try_knobs(pages, **COLUMNS).thresholds if p.source == "ja"]
    recall = measure_language_bias(pages, **COLUMNS).directions["ja", "en"].mixed.recall[1]
    assert points[0].precision == points[0].found_share == pytest.approx(recall.value)
    shares = [p.found_share for p in points]
    assert shares == sorted(shares, reverse=True)
    by_hand = list(threshold_curve("a", "b", np.array([0.9, 0.5]), np.array([True, False])))
    assert [(p.precision, p.found_share) for p in by_hand] == [(0.5, 0.5), (1.0, 0.5)]


def test_shares_above_a_threshold_have_intervals_of_those_that_pass_and_of_all():
    """By Wilson's formula, worked out for 3 of 5 that pass and 3 of 10 queries."""
    first = np.array([0.9] * 5 + [0.1] * 5)
    right = np.array([True, True, True, False, False] + [False] * 5)
    low, high = threshold_curve("a", "b", first, right)
    assert (low.passed, low.n, high.passed, high.n) == (10, 10, 5, 10)
    assert (high.precision_low, high.precision_high) == pytest.approx((0.2307, 0.8824), abs=1e-4)
    assert (high.found_low, high.found_high) == pytest.approx((0.1078, 0.6032), abs=1e-4)
    (_, wide) = threshold_curve("a", "b", first, right, confidence=0.99)
    assert wide.precision_low < high.precision_low
