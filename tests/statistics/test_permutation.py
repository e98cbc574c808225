"""Arrangements: all of them once, or drawn the same way however they are cut."""

from itertools import permutations

import numpy as np
import pytest

from monosashi.statistics.arrangements import (
    count_arrangements,
    count_units,
    count_up_to,
    every_arrangement,
)
from monosashi.statistics.moments import Traces, permutation_moments
from monosashi.statistics.permutation import chance_interval, conclude, plan_arrangements, reaches


def partitions_by_force(codes, strata):
    """Every permutation that stays inside the strata, as a set of sets."""
    m, seen = len(codes), set()
    for order in permutations(range(m)):
        if all(strata[order[i]] == strata[i] for i in range(m)):
            seen.add(as_partition([codes[i] for i in order]))
    return seen


def as_partition(labels):
    labels = np.asarray(labels)
    return frozenset(frozenset(np.flatnonzero(labels == g).tolist()) for g in set(labels.tolist()))


def dense(values):
    return np.unique(values, return_inverse=True)[1]


@pytest.mark.parametrize("seed", range(24))
def test_enumeration_lists_each_partition_once(seed):
    rng = np.random.default_rng(seed)
    m = int(rng.integers(2, 8))
    codes = dense(rng.integers(0, 4, m))
    strata = dense(rng.integers(0, 1 + seed % 3, m) if seed % 3 else np.zeros(m, dtype=int))
    wanted = partitions_by_force(codes, strata)
    listed = every_arrangement(codes, strata)
    assert {as_partition(row) for row in listed} == wanted
    assert len(listed) == len(wanted) == count_arrangements(count_units(codes, strata))


@pytest.mark.parametrize(
    ("sizes", "count"),
    [([2, 2], 3), ([3, 3], 10), ([1, 9], 10), ([2] * 6, 10_395), ([4, 4, 4], 5_775),
     ([1, 999_999], 1_000_000)],
)  # fmt: skip
def test_counts(sizes, count):
    assert count_arrangements(np.array([sizes])) == count
    assert count_up_to(np.array([sizes]), count) == count
    assert count_up_to(np.array([sizes]), count - 1) is None


def test_many_singletons_are_listed_without_detours():
    codes = np.r_[np.arange(100), 100, 100]
    assert len(every_arrangement(codes, np.zeros(102, dtype=int))) == 5_151


def test_random_labels_stay_in_their_stratum_and_keep_their_counts():
    rng = np.random.default_rng(0)
    codes, strata = dense(rng.integers(0, 3, 60)), dense(rng.integers(0, 4, 60))
    plan = plan_arrangements(codes, strata, permutations=50, rng=1, scheme="within")
    assert not plan.exact
    members = plan.members(slice(0, 50))
    groups = np.sort(codes)
    for row in members:
        labels = np.empty(60, dtype=int)
        labels[row] = groups
        assert (count_units(labels, strata) == count_units(codes, strata)).all()
    assert len({tuple(row) for row in members.tolist()}) == 50


def test_same_seed_same_draws():
    codes = np.repeat([0, 1], 40)
    first, second = (plan_arrangements(codes, permutations=64, rng=7) for _ in range(2))
    assert (first.members(slice(32, 64)) == second.members(slice(32, 64))).all()
    other = plan_arrangements(codes, permutations=64, rng=8)
    assert (first.members(slice(32, 64)) != other.members(slice(32, 64))).any()


def test_every_unit_is_equally_likely_anywhere():
    plan = plan_arrangements(np.repeat([0, 1, 2], 20), permutations=20_000, rng=0)
    first = plan.members(slice(0, 20_000))[:, :20]
    share = np.bincount(first.ravel(), minlength=60) / 20_000
    assert np.abs(share - 1 / 3).max() < 5 * np.sqrt(2 / 9 / 20_000)


def test_large_tables_are_not_listed():
    codes = np.r_[0, np.ones(9_999, dtype=int)]
    plan = plan_arrangements(codes, permutations=99)
    assert plan.distinct == 10_000
    assert not plan.exact
    assert plan.total == 99


def test_p_counts_the_observed_labels():
    plan = plan_arrangements(np.repeat([0, 1], 40), permutations=99)
    none = conclude(plan, np.zeros(99), 1.0, 1.0)
    assert (none.p_value, none.smallest_p, none.exceedances) == (0.01, 0.01, 0)
    assert conclude(plan, np.ones(99), 1.0, 1.0).p_value == 1.0


def test_equal_to_rounding_is_a_tie():
    assert reaches(np.array([1 - 1e-11, 1 - 1e-9, 2.0, np.inf]), 1.0) == 3


def test_interval_of_a_monte_carlo_p():
    plan = plan_arrangements(np.repeat([0, 1], 40), permutations=999)
    values = np.r_[np.ones(49), np.zeros(950)]
    low, high = chance_interval(conclude(plan, values, 1.0, 1.0))
    assert low < 0.05 < high
    assert high - low == pytest.approx(0.027, abs=0.002)


def test_a_p_at_its_floor_may_be_anything_below():
    plan = plan_arrangements(np.repeat([0, 1], 40), permutations=999)
    test = conclude(plan, np.zeros(999), 1.0, 1.0)
    low, high = chance_interval(test)
    assert low == 0.0
    assert test.p_value < high < 0.005


@pytest.mark.parametrize("sizes", [[1, 2, 3], [3, 3], [2, 2, 2], [5, 2]])
def test_exact_moments_are_those_of_all_permutations(sizes):
    labels = np.repeat(np.arange(len(sizes)), sizes)
    n, counts = len(labels), np.array(sizes)
    x = np.random.default_rng(n).normal(size=(n, 3))
    x -= x.mean(axis=0)
    kernel = x @ x.T
    onehot = np.eye(len(sizes))[labels] / np.sqrt(counts)[labels][:, None]
    projection = onehot @ onehot.T - 1 / n
    values = [np.sum(projection * kernel[np.ix_(p, p)]) for p in permutations(range(n))]
    traces = [Traces(np.trace(m), np.sum(m * m), np.sum(np.diag(m) ** 2))
              for m in (kernel, projection)]  # fmt: skip
    mean, variance = permutation_moments(*traces, n)
    assert mean == pytest.approx(np.mean(values), rel=1e-12)
    assert variance == pytest.approx(np.var(values), rel=1e-10)
    assert np.mean(values) / np.trace(kernel) == pytest.approx(
        (len(sizes) - 1) / (n - 1), rel=1e-12
    )


def test_no_variance_formula_below_four():
    assert permutation_moments(Traces(1, 1, 1), Traces(1, 1, 1), 3) == (0.5, None)
