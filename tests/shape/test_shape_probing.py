"""What a change of the space does: closed forms, the source's tables, harm when u is aligned."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monosashi.embeddings import DataError
from monosashi.shape import (
    demo_probes,
    measure_shape,
    probe_invariance,
    random_groups,
    source_tables,
)
from monosashi.shape.source_tables import PRINTED_DIRECTION, PRINTED_SHRINK


def test_tables_of_the_source():
    probes, tables = demo_probes(), source_tables()
    for name, printed in (("common_direction", PRINTED_DIRECTION), ("shrink", PRINTED_SHRINK)):
        for row, known in zip(probes[name].rows, tables[name], strict=True):
            assert (row["v"], row["r_squared"]) == pytest.approx(
                (known["v"], known["r_squared"]), abs=1e-12
            )
            assert (row["v"], row["r_squared"]) == pytest.approx(printed[row["value"]], abs=6e-4)


@pytest.mark.parametrize(
    ("k", "agreement"),
    [(1, [0.938, 0.912, 0.912, 0.838]), (3, [1, 1, 1, 1]), (5, [0.902, 0.822, 0.780, 0.782]),
     (10, [0.881, 0.794, 0.712, 0.705])],
)  # fmt: skip
def test_neighbours_of_the_source(k, agreement):
    rows = demo_probes(k=k)["common_direction"].rows[1:]
    assert [row["knn_overlap"] for row in rows] == pytest.approx(agreement, abs=0.001)


def test_unit_rule_differs_from_the_raw_rule():
    points, codes, direction = random_groups()
    probe = probe_invariance(points, codes, values=[2, 4, 8, 16], direction=direction)
    assert [row["v"] for row in probe.rows] == pytest.approx([0.191, 0.056, 0.014, 0.004], abs=0.01)
    again = probe_invariance(points, codes, values=[0.245, 1.962], direction=direction)
    assert [row["v"] for row in again.rows] == pytest.approx([0.902, 0.195], abs=0.004)


def test_shrink_without_a_second_scaling():
    points, codes, _ = random_groups()
    rows = probe_invariance(points, codes, transform="shrink").rows
    assert [row["v"] for row in rows] == pytest.approx(
        [0.9618610863, 0.8588505663, 0.7921967004], abs=1e-9
    )
    assert [row["r_squared"] for row in rows[1:]] == pytest.approx([0.88476, 0.95921], abs=1e-5)


@settings(deadline=None, max_examples=25)
@given(
    st.integers(0, 10**6),
    st.sampled_from(["common_axis", "shrink", "scale", "rotate"]),
    st.sampled_from([0.03, 0.3, 0.8, 1.0]),
    st.sampled_from([(3, 2, 2), (5, 4, 9), (4, 3, 40)]),
)
def test_closed_forms_hold(seed, transform, value, shape):
    points, codes, _ = random_groups(groups=shape[0], size=shape[1], dimension=shape[2], rng=seed)
    value = 90 * value if transform == "rotate" else value
    for start in ("unit", "raw"):
        probe = probe_invariance(points, codes, transform=transform, values=[value], start=start,
                                 k=2, rng=seed)  # fmt: skip
        (row,) = probe.rows
        assert row["expected_is_exact"]
        assert row["v"] == pytest.approx(row["expected_v"], rel=1e-9)
        assert row["r_squared"] == pytest.approx(row["expected_r_squared"], rel=1e-9)
        if row["expected_same_order"]:
            assert row["knn_overlap"] == 1


def test_exact_axis_is_a_similarity_and_ratio_is_lambda():
    points, codes, _ = random_groups()
    probe = probe_invariance(points, codes, transform="common_axis", values=[0.9, 0.1, 0.01])
    assert [row["v_ratio"] for row in probe.rows] == pytest.approx([0.9, 0.1, 0.01], rel=1e-9)
    whole = measure_shape(points, codes, permutations=1)
    assert probe.rows[0]["r_squared"] == pytest.approx(float(whole.r_squared), abs=1e-12)
    assert probe.rows[1]["w_bar"] == pytest.approx(0.1 * float(whole.w_bar), rel=1e-9)


def test_first_order_foretells_a_random_direction():
    points, codes, _ = random_groups()
    for start in ("unit", "raw"):
        for row in probe_invariance(points, codes, start=start).rows:
            assert row["v"] == pytest.approx(row["expected_v"], rel=0.03)
            assert row["r_squared"] == pytest.approx(row["expected_r_squared"], abs=0.005)
            assert not row["expected_is_exact"]


def test_share_along_says_where_it_hurts():
    """A direction with meaning holds more of the deviations, and costs more neighbours."""
    points, codes, direction = random_groups()
    harmless = probe_invariance(points, codes, direction=direction, values=[1.0], k=5)
    aligned = probe_invariance(points, codes, direction="between", values=[1.0], k=5)
    assert aligned.share_along_direction > 4 * harmless.share_along_direction
    assert aligned.rows[0]["knn_overlap"] < harmless.rows[0]["knn_overlap"] - 0.05
    assert aligned.rows[0]["share_along"] > 4 * harmless.rows[0]["share_along"]
    plane = demo_probes(dimension=2)["common_direction"]
    assert plane.share_along_mean > 0.2
    assert min(row["knn_overlap"] for row in plane.rows) < 0.75


def test_share_along_by_hand():
    """Deviations (±1, 0) and (0, ±2): a fifth of the squares lies along the first axis."""
    x = np.array([[3, 0], [1, 0], [2, 2], [2, -2.0]])
    probe = probe_invariance(x, list("aabb"), start="raw", direction=[5, 0], values=[1], k=1)
    assert probe.share_along_direction == pytest.approx(0.2)
    assert probe.share_along_mean == pytest.approx(0.2)


def test_between_direction_is_the_one_of_the_means():
    x = np.array([[9, 5.1, 0], [9, 5, 0.2], [-9, 5, 0.1], [-9, 5.2, 0]])
    probe = probe_invariance(x, list("aabb"), start="raw", direction="between", values=[1], k=1)
    assert probe.share_along_direction == pytest.approx(1, abs=1e-3)


def test_rotation_turns():
    """A quarter turn in a plane keeps everything measured, and is no identity."""
    from monosashi.shape.grouping import Grouping
    from monosashi.shape.probing.cloud import Cloud
    from monosashi.shape.probing.transforms import rotate

    rng = np.random.default_rng(0)
    for d in (2, 5):
        cloud = Cloud(rng.normal(size=(6, d)), Grouping(("a", "b"), np.array([0, 0, 0, 1, 1, 1])))
        basis = np.linalg.qr(rng.normal(size=(d, d)))[0]
        turned = rotate(basis).apply(cloud, 40.0)
        assert np.linalg.norm(turned, axis=1) == pytest.approx(np.linalg.norm(cloud.rows, axis=1))
        assert turned @ turned.T == pytest.approx(cloud.rows @ cloud.rows.T)
        assert not np.allclose(turned, cloud.rows)


def test_result_is_strict_and_says_something():
    points, codes, _ = random_groups(groups=5)
    probe = probe_invariance(points, codes, k=3)
    json.dumps(probe.to_dict(), allow_nan=False)
    assert {f.code for f in probe.findings()} == {"shape.probe", "shape.along_mean"}
    assert all(f.say("en") and f.say("ja") for f in probe.findings())
    assert len(probe.tables()["probe_common_direction"]) == 5


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"transform": "common_axis", "values": [0.5, 1.5]}, "1.5"),
        ({"transform": "shrink", "values": [-1]}, "s > 0"),
        ({"values": []}, "at least one"),
        ({"direction": [1, 2]}, "50"),
        ({"direction": np.zeros(50)}, "points nowhere"),
        ({"transform": "whiten"}, "whiten"),
        ({"direction": "sideways"}, "sideways"),
        ({"k": 79}, "78"),
    ],
)
def test_refusals(options, said):
    points, codes, _ = random_groups()
    with pytest.raises(DataError, match=said):
        probe_invariance(points, codes, **options)


def test_a_vector_that_the_change_destroys_is_named():
    x = np.array([[1, 0], [0.8, 0.6], [0, 1], [-1, 0.0]])
    with pytest.raises(DataError, match='"3"'):
        probe_invariance(x, list("aabb"), direction=[1, 0], values=[1.0], k=1)
