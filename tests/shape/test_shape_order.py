"""Labels that rotate along an order: p by brute force, level for drifting series, refusals."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist

import monosashi as ms
from monosashi.embeddings import DataError
from monosashi.shape import group_auc, measure_shape, measure_shape_from_distances
from monosashi.statistics.permutation import TIE


def series(seed, n=30, d=3, groups=3):
    """A slow walk on a ring with runs of labels."""
    rng = np.random.default_rng(seed)
    steps = rng.normal(size=(n, d))
    walk = np.cumsum(steps - steps.mean(axis=0), axis=0)
    return walk, np.repeat(np.arange(groups), n // groups)


def f_of(x, labels):
    means = np.array([x[labels == g].mean(axis=0) for g in np.unique(labels)])
    within = ((x - means[labels]) ** 2).sum()
    between = ((x - x.mean(axis=0)) ** 2).sum() - within
    return between / within


def brute_p(x, labels, place, blocks=None):
    """Over all rotations of every block, one after the other, each counted."""
    blocks = np.zeros(len(x), int) if blocks is None else blocks
    moved = [labels.copy()]
    for b in np.unique(blocks):
        line = np.flatnonzero(blocks == b)[np.argsort(place[blocks == b])]
        held = []
        for old in moved:
            for shift in range(len(line)):
                new = old.copy()
                new[line] = np.roll(old[line], shift)
                held.append(new)
        moved = held
    values = np.array([f_of(x, new) for new in moved])
    seen = f_of(x, labels)
    return (values >= seen * (1 - TIE)).mean()


@pytest.mark.parametrize("seed", range(6))
def test_p_is_the_share_of_rotations_that_reach_f(seed):
    x, labels = series(seed, n=12)
    place = np.random.default_rng(seed).permutation(12)
    found = measure_shape(x, labels, order=place, normalise=False)
    assert found.permutation.p_value == pytest.approx(brute_p(x, labels, place), abs=1e-12)
    assert found.permutation.scheme == "cyclic"
    assert found.permutation.exact


@pytest.mark.parametrize("seed", range(4))
def test_p_inside_blocks(seed):
    rng = np.random.default_rng(seed)
    x, labels = rng.normal(size=(13, 2)), np.array([0, 0, 1, 1, 2, 0, 1, 1, 2, 2, 0, 0, 1])
    blocks = np.repeat([0, 1], [5, 8])
    place = rng.permutation(13)
    found = measure_shape(x, labels, order=place, within=blocks.astype(str), normalise=False)
    assert found.permutation.p_value == pytest.approx(brute_p(x, labels, place, blocks), abs=1e-12)
    assert found.permutation.scheme == "cyclic within"
    assert found.permutation.smallest_p == pytest.approx(1 / 40)


def test_n_rotations_are_the_floor_of_p():
    """Ten objects: p is never below a tenth, however far the groups are apart."""
    x = np.concatenate([np.zeros((7, 1)), np.full((3, 1), 9.0)])
    found = measure_shape(x + 0.01 * np.arange(10)[:, None], [0] * 7 + [1] * 3,
                          order=np.arange(10), normalise=False)  # fmt: skip
    assert found.permutation.p_value == found.permutation.smallest_p == pytest.approx(0.1)


def test_expected_r_squared_is_the_mean_over_rotations():
    x, labels = series(3, n=15)
    found = measure_shape(x, labels, order=np.arange(15), normalise=False)
    shares = [1 - 1 / (1 + f_of(x, np.roll(labels, s))) for s in range(15)]
    assert found.expected_r_squared == pytest.approx(np.mean(shares), abs=1e-12)
    assert found.standardised_effect is None
    many = measure_shape(np.tile(x, (4, 1)), np.tile(labels, 4), order=np.arange(60),
                         within=np.repeat(list("abcd"), 15), normalise=False,
                         permutations=99)  # fmt: skip
    rng = np.random.default_rng(0)
    turned = [np.concatenate([np.roll(labels, s) for s in rng.integers(0, 15, 4)])
              for _ in range(400)]  # fmt: skip
    by_hand = [1 - 1 / (1 + f_of(np.tile(x, (4, 1)), one)) for one in turned]
    assert many.expected_r_squared == pytest.approx(np.mean(by_hand), abs=0.04)
    assert "expected_r_squared" not in many.reasons
    (told,) = [one for one in many.findings() if "grouping" in one.code]
    assert "–" not in told.say("en")


def test_sentences_of_rotations_free_r_squared_of_their_own_chance():
    """ε² takes rows for independent: along an order it is no cure for what chance gives."""
    x, labels = series(3, n=30)
    found = measure_shape(x, labels, order=np.arange(30), normalise=False)
    told = next(one for one in found.findings() if one.code == "shape.grouping_not_shown_rotated")
    freed = (found.r_squared.value - found.expected_r_squared) / (1 - found.expected_r_squared)
    assert told.numbers["freed_text"] == f"{freed:.3f}"
    assert abs(freed - float(found.epsilon_squared)) > 0.1
    assert "rotated" in told.say("en")
    free = measure_shape(x, labels, normalise=False)
    assert any(one.code == "shape.grouping" for one in free.findings())


def test_a_drift_is_no_grouping():
    """Series without any group: shuffling finds groups nearly always, rotation at its level."""
    shuffled = rotated = 0
    for seed in range(100):
        x, labels = series(seed)
        options = {"normalise": False, "permutations": 99}
        shuffled += measure_shape(x, labels, **options).permutation.p_value <= 0.1
        turned = measure_shape(x, labels, order=np.arange(30), **options)
        rotated += turned.permutation.p_value <= 0.1
    assert shuffled > 80
    assert rotated <= 10 + 3 * 3


def test_distances_and_auc_rotate_as_vectors_do():
    x, labels = series(5, n=18)
    a = measure_shape(x, labels, order=np.arange(18), normalise=False)
    b = measure_shape_from_distances(pdist(x), labels, order=np.arange(18))
    assert a.permutation.p_value == b.permutation.p_value
    assert a.expected_r_squared == pytest.approx(b.expected_r_squared, abs=1e-12)
    assert group_auc(x, labels, order=np.arange(18), normalise=False).permutation.permutations == 6


@pytest.mark.parametrize(
    "order",
    [
        ["2024-01-05", "2024-01-04", "2024-01-03", "2024-01-02", "2024-01-01", "2023-12-31"],
        ["10", "9", "8", "7", "2", "1"],
        [6.5, 5, 4, 3, 2, -1],
        np.array(["2024-06", "2024-05", "2024-04", "2024-03", "2024-02", "2024-01"], "datetime64"),
    ],
)
def test_numbers_dates_and_text_give_one_order(order):
    x, labels = np.random.default_rng(1).normal(size=(6, 2)), [0, 1, 1, 0, 0, 0]
    plain = measure_shape(x, labels, order=np.arange(6)[::-1], normalise=False)
    found = measure_shape(x, labels, order=order, normalise=False)
    assert found.permutation == plain.permutation
    assert found.null == plain.null


def test_text_that_is_neither_number_nor_date_is_told():
    x, labels = np.random.default_rng(1).normal(size=(6, 2)), [0, 1, 1, 0, 0, 0]
    days = ["1/2/2024", "10/1/2024", "2/1/2024", "3/1/2024", "4/1/2024", "5/1/2024"]
    dates = ["2024", "2024-02", "2024-02-03", "2024-03-01T10:00Z", "2025-W05", "2026"]
    for order, told in ((days, True), (dates, False), ([str(i) for i in range(6)], False)):
        for found in (measure_shape(x, labels, order=order, normalise=False),
                      measure_shape_from_distances(pdist(x), labels, order=order),
                      group_auc(x, labels, order=order, normalise=False)):  # fmt: skip
            codes = [note.code for note in found.provenance.notices]
            assert ("shape.notices.order_text" in codes) == told


def test_singletons_leave_the_order_of_the_others():
    x, labels = series(2, n=12)
    labels[4] = 9
    found = measure_shape(x, labels, order=np.arange(12), singletons="drop", normalise=False)
    rest = np.delete(np.arange(12), 4)
    again = measure_shape(x[rest], labels[rest], order=rest, normalise=False)
    assert found.permutation == again.permutation


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"order": [1, 2, 2, 3, 4, 5]}, '"1", "2"'),
        ({"order": [1, None, 2, 3, 4, 5]}, '"1"'),
        ({"order": [1.0, float("nan"), 2, 3, 4, float("inf")]}, '"1", "5"'),
        ({"order": "time"}, "time"),
        ({"order": ["10", "9", "8", "x", "7", "6"]}, '"3"'),
        ({"order": ["1_0", "2", "3", "4", "5", "6"]}, '"0"'),
        ({"order": range(6), "whole": list("aabbcc")}, "order and whole"),
    ],
)
def test_what_is_no_order_is_refused(options, named):
    with pytest.raises(DataError, match=named):
        measure_shape(np.eye(6), list("xxxyyy"), **options)


def test_one_rotation_only_is_no_test():
    with pytest.raises(DataError, match="every rotation"):
        measure_shape(np.eye(6), list("xyxyxy"), order=range(6))


def test_equal_places_may_stand_in_different_blocks():
    labels, blocks = list("xxyxyy"), list("aaabbb")
    found = ms.measure_shape(np.eye(6), labels, order=[1, 2, 3, 1, 2, 3], within=blocks)
    assert found.permutation.permutations == 9
