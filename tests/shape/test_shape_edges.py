"""Hard inputs, and what each is told."""

import json

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.shape import measure_shape

FOUR = [[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]]


def clouds(groups=6, each=5, d=6, seed=0):
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(groups), each)
    return rng.normal(size=(groups, d))[labels] + rng.normal(size=(groups * each, d)), labels


@pytest.mark.parametrize("scale", [1, 3])
def test_identical_vectors_have_no_r_squared_and_no_p(scale):
    rows = [[0.1, 0.7], [0.1 * scale, 0.7 * scale], [0.1, 0.7], [0.1, 0.7]]
    with pytest.raises(DataError, match=r"zero total variation.*4 vectors"):
        measure_shape(rows, list("aabb"), permutations=99)


def test_identical_vectors_without_groups_have_no_spread():
    shape = measure_shape(np.ones((5, 3)))
    assert (shape.v, float(shape.mean_pair_distance)) == (0.0, 0.0)
    assert shape.mean_resultant_length == pytest.approx(1)


def test_identical_within_groups_is_an_infinite_f_with_an_exact_p():
    shape = measure_shape([[1, 0], [2, 0], [0, 1], [0, 3], [1, 1], [2, 2]], list("aabbcc"))
    assert float(shape.r_squared) == 1.0
    assert shape.f is None
    assert "infinite" in shape.reasons["f"].say("en")
    assert shape.permutation.statistic is None
    assert shape.permutation.p_value == 1 / 15
    assert shape.permutation.exact
    assert float(shape.icc) == 1.0
    assert (shape.welch, shape.welch_permutation, shape.dispersion) == (None, None, None)
    assert {"welch", "welch_permutation", "dispersion", "f2"} <= set(shape.reasons)


@pytest.mark.parametrize("gap", [None, float("nan"), ""])
def test_missing_labels_are_named_by_id(gap):
    data = EmbeddingSet.from_arrays(FOUR, ids=["a", "b", "c", "d"])
    with pytest.raises(DataError, match='"b"') as raised:
        measure_shape(data, ["A", gap, "B", "B"])
    assert raised.value.faults[0].rows == (1,)
    assert "groups" in str(raised.value)


def test_all_faults_of_the_labels_come_together():
    with pytest.raises(DataError) as raised:
        measure_shape(FOUR, ["1", 1, None, "B"])
    said = str(raised.value)
    assert '"2"' in said
    assert "number and as text" in said


@pytest.mark.parametrize("extra", [{}, {"z": "B"}])
def test_labels_by_id_name_what_does_not_match(extra):
    data = EmbeddingSet.from_arrays(FOUR, ids=["a", "b", "c", "d"])
    labels = {"a": "A", "b": "A", "c": "B"} | extra
    with pytest.raises(DataError, match='"d"'):
        measure_shape(data, labels)


def test_one_group():
    with pytest.raises(DataError, match=r'one group, "only"'):
        measure_shape(FOUR, ["only"] * 4)


@pytest.mark.parametrize("singletons", ["keep", "drop"])
def test_every_object_its_own_group(singletons):
    with pytest.raises(DataError, match="all 4 groups have size 1"):
        measure_shape(FOUR, list("abcd"), singletons=singletons)


def test_zero_vectors_are_named_unless_lengths_matter():
    vectors, labels = clouds()
    vectors[3] = 0
    with pytest.raises(DataError, match='"3"'):
        measure_shape(vectors, labels)
    assert measure_shape(vectors, labels, normalise=False, permutations=9).n == 30


def test_wrong_options_come_together():
    with pytest.raises(DataError) as raised:
        measure_shape(FOUR, list("AABB"), singletons="x", center="y", permutations=0, confidence=95)
    assert len(raised.value.faults) == 4


def test_singletons_stay_in_r_squared_and_out_of_spread(oracle):
    held = oracle("d05_singletons")
    kept = measure_shape(held["Z"], held["g"], permutations=99)
    dropped = measure_shape(held["Z"], held["g"], permutations=99, singletons="drop")
    assert (kept.n, kept.n_groups, kept.n_singletons) == (25, 8, 3)
    assert (dropped.n, dropped.n_groups, dropped.n_singletons) == (22, 5, 0)
    assert dropped.provenance.notices[-1].code == "shape.notices.dropped_singletons"
    assert kept.expected_r_squared == pytest.approx(7 / 24)
    assert kept.dispersion.statistic == pytest.approx(dropped.dispersion.statistic, rel=1e-10)
    assert kept.welch == pytest.approx(dropped.welch, rel=1e-10)
    assert kept.f2 == pytest.approx(dropped.f2, rel=1e-10)


def test_only_one_group_with_two_members():
    shape = measure_shape([[1, 0], [0.8, 0.6], [0, 1], [-1, 0.2]], list("aabc"), permutations=9)
    assert shape.permutation.exact
    assert shape.permutation.permutations == 6
    assert (shape.f2, shape.welch, shape.dispersion) == (None, None, None)
    assert "two" in shape.reasons["welch"].say("en")


def test_few_objects_work():
    shape = measure_shape(FOUR[:3], list("aab"))
    assert shape.permutation.exact
    assert shape.standardised_effect is None


def test_without_groups_only_what_needs_none():
    shape = measure_shape(FOUR)
    assert shape.v == pytest.approx(0.55)
    assert shape.r_squared is None
    assert "no groups" in shape.reasons["r_squared"].say("en")
    assert list(shape.tables()) == ["shape"]
    assert [finding.code for finding in shape.findings()] == ["shape.spread"]


def test_one_object():
    shape = measure_shape([[3.0, 4.0]])
    assert (shape.n, shape.v, shape.v_unbiased) == (1, 0.0, None)


def test_lengths_have_no_resultant():
    shape = measure_shape([[3.0, 4.0], [1.0, 1.0]], normalise=False)
    assert shape.mean_resultant_length is None
    assert "mean_resultant_length" in shape.reasons


@pytest.mark.parametrize("factor", [1e-30, 1e30])
def test_any_unit_of_length(factor):
    vectors, labels = clouds(groups=12, each=100)
    plain = measure_shape(vectors, labels, normalise=False, permutations=19)
    found = measure_shape(vectors * factor, labels, normalise=False, permutations=19)
    assert float(found.r_squared) == pytest.approx(float(plain.r_squared), rel=1e-10)
    assert found.permutation.p_value == plain.permutation.p_value
    assert found.welch_permutation.p_value == plain.welch_permutation.p_value


def test_float32_and_float64_agree():
    vectors, labels = clouds(groups=12, each=100)
    a = measure_shape(vectors.astype(np.float32), labels, permutations=99)
    b = measure_shape(vectors.astype(np.float32).astype(np.float64), labels, permutations=99)
    assert a.to_dict() | {"provenance": 0} == b.to_dict() | {"provenance": 0}


def test_negative_icc_stays_negative():
    shape = measure_shape([[0.0], [1], [0], [1], [0], [1]], list("aabbcc"), normalise=False)
    assert float(shape.icc) == pytest.approx(-1 / (shape.n0 - 1), abs=1e-9)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"within": list("xxyy")}, "use whole instead of within"),
        ({"whole": list("xyxy")}, 'more than one group: "x", "y"'),
        ({"whole": list("xxxy"), "groups": list("AAAB")}, "none can be exchanged"),
        ({"whole": ["1", "1", "2", "2"], "within": list("xyxx")}, 'more than one block.*"1"'),
        ({"whole": ["1", "1", "2", "2"], "within": list("xxyy")}, "no block holds units"),
    ],
)
def test_schemes_that_do_not_fit(options, said):
    groups = options.pop("groups", list("AABB"))
    with pytest.raises(DataError, match=said):
        measure_shape(FOUR, groups, **options)


def test_whole_units_move_together():
    """12 plots in 3 groups: 34,650/3! = 5,775 partitions."""
    rng = np.random.default_rng(2)
    plots = np.repeat(np.arange(12), 5)
    vectors = rng.normal(size=(12, 4))[plots] + 0.3 * rng.normal(size=(60, 4))
    shape = measure_shape(vectors, plots // 4, whole=plots)
    assert shape.permutation.exact
    assert shape.permutation.permutations == 5_775
    assert shape.permutation.scheme == "whole"
    assert shape.standardised_effect is None
    assert "free" in shape.reasons["standardised_effect"].say("en")
    nested = measure_shape(vectors, plots // 4, whole=plots, within=plots % 2)
    assert nested.permutation.scheme == "whole within"
    assert nested.permutation.permutations == (6 * 5 * 4 * 3 // 4) ** 2 // 6


def test_whole_units_are_compared_by_their_sums():
    """The same p as shuffling the labels of units by hand and measuring again."""
    rng = np.random.default_rng(3)
    units = np.repeat(np.arange(5), [2, 2, 2, 2, 2])
    vectors = rng.normal(size=(10, 3))
    labels = np.array([0, 0, 0, 1, 1])
    found = measure_shape(vectors, labels[units], whole=units, normalise=False)
    from itertools import combinations

    values = []
    for ones in combinations(range(5), 2):
        moved = np.isin(np.arange(5), ones).astype(int)
        values.append(measure_shape(vectors, moved[units], normalise=False, permutations=1).f)
    reached = sum(value >= found.f * (1 - 1e-10) for value in values)
    assert found.permutation.p_value == reached / 10


def test_many_groups_are_shortened_in_json_only():
    vectors, labels = clouds(groups=300, each=2, d=3)
    shape = measure_shape(vectors, labels, permutations=9)
    document = shape.to_dict()
    json.dumps(document, allow_nan=False)
    assert (len(document["groups"]), document["groups_left_out"]) == (200, 100)
    assert len(shape.tables()["shape_groups"]) == 300
    spread = [row["w_tilde"] for row in shape.tables()["shape_groups"]]
    assert spread == sorted(spread, reverse=True)


def test_numbers_are_in_reading_order():
    vectors, labels = clouds(groups=11, each=2)
    rows = measure_shape(vectors, labels, permutations=9).groups
    assert [row["group"] for row in rows] == [str(g) for g in range(11)]
