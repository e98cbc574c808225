"""Every two groups: the same numbers as the pair alone, honest p, honest floors."""

import json

import numpy as np
import pytest

from monosashi.embeddings import DataError, as_set
from monosashi.shape import measure_shape, pair_kernel, pairwise_groups
from monosashi.statistics.multiplicity import benjamini_hochberg, holm


def cloud(sizes, d=6, seed=0, shift=0.6):
    rng = np.random.default_rng(seed)
    labels = np.repeat([f"g{i}" for i in range(len(sizes))], sizes)
    centres = shift * rng.normal(size=(len(sizes), d))
    rows = np.repeat(centres, sizes, axis=0) + rng.normal(size=(len(labels), d))
    order = rng.permutation(len(labels))
    return rows[order], labels[order]


def only(rows, labels, row):
    kept = np.isin(labels, [row["group_a"], row["group_b"]])
    return rows[kept], labels[kept]


@pytest.mark.parametrize("statistic", ["f", "welch"])
def test_a_pair_is_the_pair_alone(statistic):
    rows, labels = cloud([8, 7, 5, 2])
    found = pairwise_groups(rows, labels, statistic=statistic)
    assert len(found.pairs) == 6
    for row in found.pairs:
        alone = measure_shape(*only(rows, labels, row))
        for key in ("r_squared", "epsilon_squared", "f", "welch"):
            assert row[key] == pytest.approx(float(getattr(alone, key)), rel=1e-10)
        test = alone.permutation if statistic == "f" else alone.welch_permutation
        assert (row["p_value"], row["smallest_p"]) == (test.p_value, test.smallest_p)
        assert row["exact"]


@pytest.mark.parametrize("d", [3, 90], ids=["vectors", "gram"])
def test_random_arrangements_agree_with_the_pair_alone(d):
    rows, labels = cloud([14, 11, 14], d=d, shift=0.25)
    for statistic, field in (("f", "permutation"), ("welch", "welch_permutation")):
        found = pairwise_groups(rows, labels, statistic=statistic)
        for row in found.pairs:
            p = getattr(measure_shape(*only(rows, labels, row)), field).p_value
            reach = 4 * np.sqrt(2 * p * (1 - p) / 9999) + 1e-4
            assert row["p_value"] == pytest.approx(p, abs=reach)


def test_distance_of_centres():
    rows = np.array([[0, 0], [0, 2], [3, 1], [3, 1], [3, 4], [3, 2.0]])
    row = pairwise_groups(rows, list("aabbbb"), normalise=False).pairs[0]
    assert row["centroid_distance"] == pytest.approx(np.hypot(3, 1), rel=1e-12)
    assert (row["n_a"], row["n_b"]) == (2, 4)


def test_schemes_are_those_of_measure_shape():
    rng = np.random.default_rng(1)
    block, labels = np.repeat(np.arange(5), 6), np.tile(list("aabbcc"), 5)
    rows = rng.normal(size=(5, 4))[block] * 2 + rng.normal(size=(30, 4)) + 0.5 * (labels == "a")[
        :, None]  # fmt: skip
    unit = np.repeat(np.arange(12), [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 2, 2])
    owners = np.array(list("abaabbaabbcc"))[unit]
    far = rng.normal(size=(12, 4))[unit] + 0.1 * rng.normal(size=(len(unit), 4))
    for vectors, names, options in ((rows, labels, {"within": block}),
                                    (far, owners, {"whole": unit})):  # fmt: skip
        key, column = next(iter(options.items()))
        for statistic, field in (("f", "permutation"), ("welch", "welch_permutation")):
            row = pairwise_groups(vectors, names, statistic=statistic, **options).pairs[0]
            kept = np.isin(names, ["a", "b"])
            alone = measure_shape(vectors[kept], names[kept], **{key: column[kept]})
            test = getattr(alone, field)
            assert row["p_value"] == pytest.approx(test.p_value, abs=1e-12 if test.exact else 0.02)
            assert row["exact"] == test.exact


def test_pair_that_cannot_move_has_a_reason_and_does_not_count():
    rows, labels = np.random.default_rng(2).normal(size=(8, 3)), list("aabbccdd")
    found = pairwise_groups(rows, labels, within=list("xxxxyyyy"))
    tested = [row for row in found.pairs if row["p_value"] is not None]
    assert [(r["group_a"], r["group_b"]) for r in tested] == [("a", "b"), ("c", "d")]
    lost = found.pairs[1]
    assert lost["p_adjusted"] is None
    assert lost["reason"]
    assert lost["r_squared"] is not None
    assert tested[0]["p_adjusted"] == min(1.0, max(2 * min(r["p_value"] for r in tested),
                                                   tested[0]["p_value"]))  # fmt: skip


@pytest.mark.parametrize(("adjust", "function"), [("holm", holm), ("bh", benjamini_hochberg)])
def test_adjustment(adjust, function):
    rows, labels = cloud([7, 7, 7, 7])
    found = pairwise_groups(rows, labels, adjust=adjust)
    p = [row["p_value"] for row in found.pairs]
    assert [row["p_adjusted"] for row in found.pairs] == function(p).tolist()


def test_benjamini_hochberg_of_scipy():
    from scipy.stats import false_discovery_control

    p = np.random.default_rng(3).random(40) ** 2
    assert benjamini_hochberg(p) == pytest.approx(false_discovery_control(p), rel=1e-12)


def test_three_against_three_can_show_nothing():
    rows, labels = cloud([3, 3, 3], shift=30)
    found = pairwise_groups(rows, labels)
    assert {row["smallest_p"] for row in found.pairs} == {0.1}
    floor = found.findings()[0]
    assert (floor.code, floor.level) == ("shape.pairs_floor", "warning")
    assert floor.numbers["needed_p"] == pytest.approx(0.05 / 3)
    assert all(floor.say(language) for language in ("en", "ja"))


def test_pairs_that_reach_the_floor_together_are_counted_without_a_contradiction():
    rows, labels = cloud([6] * 12, shift=30)  # 66 pairs, smallest p 2/924
    few = pairwise_groups(rows, labels, adjust="bh")
    assert all(row["p_adjusted"] < 0.05 for row in few.pairs), "all pairs reach the floor together"
    assert (few.never, few.findings()[0].code) == (0, "shape.pairs"), "no warning contradicts that"
    alone = pairwise_groups(rows, labels)
    assert alone.findings()[0].code == "shape.pairs_floor"
    assert alone.never == 66


def test_no_floor_where_pairs_can_differ():
    rows, labels = cloud([9, 9, 9], shift=3)
    found = pairwise_groups(rows, labels)
    assert "shape.pairs" in [f.code for f in found.findings()]
    assert found.findings()[0].level == "note"
    assert found.findings()[0].numbers["significant"] == 3
    uneven = pairwise_groups(*cloud([9, 9, 12], shift=3))
    assert uneven.findings()[0].level == "warning", "F with unequal sizes"
    assert pairwise_groups(*cloud([9, 9, 12]), statistic="welch").findings()[0].level == "note"


def test_singletons_are_left_out_and_named():
    rows, labels = cloud([4, 4, 1, 1])
    found = pairwise_groups(rows, labels)
    assert (found.n_groups, found.n_singletons, len(found.pairs)) == (2, 2, 1)
    assert "g2" in str(found.notices[0])
    with pytest.raises(DataError, match="no pair to compare"):
        pairwise_groups(rows, labels, subset=["g0", "g2"])


def test_subset_compares_its_groups_only():
    rows, labels = cloud([8, 8, 8, 8])
    whole = pairwise_groups(rows, labels)
    part = pairwise_groups(rows, labels, subset=["g3", "g1"])
    assert len(part.pairs) == 1
    same = next(r for r in whole.pairs if (r["group_a"], r["group_b"]) == ("g1", "g3"))
    assert part.pairs[0]["p_value"] == same["p_value"], "whoever else is compared"
    with pytest.raises(DataError, match='"g9"'):
        pairwise_groups(rows, labels, subset=["g1", "g9"])


def test_too_many_pairs_are_refused():
    with pytest.raises(DataError, match="5050 pairs"):
        pairwise_groups(np.random.default_rng(0).normal(size=(202, 2)), np.arange(202) // 2)


@pytest.mark.parametrize("options", [{"adjust": "none"}, {"statistic": "t"}, {"permutations": 0}])
def test_bad_options(options):
    with pytest.raises(DataError):
        pairwise_groups(*cloud([4, 4]), **options)


def test_identical_members():
    rows = np.array([[1.0, 0]] * 6 + [[0, 1.0]] * 3)
    found = pairwise_groups(rows, list("aaabbbccc"), adjust="bh")
    same, apart, _ = found.pairs
    assert (same["r_squared"], same["p_value"], same["centroid_distance"]) == (None, None, 0.0)
    assert "identical" in same["reason"]
    assert (apart["r_squared"], apart["f"], apart["p_value"]) == (1.0, None, 0.1)
    welch = pairwise_groups(rows, list("aaabbbccc"), statistic="welch")
    assert [row["p_value"] for row in welch.pairs] == [None] * 3
    assert "W*d" in welch.pairs[1]["reason"]
    assert welch.findings() == []
    json.dumps(found.to_dict(), allow_nan=False)


def test_lists_that_are_not_held_count_alike(monkeypatch):
    rows, labels = cloud([14, 14, 14], shift=0.2)
    held = pairwise_groups(rows, labels, permutations=2_500)
    monkeypatch.setattr(pair_kernel, "HELD_ENTRIES", 0)
    assert pairwise_groups(rows, labels, permutations=2_500).pairs == held.pairs


@pytest.mark.parametrize("statistic", ["f", "welch"])
def test_turned_shifted_and_scaled(statistic):
    rng = np.random.default_rng(5)
    rows, labels = cloud([8, 6, 7])
    turn = np.linalg.qr(rng.normal(size=(30, 6)))[0].T
    before = pairwise_groups(rows, labels, normalise=False, statistic=statistic)
    after = pairwise_groups(2.5 * rows @ turn + rng.normal(size=30), labels, normalise=False,
                            statistic=statistic)  # fmt: skip
    for a, b in zip(before.pairs, after.pairs, strict=True):
        assert b["centroid_distance"] == pytest.approx(2.5 * a["centroid_distance"], rel=1e-10)
        for key in ("r_squared", "f", "welch", "p_value"):
            assert b[key] == pytest.approx(a[key], rel=1e-9)


def test_data_are_left_as_they_came():
    rows, labels = cloud([5, 5])
    before = rows.copy()
    pairwise_groups(as_set(rows), labels, normalise=False)
    assert (rows == before).all()


def test_many_pairs_in_json():
    rows, labels = cloud([2] * 40)
    held = pairwise_groups(rows, labels, permutations=1).to_dict()
    assert (len(held["pairs"]), held["pairs_left_out"]) == (500, 280)
