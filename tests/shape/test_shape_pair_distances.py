"""The mean distance of two objects."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from monosashi.shape import measure_shape, pair_distances


def of(rows, **options):
    return measure_shape(rows, normalise=False, **options)


def test_three_four_five():
    shape = of([[0.0, 0], [3, 0], [0, 4]])
    assert float(shape.mean_pair_distance) == pytest.approx(4)
    assert shape.mean_squared_pair_distance == pytest.approx(50 / 3)
    assert shape.mean_pair_distance.low is None


@pytest.mark.parametrize("n", [2, 97, 1_024, 1_500])
def test_blocks_are_all_pairs(n):
    rows = np.random.default_rng(n).normal(size=(n, 4)) + 1e4
    rows[: n // 4] = rows[0] + 1e-7 * np.arange(n // 4)[:, None]
    assert float(of(rows).mean_pair_distance) == pytest.approx(pdist(rows).mean(), rel=1e-9)


def test_near_copies_keep_their_digits():
    """By the product alone, the distance of 1e-6 at a norm of 1 would lose half its digits."""
    rows = np.array([[1.0, 0], [1 + 1e-6, 0], [-1, 0], [-1 - 1e-6, 0]])
    expected = pdist(rows).mean()
    assert float(of(rows).mean_pair_distance) == pytest.approx(expected, rel=1e-14)


def test_many_objects_are_sampled_and_the_interval_holds(monkeypatch):
    rows = np.random.default_rng(0).normal(size=(300, 3))
    monkeypatch.setattr(pair_distances, "MOST", 100)
    monkeypatch.setattr(pair_distances, "PAIRS", 2_000)
    true, held = pdist(rows).mean(), 0
    for seed in range(60):
        found = of(rows, rng=seed).mean_pair_distance
        held += found.low <= true <= found.high
    assert held >= 51
    assert "2000 random pairs" in found.method
    assert of(rows, rng=3).mean_pair_distance == of(rows, rng=3).mean_pair_distance


def test_sampling_leaves_the_permutations_alone(monkeypatch):
    rows = np.random.default_rng(0).normal(size=(60, 3))
    labels = np.arange(60) % 4
    plain = measure_shape(rows, labels, permutations=99, rng=5).permutation
    monkeypatch.setattr(pair_distances, "MOST", 10)
    assert measure_shape(rows, labels, permutations=99, rng=5).permutation == plain
