"""Order of models before and after, and between halves of the datasets."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from monosashi.statistics.rank_correlation import spearman_rows, tau_b
from monosashi.statistics.ranking_stability import ranking_stability
from monosashi.statistics.split_half import number_of_splits, split_half


def test_tau_and_rho_are_scipys():
    rng = np.random.default_rng(4)
    x, y = rng.integers(0, 5, (2, 30)).astype(float)
    assert tau_b(x, y) == pytest.approx(stats.kendalltau(x, y).statistic)
    assert spearman_rows(x[None], y[None])[0] == pytest.approx(stats.spearmanr(x, y).statistic)
    assert tau_b(x, np.zeros(30)) is None


@pytest.mark.parametrize("units", [2, 3, 4, 7, 8])
def test_all_splits_once(units):
    loss = np.random.default_rng(units).normal(size=(5, units))
    found = split_half(loss)
    seen = {frozenset((half, tuple(sorted(set(range(units)) - set(half)))))
            for half in combinations(range(units), units // 2)}  # fmt: skip
    assert found.splits == len(seen) == number_of_splits(units)
    rhos = [stats.spearmanr(loss[:, list(a)].mean(1), loss[:, list(b)].mean(1)).statistic
            for a, b in map(tuple, seen)]  # fmt: skip
    assert found.value == pytest.approx(np.mean(rhos))


def test_many_units_are_split_at_random_and_the_same_again():
    loss = np.random.default_rng(1).normal(size=(6, 19)) + np.arange(6)[:, None]
    first, again = split_half(loss, rng=3), split_half(loss, rng=3)
    assert first == again
    assert (first.splits, first.exhaustive) == (1000, False)
    assert first.value > 0.9
    assert first.low <= first.value <= first.high


def test_nothing_to_split():
    assert split_half(np.ones((3, 1))).value is None
    assert split_half(np.ones((3, 4))).value is None


def test_an_order_that_stays_and_one_that_turns():
    rng = np.random.default_rng(0)
    before = rng.normal(0, 1, (4, 12)) + 10 * np.arange(4)[:, None]
    same = ranking_stability(before, before - 3)
    assert (same.value, same.low, same.high, same.inverted) == (1, 1, 1, ())
    after = before.copy()
    after[3] -= 15  # behind number 2 and ahead of number 1
    turned = ranking_stability(before, after)
    assert turned.value == pytest.approx(2 / 3, abs=0.1)
    assert [pair[:2] for pair in turned.inverted] == [(3, 2)]
    assert turned.inverted[0][2] > 0.99


def test_one_dataset_has_no_interval():
    found = ranking_stability(np.array([[1.0], [2.0]]), np.array([[2.0], [3.0]]))
    assert (found.value, found.low) == (1, None)
