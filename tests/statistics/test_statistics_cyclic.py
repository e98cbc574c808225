"""Rotations of ordered labels: how many there are, which, and what p they give."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monosashi.statistics.cyclic import plan_rotations


def partition(labels):
    """Which places share a label, whatever it is called."""
    return frozenset(frozenset(np.flatnonzero(labels == label)) for label in set(labels.tolist()))


def every_rotation(codes, order, blocks):
    """By rolling each block, one after the other, in every way."""
    lines = [np.flatnonzero(blocks == b)[np.argsort(order[blocks == b])] for b in set(blocks)]
    for shifts in itertools.product(*(range(len(line)) for line in lines)):
        moved = codes.copy()
        for line, shift in zip(lines, shifts, strict=True):
            moved[line] = np.roll(codes[line], shift)
        yield moved


def labels_of(plan):
    listed = plan.members(slice(0, plan.total))
    group = np.repeat(np.arange(len(plan.units)), plan.units)
    labels = np.empty_like(listed)
    np.put_along_axis(labels, listed.astype(np.int64), np.broadcast_to(group, listed.shape), 1)
    return labels


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_the_distinct_rotations_are_those_of_brute_force(seed):
    rng = np.random.default_rng(seed)
    n, groups = int(rng.integers(3, 11)), int(rng.integers(2, 4))
    codes = np.unique(rng.integers(0, groups, n), return_inverse=True)[1]
    blocks = np.unique(rng.integers(0, 2, n), return_inverse=True)[1]
    order = rng.permutation(n)
    plan = plan_rotations(codes, order, blocks)
    brute = [partition(moved) for moved in every_rotation(codes, order, blocks)]
    found = [partition(labels) for labels in labels_of(plan)]
    assert plan.exact
    assert plan.total == plan.distinct == len(set(found)) == len(found) == len(set(brute))
    assert set(found) == set(brute)
    assert found[0] == partition(codes)
    counts = {one: brute.count(one) for one in found}
    assert len(set(counts.values())) == 1  # so counting each once leaves p as it is


@pytest.mark.parametrize(
    ("labels", "total"),
    [("AAABB", 5), ("ABABAB", 1), ("AABB", 2), ("AABAAB", 3), ("AAAA", 1), ("ABCABC", 1),
     ("AABBCC", 2), ("ABC", 1)],
)  # fmt: skip
def test_rotations_that_only_rename_groups_count_once(labels, total):
    codes = np.unique(list(labels), return_inverse=True)[1]
    plan = plan_rotations(codes, np.arange(len(codes)))
    assert (plan.total, plan.distinct) == (total, total)


def test_blocks_rotate_independently():
    codes = np.array([0, 0, 1, 0, 1, 1, 1])
    blocks = np.array([0, 0, 0, 1, 1, 1, 1])
    assert plan_rotations(codes, np.arange(7), blocks).total == 3 * 4


def test_many_rotations_are_drawn_and_stay_rotations():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, 60)
    blocks, order = np.repeat(np.arange(6), 10), rng.permutation(60)
    plan = plan_rotations(codes, order, blocks, permutations=50, rng=1)
    assert (plan.exact, plan.total, plan.distinct) == (False, 50, None)
    drawn = labels_of(plan)
    assert len({tuple(row) for row in drawn.tolist()}) > 40
    for b in range(6):
        line = np.flatnonzero(blocks == b)[np.argsort(order[blocks == b])]
        rolls = {tuple(np.roll(codes[line], s)) for s in range(10)}
        assert {tuple(row[line]) for row in drawn} <= rolls
    again = plan_rotations(codes, order, blocks, permutations=50, rng=1)
    assert (labels_of(again) == drawn).all()


def test_draws_reach_every_rotation_alike():
    """A block of four: each of its rotations in a quarter of 8,000 draws."""
    codes = np.array([0, 0, 1, 2])
    wide = np.tile(codes, 8)
    plan = plan_rotations(wide, np.arange(32), np.repeat(np.arange(8), 4), permutations=8_000)
    first = labels_of(plan)[:, :4]
    counts = np.unique(first, axis=0, return_counts=True)[1]
    assert len(counts) == 4
    assert counts == pytest.approx(2_000, abs=4 * (8_000 * 0.25 * 0.75) ** 0.5)
