"""Spread of groups: small groups and objects that move together must not look different."""

from itertools import combinations, permutations

import numpy as np
import pytest

from monosashi.shape import measure_shape
from monosashi.shape.width import unevenness


def pairs_of_translations(units, seed=0, wobble=0.3, d=12):
    """Items of one spread, each in two languages; ``units`` items in every group."""
    rng = np.random.default_rng(seed)
    groups = np.repeat(np.arange(len(units)), units)
    items = rng.normal(size=(len(groups), d))
    rows = np.concatenate([items + wobble * rng.normal(size=items.shape) for _ in "ab"])
    return rows, np.tile(groups, 2), np.tile(np.arange(len(groups)), 2)


def brute_w_tilde(rows, units):
    halves = [((rows[i] - rows[j]) ** 2).sum() / 2
              for i, j in combinations(range(len(rows)), 2) if units[i] != units[j]]  # fmt: skip
    return np.mean(halves)


def test_w_tilde_takes_pairs_of_different_units():
    rows, groups, units = pairs_of_translations([1, 2, 5])
    extra = rows[:1] + 0.1  # one unit of three objects
    rows, groups, units = np.vstack([rows, extra]), [*groups, groups[0]], [*units, units[0]]
    groups, units = np.array(groups), np.array(units)
    shape = measure_shape(rows, groups, whole=units, normalise=False, permutations=9)
    found = {row["group"]: row for row in shape.groups}
    assert found["0"]["w_tilde"] is None
    assert found["1"]["low"] is None
    for name in ("1", "2"):
        here = groups == int(name)
        assert found[name]["w_tilde"] == pytest.approx(brute_w_tilde(rows[here], units[here]))
    here = groups == 2
    without = [brute_w_tilde(rows[here & (units != u)], units[here & (units != u)])
               for u in np.unique(units[here])]  # fmt: skip
    error = np.sqrt(4 / 5 * ((without - np.mean(without)) ** 2).sum())
    from scipy.stats import t

    half = t.ppf(0.975, 4) * error
    assert found["2"]["high"] - found["2"]["w_tilde"] == pytest.approx(half)


def test_units_of_one_object_are_objects():
    rows, groups, _ = pairs_of_translations([3, 4])
    alone = np.arange(len(rows))
    free = measure_shape(rows, groups, permutations=9, rng=1)
    whole = measure_shape(rows, groups, whole=alone, permutations=9, rng=1)
    assert whole.groups == free.groups
    assert whole.width_permutation.p_value == free.width_permutation.p_value
    assert whole.expected_r_squared == pytest.approx(free.expected_r_squared, rel=1e-12)


@pytest.mark.parametrize(
    "options",
    [
        {"whole": [0, 0, 1, 1, 2, 3, 4, 4]},
        {"within": [0, 0, 0, 1, 1, 1, 1, 0]},
        {"whole": [0, 0, 1, 1, 2, 3, 4, 4], "within": [0, 0, 0, 0, 1, 1, 0, 0]},
    ],
)
def test_expected_r_squared_is_the_mean_of_all_arrangements(options):
    rng = np.random.default_rng(5)
    rows = rng.normal(size=(8, 3))
    groups = np.array([0, 0, 1, 1, 0, 1, 1, 1])
    shape = measure_shape(rows, groups, normalise=False, **options)
    units = np.array(options.get("whole", np.arange(8)))
    blocks = np.array(options.get("within", np.zeros(8)))
    first = [int(np.flatnonzero(units == u)[0]) for u in range(units.max() + 1)]
    sizes = np.bincount(units)
    values = []
    for order in permutations(range(len(first))):
        moved = np.array(order)
        if (sizes[moved] == sizes).all() and (blocks[first][moved] == blocks[first]).all():
            labels = groups[first][moved][units]
            values.append(measure_shape(rows, labels, normalise=False, permutations=1).r_squared)
    assert shape.expected_r_squared == pytest.approx(np.mean([float(v) for v in values]))
    assert shape.standardised_effect is None


def test_unevenness_of_the_observed_groups():
    rows, groups, _ = pairs_of_translations([2, 3, 6])
    shape = measure_shape(rows, groups, normalise=False, permutations=99)
    sizes = np.bincount(groups)
    variances = [rows[groups == g].var(axis=0, ddof=1).sum() for g in range(3)]
    expected = unevenness(np.array(variances), sizes.astype(float))
    assert shape.width_permutation.statistic == pytest.approx(float(expected))
    pooled = np.average(variances, weights=sizes - 1)
    by_hand = ((sizes - 1) * (np.array(variances) / pooled - 1) ** 2).sum() / 2
    assert float(expected) == pytest.approx(by_hand)


def test_groups_of_two_raise_no_alarm():
    """PERMDISP calls groups of 2 and of 10 different in spread although they are drawn alike."""
    rng = np.random.default_rng(1)
    groups = np.repeat(np.arange(45), [2] * 40 + [10] * 5)
    shape = measure_shape(rng.normal(size=(130, 12)), groups, normalise=False, permutations=199)
    assert shape.dispersion.p_value <= 0.01
    assert shape.width_permutation.p_value > 0.05
    assert shape.location_dispersion == "neither"


def test_groups_of_one_item_are_not_the_tightest():
    """Translations of one item lie close together: that is no property of its group."""
    rows, groups, units = pairs_of_translations([1] * 10 + [2] * 10 + [8] * 5)
    shape = measure_shape(rows, groups, whole=units, normalise=False, permutations=199)
    assert shape.width_permutation.p_value > 0.05
    free = measure_shape(rows, groups, normalise=False, permutations=199)
    assert free.width_permutation.p_value <= 0.05
    tightest = min(row["w_tilde"] for row in shape.groups if row["w_tilde"] is not None)
    assert tightest > 3  # spread of items, about 12, not the wobble of translations, about 1


def test_identical_members_have_no_width():
    rows = np.repeat(np.eye(3), 3, axis=0)
    shape = measure_shape(rows, np.repeat([0, 1, 2], 3))
    assert shape.width_permutation is None
    assert "identical" in shape.reasons["width_permutation"].say("en")
    assert shape.location_dispersion is None
    assert "location_dispersion" in shape.reasons


def test_ends_hold_the_value_where_a_sample_exceeds_every_population():
    """Three directions at 120 degrees: W~ is 1.5, n / (n - 1), though no population passes 1."""
    star = [[1, 0], [-0.5, 0.75**0.5], [-0.5, -(0.75**0.5)]]
    shape = measure_shape([*star, [1, 0], [0.9, 0.1], [0.8, 0.1]], list("aaabbb"), permutations=9)
    row = shape.groups[0]
    assert row["w_tilde"] == pytest.approx(1.5)
    assert row["low"] <= row["w_tilde"] <= row["high"] <= 1.5 + 1e-12


def test_of_many_groups_the_tightest_kept_have_a_spread():
    """Singletons have no W~ and must not push the tightest groups out of the document."""
    labels = [f"alone{i}" for i in range(150)] + [f"pair{i // 2}" for i in range(300)]
    x = np.random.default_rng(0).normal(size=(450, 4))
    shape = measure_shape(x, labels, permutations=9)
    spreads = {row["group"]: row["w_tilde"] for row in shape.groups if row["w_tilde"] is not None}
    document = shape.to_dict()
    assert min(spreads, key=spreads.get) in {row["group"] for row in document["groups"]}
    assert document["groups_left_out"] == len(shape.groups) - len(document["groups"])
