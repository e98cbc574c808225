"""The interval of the correlation of drift and loss, of which most losses are 0."""

import numpy as np
import pytest

from monosashi.robustness.runs.rho_interval import _influence, rho_interval
from monosashi.robustness.tasks.correlations import rank_correlation


def drawn(random, n, zero=0.8, slope=1.5):
    """Drift, and losses of which so many are 0, fewer where the drift is large."""
    drift = random.exponential(size=n)
    chance = 1 / (1 + np.exp(-(np.log((1 - zero) / zero) + slope * (drift - 1))))
    return drift, np.where(random.random(n) < chance, random.choice([1, 0.5, -0.5, 0.37], n), 0)


def test_the_influence_of_records_is_what_leaving_them_out_does():
    a, b = drawn(np.random.default_rng(1), 300)
    left = [rank_correlation(np.delete(a, i), np.delete(b, i)) for i in range(300)]
    jackknife = (299 / 300 * ((np.array(left) - np.mean(left)) ** 2).sum()) ** 0.5
    assert _influence(a, b).std(ddof=1) / 300**0.5 == pytest.approx(jackknife, rel=0.02)
    assert _influence(a, b).sum() == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("zero", "slope"), [(0.5, 1.5), (0.8, 1.5), (0.8, 0.0)])
def test_the_interval_covers_where_most_losses_are_nothing(zero, slope):
    random = np.random.default_rng(2)
    truth = rank_correlation(*drawn(random, 400_000, zero, slope))
    held = [rho_interval(*drawn(random, 200, zero, slope), 0.95) for _ in range(400)]
    covered = np.mean([low <= truth <= high for low, high in held])
    assert 0.92 <= covered <= 0.98  # the usual formula: .88 at a slope of 1.5


def test_few_records_and_few_losses_have_none():
    random = np.random.default_rng(3)
    assert rho_interval(*drawn(random, 39), 0.95) is None
    a = random.normal(size=100)
    assert rho_interval(a, np.where(np.arange(100) < 9, 1.0, 0.0), 0.95) is None
    assert rho_interval(a, np.where(np.arange(100) < 10, 1.0, 0.0), 0.95) is not None
    assert rho_interval(a, a, 0.95) is None
