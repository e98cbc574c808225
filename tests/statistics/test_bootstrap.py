"""Bootstrap over units: pairing, reproducibility, resamples without rows."""

import numpy as np
import pytest

from monosashi.statistics.bootstrap import Resampling, percentile_interval


def draw(units, **options):
    values = np.asarray(units, dtype=float)[:, None]
    return Resampling.of(len(values), **options).means(values, np.ones_like(values))[:, 0]


def test_same_seed_same_draws_and_none_means_zero():
    units = np.random.default_rng(1).random(40)
    assert draw(units).tobytes() == draw(units, rng=0).tobytes()
    assert draw(units, rng=1).tobytes() != draw(units, rng=0).tobytes()


def test_mean_and_spread_are_those_of_a_bootstrap():
    units = np.random.default_rng(2).random(60)
    draws = draw(units, draws=20_000)
    assert draws.mean() == pytest.approx(units.mean(), abs=0.002)
    assert draws.std() == pytest.approx(units.std() / 60**0.5, rel=0.03)


def test_columns_share_their_resamples():
    rng = np.random.default_rng(3)
    a, b = rng.random((2, 50))
    table = np.stack([a, b, a - b], axis=1)
    means = Resampling.of(50).means(table, np.ones_like(table))
    np.testing.assert_allclose(means[:, 0] - means[:, 1], means[:, 2], atol=1e-12)


def test_units_of_several_rows_weigh_by_rows():
    sums, counts = np.array([[3.0], [0.0]]), np.array([[3.0], [1.0]])
    draws = Resampling.of(2).means(sums, counts)[:, 0]
    assert set(draws.round(6).tolist()) == {0.0, 0.75, 1.0}


def test_a_resample_without_rows_is_undefined_and_left_out():
    sums, counts = np.array([[1.0], [0.0]]), np.array([[1.0], [0.0]])
    draws = Resampling.of(2).means(sums, counts)[:, 0]
    assert np.isnan(draws).mean() == pytest.approx(0.25, abs=0.05)
    assert percentile_interval(draws) == (1.0, 1.0)
