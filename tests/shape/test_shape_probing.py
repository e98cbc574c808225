"""What a change of the space does: closed forms, the source's tables, harm when u is aligned."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monosashi.advice.shape_document import shape_document
from monosashi.advice.shape_verdicts import at_least
from monosashi.embeddings import DataError
from monosashi.report.sentences import verdict_sentence
from monosashi.shape import (
    demo_probes,
    measure_agreement,
    measure_shape,
    probe_invariance,
    random_groups,
    source_tables,
)
from monosashi.shape.probing.bases import random_basis
from monosashi.shape.probing.removal import judged
from monosashi.shape.source_two_tables import PRINTED_DIRECTION, PRINTED_SHRINK
from monosashi.words import catalogue


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
        basis = random_basis(d, rng)
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


def offset_groups(groups=12, each=5, seed=0, *, d=8, offset=2.0, along=0.0):
    """Groups about a common direction, which carries ``along`` of meaning."""
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(groups), each)
    rows = rng.normal(size=(groups, d))[codes] + 0.5 * rng.normal(size=(len(codes), d))
    rows[:, 0] = offset + along * rng.normal(size=groups)[codes] + 0.05 * rows[:, 0]
    return rows, codes


@pytest.mark.parametrize("transform", ["remove_mean", "remove_common"])
def test_removal_by_hand(transform):
    rows, codes = offset_groups()
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    mean = unit.mean(axis=0)
    axis = mean / np.linalg.norm(mean)
    left = unit - mean if transform == "remove_mean" else unit - np.outer(unit @ axis, axis)
    after = measure_shape(left, codes, permutations=1)
    probe = probe_invariance(rows, codes, transform=transform, k=4)
    (row,) = probe.rows
    assert row["value"] == 1
    assert row["r_squared"] == pytest.approx(float(after.r_squared))
    assert row["r_squared_low"] == pytest.approx(after.r_squared.low)
    before = measure_shape(rows, codes, permutations=1)
    assert row["r_squared_change"] == pytest.approx(
        float(after.r_squared) - float(before.r_squared)
    )
    kept = measure_agreement(rows, left, k=4, metric="cosine", groups=codes).knn_overlap
    assert row["knn_overlap"] == pytest.approx(kept.value)
    assert (row["knn_low"], row["knn_high"]) == pytest.approx((kept.low, kept.high))


def test_removal_without_a_second_scaling_is_exact():
    rows, codes = offset_groups()
    whole = probe_invariance(rows, codes, transform="remove_mean", renormalise=False, k=4).rows[0]
    assert whole["knn_overlap"] == 1
    assert whole["r_squared_change"] == pytest.approx(0, abs=1e-12)
    assert whole["v_ratio"] == pytest.approx(1)
    part = probe_invariance(rows, codes, transform="remove_common", renormalise=False, k=4).rows[0]
    assert part["v"] == pytest.approx(part["expected_v"])
    assert part["v_ratio"] == pytest.approx(1 - part["share_along"])
    assert part["r_squared"] == pytest.approx(part["expected_r_squared"])
    assert part["expected_is_exact"]


def test_part_of_the_mean_can_be_removed():
    rows, codes = offset_groups()
    half, all_of_it = probe_invariance(rows, codes, transform="remove_common", values=[0.5, 1],
                                       k=4).rows  # fmt: skip
    assert half["knn_overlap"] > all_of_it["knn_overlap"]


@pytest.mark.parametrize(
    ("ends", "said"),
    [((-0.005, 0.005, 0.95, 0.99), "harmless"), ((-0.005, 0.005, 0.5, 0.6), "reorders"),
     ((-0.2, -0.05, 0.5, 0.6), "loses"), ((0.05, 0.2, 0.95, 0.99), "gains"),
     ((-0.2, 0.2, 0.95, 0.99), "untold"), ((None, None, 0.9, 1.0), "untold"),
     ((-0.2, 0.2, 0.5, 0.6), "reorders_untold"),
     ((-0.005, -0.001, 0.95, 0.99), "harmless"), ((-0.005, 0.005, 0.85, 0.95), "untold")],
)  # fmt: skip
def test_judgement(ends, said):
    names = ("change_low", "change_high", "knn_low", "knn_high")
    assert judged(dict(zip(names, ends, strict=True))) == said


def test_a_mean_that_carries_meaning_is_missed():
    """All that tells the groups apart lies along the mean: without it they fall together."""
    rng = np.random.default_rng(3)
    codes = np.repeat(np.arange(20), 6)
    rows = rng.normal(size=(120, 10))
    rows[:, 0] = 6 + 12 * (codes % 2) + 0.1 * rng.normal(size=120)
    rows[:, 1:] *= 0.6
    probe = probe_invariance(rows, codes, transform="remove_common", start="raw",
                             renormalise=False, k=5)  # fmt: skip
    (finding,) = probe.findings()
    assert finding.code == "shape.removal_loses"
    verdict = shape_document({"probe": probe}).verdict
    assert verdict["code"] == "shape.verdicts.removal_loses"
    for language in ("en", "ja"):
        assert finding.say(language)
        assert verdict_sentence(verdict, language)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    "judgement", ["loses", "gains", "harmless", "reorders", "reorders_untold", "untold"]
)
def test_every_judgement_names_what_was_removed_and_the_scaling(judgement, language):
    rows, codes = offset_groups()
    probe = probe_invariance(rows, codes, transform="remove_common", k=4)
    row = probe.rows[-1] | {"judgement": judgement}
    (finding,) = replace(probe, rows=(row,)).findings()
    assert "remove_common" in finding.say(language)
    key = finding.code.replace("shape.", "shape.findings.")
    assert "--renormalise no" in catalogue(language)[f"{key}.meaning"]
    verdict = shape_document({"probe": replace(probe, rows=(row,))}).verdict
    assert "remove_common" in verdict_sentence(verdict, language)


@pytest.mark.parametrize("transform", ["common_axis", "common_direction", "shrink", "scale"])
def test_one_strength_is_no_span(transform):
    rows, codes = offset_groups()
    probe = probe_invariance(rows, codes, transform=transform, values=[0.5], k=4)
    verdict = verdict_sentence(shape_document({"probe": probe}).verdict, "en")
    for told in (verdict, probe.findings()[0].say("en")):
        assert "between" not in told
        assert "–" not in told


def test_a_small_share_along_the_mean_is_not_called_harmless():
    """Scaling to length 1 afterwards moves neighbours, too."""
    for language, called in (("en", "offset"), ("ja", "ただのずれ")):
        known = catalogue(language)
        for name in ("along_mean", "along_mean_more"):
            assert called not in known[f"shape.findings.{name}.usual"]
        for name in ("along_mean", "along_mean_here"):
            told = [text for key, text in known.items()
                    if key.startswith("report.") and key.endswith(f".{name}")]  # fmt: skip
            assert told
            assert not any("harmless" in text or "害がありません" in text for text in told)


def test_two_groups_judge_nothing():
    rows, codes = offset_groups(groups=2, each=8)
    probe = probe_invariance(rows, codes, transform="remove_mean", k=3)
    assert probe.rows[0]["judgement"] == "untold"
    assert "r_squared.interval" in probe.reasons


def test_at_least_is_never_rounded_up():
    assert at_least(0.9358) == "93.5%"
    assert at_least(0.93) == "93.0%"


@pytest.mark.parametrize("d", [7, 2_050])
def test_a_random_basis_keeps_all_distances(d):
    basis = random_basis(d, np.random.default_rng(0))
    assert (basis.dense is None) == (d > 2_048)
    rows = np.random.default_rng(1).normal(size=(6, d))
    inside = basis.enter(rows)
    assert inside @ inside.T == pytest.approx(rows @ rows.T)
    assert basis.leave(inside) == pytest.approx(rows)
    assert np.abs(inside - rows).max() > 0.1


def test_rotation_in_very_many_dimensions():
    rng = np.random.default_rng(0)
    rows, codes = rng.normal(size=(12, 100_000)), np.repeat([0, 1, 2], 4)
    probe = probe_invariance(rows, codes, transform="rotate", values=[90], k=3)
    assert probe.rows[0]["knn_overlap"] == 1
    assert probe.rows[0]["v_ratio"] == pytest.approx(1)


@pytest.mark.parametrize("transform", ["common_direction", "scale", "shrink", "rotate"])
def test_endless_strengths_are_refused(transform):
    with pytest.raises(DataError, match="1e30"):
        probe_invariance(*offset_groups(), transform=transform, values=[1e300])


@pytest.mark.slow
@pytest.mark.parametrize("groups", [8, 20])
def test_intervals_of_removal_cover(groups):
    """Truth: the same change of a population of 1,500 groups. Covers .91 to .96."""

    def removed(many, seed):
        made = offset_groups(many, 4, seed, d=12, offset=1.5, along=0.4)
        return probe_invariance(*made, transform="remove_common", k=3).rows[0]

    truth, hits = removed(1_500, 99_999), np.zeros(2)
    for seed in range(1_000):
        row = removed(groups, seed)
        hits += [row["change_low"] <= truth["r_squared_change"] <= row["change_high"],
                 row["r_squared_low"] <= truth["r_squared"] <= row["r_squared_high"]]  # fmt: skip
    assert (hits / 1_000 >= 0.89).all()
    assert (hits / 1_000 <= 0.98).all()
