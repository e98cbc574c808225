"""How search after centring grows with the documents it was fitted to."""

import json
from dataclasses import replace

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.language import LanguageCentering, learning_curve, measure_language_bias


def curve_of(data, **options):
    return learning_curve(data, key="key", language="lang", **options)


def along(curve, pair=("ja", "en")):
    return [point for point in curve.points if (point.source, point.target) == pair]


@pytest.fixture(scope="module")
def pages(made_set):
    return made_set(n=150, bias=1.5, noise=0.6)


@pytest.fixture(scope="module")
def curve(pages):
    return curve_of(pages, sizes=(3, 20, 100), repeats=12, rng=1)


def test_more_documents_find_more_and_vary_less(curve):
    for pair in (("ja", "en"), ("en", "ja")):
        points = along(curve, pair)
        assert [point.n for point in points] == [3, 20, 100]
        recalls, spreads = ([getattr(p, name) for p in points] for name in ("recall", "sd"))
        assert recalls == sorted(recalls)
        assert recalls[-1] > recalls[0] + 0.1
        assert spreads[0] > 2 * spreads[-1]
        assert all(point.lowest <= point.recall <= point.highest for point in points)


def test_raw_and_all_documents_are_the_ends(pages, curve):
    raw = measure_language_bias(pages, key="key", language="lang")
    whole = LanguageCentering.fit(pages, language="lang").apply(pages)
    ends = measure_language_bias(whole, key="key", language="lang")
    for pair, found in raw.directions.items():
        assert {point.raw for point in along(curve, pair)} == {float(found.mixed.recall[1])}
        after = float(ends.directions[pair].mixed.recall[1])
        assert along(curve, pair)[-1].recall == pytest.approx(after, abs=0.02)


def test_few_documents_can_do_harm_and_that_is_counted(made_set):
    """Without a bias there is nothing to gain, and a mean of two is all noise."""
    curve = curve_of(made_set(n=100, bias=0.0, noise=0.9), sizes=(2, 80), repeats=10)
    few, many = along(curve)
    assert few.recall < few.raw - 0.1
    assert few.worse_than_raw == 1.0
    assert many.worse_than_raw < 1.0


def test_the_error_of_a_centroid_is_what_repeats_show(made_set):
    """Small samples of many documents: nearly independent of the mean of all."""
    curve = curve_of(made_set(n=600), sizes=(5, 20), repeats=60)
    assert len(curve.centroids) == 4
    for one in curve.centroids:
        assert one.distance == pytest.approx(one.error, rel=0.1)
    errors = {(one.language, one.n): one.error for one in curve.centroids}
    assert errors["ja", 5] == pytest.approx(2 * errors["ja", 20])


def test_the_seed_decides_everything(pages, curve):
    again = curve_of(pages, sizes=(3, 20, 100), repeats=12, rng=1)
    assert again.points == curve.points
    assert again.centroids == curve.centroids
    assert curve_of(pages, sizes=(3, 20, 100), repeats=12, rng=2).points != curve.points


def test_sizes_beyond_the_smallest_language_are_left_out_and_said(pages):
    some = pages.take(np.arange(pages.n - 50))
    curve = curve_of(some, sizes=(400, 20, 100), repeats=2)
    assert {point.n for point in curve.points} == {20}
    (note,) = [n for n in curve.provenance.notices if n.code.endswith("sizes_left_out")]
    assert note.values["given"] == "100, 400"
    assert note.values["n"] == 100
    with pytest.raises(DataError, match=r"none of the sizes \(200, 400\) is below the 100"):
        curve_of(some, sizes=(200, 400))


@pytest.mark.parametrize("sizes", [(), (1,), (20, 1.5), (True,), (20, -3)])
def test_bad_sizes(pages, sizes):
    with pytest.raises(DataError, match="sizes must be whole numbers"):
        curve_of(pages, sizes=sizes)


@pytest.mark.parametrize("repeats", [1, 0, 2.5, True])
def test_bad_repeats(pages, repeats):
    with pytest.raises(DataError, match="repeats must be a whole number"):
        curve_of(pages, repeats=repeats)


def test_query_vectors_ask_when_there_are_some(pages):
    asked = replace(pages, query_vectors=pages.vectors[::-1].copy())
    curve = curve_of(asked, sizes=(50,), repeats=2)
    assert curve.query_role == "query vectors"
    assert along(curve)[0].raw < 0.2, "reversed queries find little"


def test_tables_are_strict_json(curve):
    tables = json.loads(json.dumps(curve.tables(), allow_nan=False))
    assert len(tables["learning_curve"]) == 6
    assert len(tables["centroid_errors"]) == 6
    json.dumps(curve.to_dict(), allow_nan=False)
    assert "ja -> en, n 100" in repr(curve)


def test_debian_reference_needs_about_two_hundred(shared_set):
    """Known sd over 30 subsets: n=20 0.011, 50 0.004, 200 0.0016; distance at 200 0.0238."""
    curve = curve_of(shared_set("debian_reference", "e5"), sizes=(20, 50, 200), repeats=30)
    points = {point.n: point for point in along(curve)}
    assert points[20].sd == pytest.approx(0.011, abs=0.005)
    assert points[50].sd == pytest.approx(0.004, abs=0.002)
    assert points[200].sd == pytest.approx(0.0016, abs=0.001)
    assert points[200].recall == pytest.approx(0.973, abs=0.005)
    assert all(point.worse_than_raw == 0 for point in points.values())
    distance = {one.language: one.distance for one in curve.centroids if one.n == 200}
    assert distance["ja"] == pytest.approx(0.0238, abs=0.001)
