"""Bootstrap over units: pairing, reproducibility, intervals that never collapse."""

import numpy as np
import pytest

from monosashi.statistics.bootstrap import Resampling, mean_interval, percentile_interval
from monosashi.statistics.proportions import clopper_pearson, unanimous_bound


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


@pytest.mark.parametrize("value", [0.0, 1.0, 0.5])
def test_unanimous_units_do_not_give_certainty(value):
    units = np.full(30, value)
    found = mean_interval(units, draw(units))
    assert found.high - found.low == pytest.approx(unanimous_bound(30))
    assert found.low <= value <= found.high
    assert "exact" in found.method


def test_few_exceptions_use_the_exact_interval():
    units = np.r_[np.zeros(96), np.ones(4)]
    found = mean_interval(units, draw(units))
    assert (found.low, found.high) == clopper_pearson(4, 100)
    assert found.method == "Clopper-Pearson"


def test_five_exceptions_use_the_bootstrap():
    units = np.r_[np.zeros(95), np.ones(5)]
    assert mean_interval(units, draw(units)).method.startswith("bootstrap")


@pytest.mark.parametrize(("gained", "lost"), [(2, 0), (5, 0), (3, 3), (9, 0)])
def test_few_changes_never_claim_more_than_mcnemar(gained, lost):
    """A gain without any loss is not yet a certain gain."""
    from monosashi.statistics.paired import mcnemar_exact

    units = np.r_[np.zeros(300), np.ones(gained), -np.ones(lost)]
    found = mean_interval(units, draw(units), bounds=(-1, 1))
    assert found.method == "Clopper-Pearson of gains and losses"
    assert found.low <= units.mean() <= found.high
    if found.low > 0:
        assert mcnemar_exact(gained, lost) < 0.05


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.02, 0.1, 0.5, 0.97])
def test_interval_of_a_share_covers(share):
    rng = np.random.default_rng(5)
    covered = 0
    for i in range(400):
        units = (rng.random(200) < share).astype(float)
        found = mean_interval(units, draw(units, draws=1000, rng=i))
        covered += found.low <= share <= found.high
    assert 0.91 <= covered / 400 <= 0.99
