"""dbICC from distances: by hand, by brute force, equal to the trace ICC where sizes are equal."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform

from monosashi.shape import measure_shape, measure_shape_from_distances

BOTH = ("dbicc", "dbicc_by_group")


def measured(table, labels):
    return measure_shape_from_distances(table, labels, permutations=9)


def brute(table, labels, *, by_group):
    """Pair by pair, in loops."""
    within, between = {}, {}
    for i in range(len(labels)):
        for j in range(i):
            pair = tuple(sorted((labels[i], labels[j])))
            held = within if pair[0] == pair[1] else between
            held.setdefault(pair, []).append(table[i, j] ** 2)
    if by_group:
        near, apart = ([np.mean(d) for d in held.values()] for held in (within, between))
    else:
        near, apart = (np.concatenate([*held.values()]) for held in (within, between))
    return 1 - np.mean(near) / np.mean(apart)


def random_table(seed, smallest=1):
    rng = np.random.default_rng(seed)
    sizes = rng.integers(smallest, 6, size=rng.integers(3, 6))
    sizes[:2] = np.maximum(sizes[:2], 2)
    labels = np.repeat(np.arange(len(sizes)), sizes)
    order = rng.permutation(len(labels))
    rows = rng.normal(size=(len(sizes), 3))[labels] + rng.normal(size=(len(labels), 3))
    return squareform(pdist(rows[order])), labels[order]


def test_by_hand():
    """Worked example: within d² 0.4 and 0.4, between 2, 3.2, 0.8 and 2, so 1 - 0.4/2."""
    points = [[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]]
    found = measured(pdist(points), list("AABB"))
    for name in BOTH:
        assert float(getattr(found, name)) == pytest.approx(0.8, abs=1e-12)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_both_variants_are_those_of_brute_force(seed):
    table, labels = random_table(seed)
    found = measured(table, labels)
    for name in BOTH:
        expected = brute(table, labels, by_group=name == "dbicc_by_group")
        assert float(getattr(found, name)) == pytest.approx(expected, abs=1e-12)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=15, deadline=None)
def test_interval_is_the_jackknife_over_groups(seed):
    table, labels = random_table(seed, smallest=2)
    found, groups = measured(table, labels), np.unique(labels)
    for name in BOTH:
        left = [brute(table[np.ix_(kept, kept)], labels[kept], by_group=name == "dbicc_by_group")
                for g in groups for kept in [np.flatnonzero(labels != g)]]  # fmt: skip
        n = len(groups)
        error = np.sqrt((n - 1) / n * ((left - np.mean(left)) ** 2).sum())
        estimate = getattr(found, name)
        assert estimate.standard_error == pytest.approx(error, rel=1e-9)
        corrected = n * estimate.value - (n - 1) * np.mean(left)
        assert estimate.bias_corrected == pytest.approx(corrected, abs=1e-10)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_with_equal_sizes_both_are_the_trace_icc(seed):
    rng = np.random.default_rng(seed)
    groups, size = int(rng.integers(2, 7)), int(rng.integers(2, 6))
    labels = np.repeat(np.arange(groups), size)
    rows = rng.normal(size=(groups, 4))[labels] * rng.uniform(0, 2) + rng.normal(
        size=(len(labels), 4))  # fmt: skip
    found = measured(pdist(rows), labels)
    icc = measure_shape(rows, labels, normalise=False, permutations=9).icc
    for name in BOTH:
        assert float(getattr(found, name)) == pytest.approx(float(icc), abs=1e-10)


def test_reference_value(shared_oracle):
    """0.73119, which is also the trace ICC of this balanced set."""
    held = shared_oracle("d02_seedtable")
    unit = held["X"] / np.linalg.norm(held["X"], axis=1, keepdims=True)
    found = measured(pdist(unit), held["labels"] if "labels" in held else np.repeat(range(20), 4))
    for name in BOTH:
        assert float(getattr(found, name)) == pytest.approx(0.73119, abs=5e-6)


def test_one_large_loose_group_rules_the_pairs():
    """Many tight groups and one wide one: pairs see almost nothing but the wide one."""
    rng = np.random.default_rng(0)
    labels = np.repeat(np.arange(9), [60, *[3] * 8])
    scale = np.where(labels == 0, 3.0, 0.1)[:, None]
    rows = rng.normal(size=(9, 5))[labels] + scale * rng.normal(size=(len(labels), 5))
    found = measured(pdist(rows), labels)
    assert float(found.dbicc) < 0
    assert float(found.dbicc_by_group) > 0.4


def test_identical_members_give_one_and_identical_centres_nothing():
    same = [0, 0, 1, 1, 5, 5]
    found = measured(pdist(np.array(same)[:, None]), list("aabbcc"))
    assert float(found.dbicc) == 1
    nothing = np.array([[0, 1, 1], [1, 0, 0], [1, 0, 0]], float)  # no metric: only within apart
    table = np.zeros((4, 4))
    table[:2, :2] = nothing[:2, :2]
    found = measured(table, list("aabb"))
    for name in BOTH:
        assert getattr(found, name) is None
        assert "between" in found.reasons[name].say("en")


def test_two_groups_have_no_interval_and_say_so():
    found = measured(pdist(np.arange(4.0)[:, None]), list("aabb"))
    for name in BOTH:
        assert getattr(found, name).low is None
        assert f"{name}.interval" in found.reasons


def test_both_stand_in_the_tables_with_groups_only():
    table, labels = random_table(1, smallest=2)
    rows = {row["quantity"]: row for row in measured(table, labels).tables()["shape"]}
    assert rows["dbicc"]["low"] is not None
    assert rows["dbicc_by_group"]["value"] is not None
    free = measure_shape_from_distances(table)
    assert "dbicc" not in {row["quantity"] for row in free.tables()["shape"]}
    assert "dbicc" in free.reasons
