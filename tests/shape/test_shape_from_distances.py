"""Distances in place of vectors: the same numbers where both exist, refusals where they cannot."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform

from monosashi.embeddings import DataError
from monosashi.shape import measure_shape, measure_shape_from_distances
from monosashi.words import LANGUAGES, catalogue, say

NUMBERS = ("v", "v_unbiased", "mean_squared_pair_distance", "ss_total", "ss_within", "ss_between",
           "f", "f2", "n0", "ms_within", "expected_r_squared", "standardised_effect")  # fmt: skip
ESTIMATES = ("r_squared", "epsilon_squared", "omega_squared", "icc", "w_bar",
             "mean_pair_distance")  # fmt: skip
ENDS = ("value", "low", "high", "standard_error", "bias_corrected")


def same(a, b, rel=1e-12):
    assert (a is None) == (b is None)
    if a is not None:
        assert b == pytest.approx(a, rel=rel, abs=rel)


def both(rows, labels, **options):
    rest = {"permutations": 199, **options}
    return (measure_shape(rows, labels, normalise=False, **rest),
            measure_shape_from_distances(pdist(rows), labels, **rest))  # fmt: skip


def agree(rows, labels, **options):
    a, b = both(rows, labels, **options)
    for name in NUMBERS:
        same(getattr(a, name), getattr(b, name))
    for name in ESTIMATES:
        for end in ENDS:
            same(getattr(getattr(a, name), end), getattr(getattr(b, name), end), 1e-9)
    for one, two in zip(a.groups + a.influence, b.groups + b.influence, strict=True):
        assert one.keys() == two.keys()
        for key, held in one.items():
            if isinstance(held, str):
                assert held == two[key]
            else:
                same(held, two[key], 1e-10)
    assert a.permutation.p_value == b.permutation.p_value
    assert a.null["low"] == pytest.approx(b.null["low"], abs=1e-12)
    assert b.negative_share == 0
    return b


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_euclidean_distances_give_what_vectors_give(seed):
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 7, size=rng.integers(3, 12))
    sizes[0] += 1
    labels = rng.permutation(np.repeat(np.arange(len(sizes)), sizes))
    agree(rng.normal(size=(len(labels), 5)) + 0.1 * labels[:, None], labels)


DESIGNS = {
    "within": (np.tile(np.arange(5), 12), {"within": np.repeat(np.arange(12), 5)}),
    "whole": (np.repeat(np.arange(3), 20), {"whole": np.repeat(np.arange(12), 5)}),
    "whole, unequal": (np.repeat([0, 1], [32, 28]), {"whole": np.repeat(np.arange(15), [2, 6] * 7 + [4])}),  # noqa: E501
    "nested": (np.tile(np.repeat([0, 1], 6), 5), {"whole": np.repeat(np.arange(20), 3), "within": np.repeat(np.arange(5), 12)}),  # noqa: E501
    "drop": (np.repeat(np.arange(9), [30, 15, 6, 3, 2, 1, 1, 1, 1]), {"singletons": "drop"}),
}  # fmt: skip


@pytest.mark.parametrize("design", DESIGNS)
def test_every_scheme_gives_what_vectors_give(design):
    labels, options = DESIGNS[design]
    rows = np.random.default_rng(3).normal(size=(60, 6))
    found = agree(rows, labels, **options)
    if design != "drop":
        assert found.permutation.scheme != "free"


def test_products_and_lists_count_alike(monkeypatch):
    from monosashi.shape.from_distances import permuting

    rng = np.random.default_rng(1)
    table, labels = pdist(rng.normal(size=(40, 3))), np.arange(40) % 4
    first = measure_shape_from_distances(table, labels, permutations=99)
    monkeypatch.setattr(permuting, "DENSE_GROUPS", 0)
    second = measure_shape_from_distances(table, labels, permutations=99)
    assert first.permutation == second.permutation


def test_permanova_of_another_program(oracle, expected):
    for name in ("d03_balanced", "d05_singletons"):
        held, vegan = oracle(name), expected[name]["vegan"]["permanova"]
        found = measure_shape_from_distances(pdist(held["Z"]), held["g"], permutations=9)
        assert found.f == pytest.approx(vegan["F"], abs=1e-10)
        assert float(found.r_squared) == pytest.approx(vegan["R2"], abs=1e-12)


def test_one_minus_cosine_is_not_a_distance_to_square(oracle):
    """The usual misuse: R² of squares of squares; square roots of it give the true one."""
    z = oracle("d03_balanced")["Z"]
    labels = oracle("d03_balanced")["g"]
    apart = pdist(z, "cosine")
    true = float(measure_shape(z, labels, permutations=1).r_squared)
    right = measure_shape_from_distances(np.sqrt(2 * apart), labels, permutations=1)
    wrong = measure_shape_from_distances(apart, labels, permutations=1)
    assert float(right.r_squared) == pytest.approx(true, abs=1e-12)
    assert abs(float(wrong.r_squared) - true) > 0.01


def test_what_needs_vectors_is_none_and_says_so():
    shape = both(np.random.default_rng(0).normal(size=(20, 3)), np.arange(20) // 5)[1]
    for name in ("welch", "welch_permutation", "dispersion", "width_permutation",
                 "location_dispersion", "mean_resultant_length"):  # fmt: skip
        assert getattr(shape, name) is None
        assert "vectors" in shape.reasons[name].say("en")
    json.dumps(shape.to_dict(), allow_nan=False)


def off_plane(n=24, seed=0):
    """Distances that no cloud of points has: members far from each other, near all others."""
    rng = np.random.default_rng(seed)
    labels = np.arange(n) % 3
    same_group = labels[:, None] == labels
    table = np.where(same_group, 2.0, 1.0) + 0.01 * squareform(rng.random(n * (n - 1) // 2))
    np.fill_diagonal(table, 0.0)
    return table, labels


@pytest.mark.parametrize("language", LANGUAGES)
def test_negative_between_is_told_and_tested(language):
    table, labels = off_plane()
    shape = measure_shape_from_distances(table, labels, permutations=199)
    assert shape.ss_between < 0
    assert float(shape.r_squared) < 0
    assert shape.r_squared.low < 0
    assert shape.permutation.p_value > 0.95
    values = np.linalg.eigvalsh(-0.5 * centre(table**2))
    assert shape.negative_share == pytest.approx(-values[values < 0].sum() / np.abs(values).sum())
    assert shape.lowest_ratio == pytest.approx(values[0] / values[-1])
    codes = {finding.code: finding for finding in shape.findings()}
    assert codes["shape.distances"].level == "warning"
    for code in ("shape.distances", "shape.negative_between"):
        for part in ("headline", "usual", "meaning", "next", "verify"):
            assert say(f"{code.replace('.', '.findings.')}.{part}", language,
                       **codes[code].numbers)  # fmt: skip


def centre(squares):
    n = len(squares)
    middle = np.eye(n) - 1 / n
    return middle @ squares @ middle


def test_many_objects_get_the_extremes_only(monkeypatch):
    from monosashi.shape.from_distances import eigenvalues

    table, labels = off_plane(30)
    whole = measure_shape_from_distances(table, labels, permutations=9)
    monkeypatch.setattr(eigenvalues, "MOST", 10)
    part = measure_shape_from_distances(table, labels, permutations=9)
    assert part.negative_share is None
    assert "30" in part.reasons["negative_share"].say("en")
    assert part.lowest_ratio == pytest.approx(whole.lowest_ratio, rel=1e-3)
    terms = {row["quantity"] for row in part.tables()["shape"]}
    assert {f"shape.terms.{name}" for name in terms} <= set(catalogue("ja"))


def test_without_groups():
    rows = np.random.default_rng(0).normal(size=(9, 3))
    a, b = measure_shape(rows, normalise=False), measure_shape_from_distances(pdist(rows))
    assert b.v == pytest.approx(a.v)
    assert b.r_squared is None
    assert "groups" in b.reasons["r_squared"].say("en")
    assert [finding.code for finding in b.findings()] == ["shape.distances"]


def table_of(n=4):
    return squareform(pdist(np.random.default_rng(0).normal(size=(n, 3))))


def test_rounding_is_mended_with_a_notice_and_the_input_stays():
    table = table_of()
    odd = table.copy()
    odd[0, 1] *= 1 + 1e-10
    odd[2, 2] = -1e-12
    before = odd.copy()
    found = measure_shape_from_distances(odd, list("aabb"))
    assert (odd == before).all()
    assert len(found.provenance.notices) == 2
    clean = measure_shape_from_distances(table, list("aabb"))
    assert float(found.r_squared) == pytest.approx(float(clean.r_squared), abs=1e-9)
    single = measure_shape_from_distances(table.astype(np.float32), list("aabb"))
    assert float(single.r_squared) == pytest.approx(float(clean.r_squared), abs=1e-6)


def test_all_faults_are_named_together():
    table = table_of()
    table[0, 3] += 0.5
    table[1, 1] = 0.2
    table[2, 0] = table[0, 2] = -1.0
    with pytest.raises(DataError) as raised:
        measure_shape_from_distances(table, list("aabb"), ids=["w", "x", "y", "z"])
    said = str(raised.value)
    assert len(raised.value.faults) == 3
    assert '"w", "z"' in said
    assert '"x"' in said
    assert '"y"' in said


@pytest.mark.parametrize("gap", [np.nan, np.inf])
@pytest.mark.parametrize("condensed", [True, False])
def test_gaps_are_named(gap, condensed):
    table = table_of()
    table[1, 2] = table[2, 1] = gap
    given = table[np.triu_indices(4, 1)] if condensed else table
    with pytest.raises(DataError, match=r'"b", "c"'):
        measure_shape_from_distances(given, list("xxyy"), ids=list("abcd"))


@pytest.mark.parametrize("bad", [np.ones(4), np.ones((2, 3)), np.ones((2, 2, 2)), ["a"], 3.0])
def test_no_table_of_distances(bad):
    with pytest.raises(DataError, match="no table of distances"):
        measure_shape_from_distances(bad, ["a", "b"])


def test_no_variation_and_identical_groups():
    with pytest.raises(DataError, match="all distances of 4 objects are 0"):
        measure_shape_from_distances(np.zeros((4, 4)), list("aabb"))
    rows = np.array([[0.0, 0], [0, 0], [3, 4], [3, 4], [1, 1], [1, 1]])
    shape = measure_shape_from_distances(pdist(rows), list("aabbcc"))
    assert (shape.f, shape.permutation.statistic) == (None, None)
    assert float(shape.r_squared) == 1.0
    assert shape.permutation.p_value == pytest.approx(1 / 15)


def test_labels_by_id_and_by_column():
    table = table_of()
    by_id = {"d": "y", "a": "x", "c": "y", "b": "x"}
    first = measure_shape_from_distances(table, by_id, ids=list("abcd"))
    second = measure_shape_from_distances(table, "g", columns={"g": list("xxyy")})
    assert float(first.r_squared) == float(second.r_squared)
    with pytest.raises(DataError, match='"b"'):
        measure_shape_from_distances(table, ["x", None, "y", "y"], ids=list("abcd"))


def test_options_are_checked_together():
    with pytest.raises(DataError) as raised:
        measure_shape_from_distances(table_of(), list("aabb"), permutations=0, confidence=2,
                                     singletons="x")  # fmt: skip
    assert len(raised.value.faults) == 3
