"""Do the intervals cover and do the tests keep their level? (pytest -m slow)."""

import numpy as np
import pytest

from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.panel import Panel
from monosashi.shape import compare_shapes, measure_shape

pytestmark = pytest.mark.slow


def draw(rng, sizes, d, between=1.0, widths=1.0):
    labels = np.repeat(np.arange(len(sizes)), sizes)
    widths = np.broadcast_to(widths, len(sizes))[labels, None]
    rows = between * rng.normal(size=(len(sizes), d))[labels] + widths * rng.normal(
        size=(len(labels), d)
    )
    return rows, labels


def large_g_r_squared(sizes, d, seed=1):
    rng = np.random.default_rng(seed)
    rows, labels = draw(rng, np.tile(sizes, 200), d, between=1.5)
    return float(measure_shape(rows, labels, normalise=False, permutations=1).r_squared)


@pytest.mark.parametrize("sizes", [[4] * 20, [1, 2, 3, 4, 16] * 4])
def test_jackknife_interval_covers(sizes):
    truth = large_g_r_squared(sizes, 8)
    rng = np.random.default_rng(0)
    covered = 0
    for _ in range(400):
        rows, labels = draw(rng, sizes, 8, between=1.5)
        found = measure_shape(rows, labels, normalise=False, permutations=1).r_squared
        covered += found.low <= truth <= found.high
    assert 0.91 <= covered / 400 <= 0.98


def test_paired_difference_covers_zero():
    rng = np.random.default_rng(0)
    covered = 0
    for _ in range(300):
        rows, labels = draw(rng, [4] * 20, 8, between=1.5)
        sets = [EmbeddingSet.from_arrays(rows + 0.5 * rng.normal(size=rows.shape)) for _ in "ab"]
        row = compare_shapes(Panel.of(*sets, names=["a", "b"]), labels).differences[0]
        covered += row["low"] <= 0 <= row["high"]
    assert 0.92 <= covered / 300 <= 0.98


def rejections(sizes, widths, field, replicates=250):
    rng = np.random.default_rng(0)
    hits = 0
    for _ in range(replicates):
        rows, labels = draw(rng, sizes, 12, between=0.0, widths=widths)
        shape = measure_shape(rows, labels, normalise=False, permutations=99, rng=rng)
        hits += getattr(shape, field).p_value <= 0.05
    return hits / replicates


def test_welch_keeps_its_level_where_f_does_not():
    sizes, widths = [40, 12, 6], np.array([0.5, 1, 2])
    assert rejections(sizes, widths, "welch_permutation") < 0.09
    assert rejections(sizes, widths, "permutation") > 0.7


@pytest.mark.parametrize("field", ["permutation", "welch_permutation", "dispersion"])
def test_level_under_the_null(field):
    assert rejections([20, 20, 20], np.ones(3), field) == pytest.approx(0.05, abs=0.042)


def test_p_is_uniform_under_the_null():
    rng = np.random.default_rng(3)
    p = []
    for _ in range(300):
        rows, labels = draw(rng, [12, 9, 9], 6, between=0.0)
        p.append(measure_shape(rows, labels, permutations=199, rng=rng).permutation.p_value)
    from scipy.stats import kstest

    assert kstest(p, "uniform").pvalue > 0.01


def test_whole_plots_keep_the_level_that_free_shuffling_loses():
    rng = np.random.default_rng(4)
    plots, hits = np.repeat(np.arange(12), 5), {"free": 0, "whole": 0}
    for _ in range(200):
        rows = rng.normal(size=(12, 6))[plots] + 0.7 * rng.normal(size=(60, 6))
        for scheme, options in (("free", {}), ("whole", {"whole": plots})):
            shape = measure_shape(rows, plots // 4, normalise=False, permutations=99, **options)
            hits[scheme] += shape.permutation.p_value <= 0.05
    assert hits["free"] / 200 > 0.5
    assert hits["whole"] / 200 == pytest.approx(0.05, abs=3 * np.sqrt(0.05 * 0.95 / 200))


SMALL_GROUPS = {"5": [5] * 20, "2 and 8": [2] * 20 + [8] * 20, "2 and 10": [2] * 40 + [10] * 5}


@pytest.mark.parametrize("sizes", SMALL_GROUPS.values(), ids=SMALL_GROUPS)
def test_spread_of_small_groups_keeps_its_level_where_permdisp_does_not(sizes):
    assert rejections(sizes, np.ones(len(sizes)), "width_permutation", 200) < 0.09
    assert rejections(sizes, np.ones(len(sizes)), "dispersion", 200) > 0.12


def test_spread_of_unit_vectors_keeps_its_level():
    rng, hits = np.random.default_rng(5), 0
    labels = np.repeat(np.arange(20), [2, 4, 6, 8] * 5)
    for _ in range(200):
        rows = rng.normal(size=(len(labels), 30)) / np.arange(1, 31) ** 0.5 + 0.5
        shape = measure_shape(rows, labels, permutations=99, rng=rng)
        hits += shape.width_permutation.p_value <= 0.05
    assert hits / 200 < 0.09


def test_spread_of_items_in_two_languages_keeps_its_level():
    rng, hits = np.random.default_rng(6), {"whole": 0, "free": 0}
    items = np.repeat(np.arange(25), [1] * 10 + [3] * 10 + [8] * 5)
    for _ in range(200):
        centres = rng.normal(size=(len(items), 8))
        rows = np.concatenate([centres + 0.3 * rng.normal(size=centres.shape) for _ in "ab"])
        labels, units = np.tile(items, 2), np.tile(np.arange(len(items)), 2)
        for scheme, options in (("free", {}), ("whole", {"whole": units})):
            shape = measure_shape(rows, labels, normalise=False, permutations=99, **options)
            hits[scheme] += shape.width_permutation.p_value <= 0.05
    assert hits["whole"] / 200 < 0.09
    assert hits["free"] / 200 > 0.5


def test_whole_units_of_unequal_size_keep_the_level():
    """p of F is uniform when units of one, two and three objects carry the labels."""
    rng, p = np.random.default_rng(7), []
    for _ in range(300):
        sizes = rng.choice([1, 2, 3, 3], 36)
        units = np.repeat(np.arange(36), sizes)
        rows = rng.normal(size=(36, 6))[units] + 0.3 * rng.normal(size=(len(units), 6))
        shape = measure_shape(rows, units // 6, whole=units, permutations=199, rng=rng)
        p.append(shape.permutation.p_value)
    from scipy.stats import kstest

    assert kstest(p, "uniform").pvalue > 0.01


def test_jackknife_interval_covers_with_ten_groups_of_unequal_size():
    sizes = [2, 3, 4, 6, 16] * 2
    truth = large_g_r_squared(sizes, 8)
    rng, covered = np.random.default_rng(8), 0
    for _ in range(400):
        rows, labels = draw(rng, sizes, 8, between=1.5)
        found = measure_shape(rows, labels, normalise=False, permutations=1).r_squared
        covered += found.low <= truth <= found.high
    assert 0.88 <= covered / 400 <= 0.98
