"""Worked example 1 of the source, and its two tables."""

import numpy as np
import pytest

from monosashi.shape import measure_shape, source_tables
from monosashi.shape.source_two_tables import source_example

A_AND_B = [[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]]


@pytest.fixture(scope="module")
def shape():
    return measure_shape(A_AND_B, ["A", "A", "B", "B"])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ss_total", 2.2), ("ss_within", 0.4), ("ss_between", 1.8), ("r_squared", 9 / 11),
        ("f", 9), ("f2", 9), ("welch", 9), ("icc", 0.8), ("n0", 2), ("epsilon_squared", 8 / 11),
        ("omega_squared", 2 / 3), ("w_bar", 0.1), ("ms_within", 0.2), ("v", 0.55),
        ("v_unbiased", 0.55 * 4 / 3), ("mean_resultant_length", 0.45**0.5),
        ("mean_squared_pair_distance", 2 * 0.55 * 4 / 3), ("expected_r_squared", 1 / 3),
    ],
)  # fmt: skip
def test_quantities(shape, name, value):
    assert float(getattr(shape, name)) == pytest.approx(value, abs=1e-12)


def test_groups(shape):
    assert [(row["group"], row["n"]) for row in shape.groups] == [("A", 2), ("B", 2)]
    assert [row["w"] for row in shape.groups] == pytest.approx([0.1, 0.1], abs=1e-12)
    assert [row["w_tilde"] for row in shape.groups] == pytest.approx([0.2, 0.2], abs=1e-12)


def test_exact_p_is_one_third_however_many_were_asked_for(shape):
    for test in (
        shape.permutation,
        measure_shape(A_AND_B, list("AABB"), permutations=5).permutation,
    ):
        assert test.exact
        assert test.p_value == test.smallest_p == 1 / 3
        assert (test.permutations, test.exceedances) == (3, 1)


def test_two_groups_get_no_interval(shape):
    assert shape.r_squared.low is None
    assert shape.r_squared.high is None
    assert "at least 3" in shape.r_squared.method
    assert "r_squared.interval" in shape.reasons


def test_labels_are_joined_by_id():
    from monosashi.embeddings import EmbeddingSet

    data = EmbeddingSet.from_arrays(A_AND_B, ids=["a", "b", "c", "d"])
    by_id = measure_shape(data, {"d": "B", "a": "A", "c": "B", "b": "A"})
    assert float(by_id.r_squared) == pytest.approx(9 / 11, abs=1e-12)


def test_compressed_vectors_keep_r_squared_and_lose_v(shape):
    compressed = np.hstack([np.sqrt(0.1) * np.array(A_AND_B), np.full((4, 1), np.sqrt(0.9))])
    other = measure_shape(compressed, list("AABB"))
    assert other.v == pytest.approx(0.055, abs=1e-12)
    assert float(other.r_squared) == pytest.approx(float(shape.r_squared), abs=1e-12)


@pytest.mark.parametrize("name", ["common_direction", "shrink"])
def test_printed_cells_of_the_source(name):
    for row in source_tables()[name]:
        assert row["v"] == pytest.approx(row["printed_v"], abs=0.0006)
        assert row["r_squared"] == pytest.approx(row["printed_r_squared"], abs=0.0006)


def test_source_example_is_the_reference_set(shared_oracle):
    held = shared_oracle("d02_seedtable")
    np.testing.assert_allclose(source_example().points, held["X"], rtol=1e-12)
    np.testing.assert_allclose(source_example().direction, held["u"], rtol=1e-12)
