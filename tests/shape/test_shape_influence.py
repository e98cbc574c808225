"""R² without each group, and the groups that have no interval."""

import json

import numpy as np
import pytest

from monosashi.shape import measure_shape


def grouped(sizes, seed=0, d=5):
    rng = np.random.default_rng(seed)
    labels = np.repeat([f"g{i}" for i in range(len(sizes))], sizes)
    return rng.normal(size=(len(sizes), d))[np.repeat(np.arange(len(sizes)), sizes)] + 0.5 * (
        rng.normal(size=(len(labels), d))), labels  # fmt: skip


@pytest.mark.parametrize("sizes", [[4, 4, 4, 4], [1, 2, 9, 3, 6]])
def test_leaving_a_group_out_by_hand(sizes):
    rows, labels = grouped(sizes)
    shape = measure_shape(rows, labels, permutations=9, normalise=False)
    for row in shape.influence:
        kept = labels != row["group"]
        alone = measure_shape(rows[kept], labels[kept], permutations=9, normalise=False)
        assert row["r_squared_without"] == pytest.approx(float(alone.r_squared), rel=1e-12)
        change = float(alone.r_squared) - float(shape.r_squared)
        assert row["r_squared_change"] == pytest.approx(change, abs=1e-12)
        assert row["n"] == (labels == row["group"]).sum()


def test_the_group_that_stands_apart_comes_first():
    rows, labels = grouped([6] * 5)
    rows[labels == "g3"] += 10
    table = measure_shape(rows, labels, permutations=9, normalise=False).tables()
    first = table["shape_influence"][0]
    assert first["group"] == "g3"
    assert first["r_squared_change"] < 0, "without it the groups explain less"
    sizes = [abs(row["r_squared_change"]) for row in table["shape_influence"]]
    assert sizes == sorted(sizes, reverse=True)


def test_two_groups_leave_nothing_to_compare():
    shape = measure_shape(*grouped([4, 4]), permutations=9)
    assert [row["r_squared_without"] for row in shape.influence] == [None, None]
    assert "two groups" in str(shape.reasons["influence"])


def test_only_singletons_left():
    shape = measure_shape(*grouped([5, 1, 1]), permutations=9)
    assert shape.influence[0]["r_squared_without"] is None
    assert shape.influence[1]["r_squared_without"] is not None
    assert "influence.g0" in shape.reasons
    last = shape.tables()["shape_influence"][-1]
    assert last["group"] == "g0", "undefined comes last"
    json.dumps(shape.to_dict(), allow_nan=False)


def test_without_groups_there_is_no_influence():
    shape = measure_shape(np.eye(4))
    assert shape.influence == ()
    assert "shape_influence" not in shape.tables()


def test_loosest_and_tightest_have_intervals_or_a_reason():
    rows, labels = grouped([6, 2, 1, 5])
    shape = measure_shape(rows, labels, permutations=9)
    held = {row["group"]: row for row in shape.groups}
    assert held["g0"]["low"] <= held["g0"]["w_tilde"] <= held["g0"]["high"]
    assert held["g1"]["low"] is None
    assert held["g1"]["w_tilde"] is not None
    why = shape.reasons["groups.interval"]
    assert why.values["count"] == 2
    assert '"g1", "g2"' in str(why)
    assert "groups.interval" not in measure_shape(*grouped([3, 3, 3]), permutations=9).reasons
