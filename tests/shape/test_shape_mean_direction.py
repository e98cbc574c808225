"""The share of deviations along the mean: by hand, by brute force, and what removing it does."""

import re

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import monosashi as ms
from monosashi.embeddings import DataError
from monosashi.report.sections.mean_direction import mean_direction_sentence
from monosashi.report.tongue import Tongue
from monosashi.shape import measure_mean_direction, probe_invariance


def brute(x):
    unit = x / np.linalg.norm(x, axis=1, keepdims=True)
    mean = unit.mean(axis=0)
    off = unit - mean
    return ((off @ mean) ** 2).sum() / (mean @ mean) / (off**2).sum()


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_share_and_jackknife_are_those_of_brute_force(seed):
    """With more units than dimensions, and fewer."""
    rng = np.random.default_rng(seed)
    groups, d = int(rng.integers(3, 9)), int(rng.integers(2, 12))
    labels = np.concatenate([np.arange(groups), rng.integers(0, groups, 20)])
    x = rng.normal(size=(len(labels), d)) + rng.normal(size=(groups, d))[labels] + rng.normal()
    x[:, 0] += 4
    found = measure_mean_direction(x, labels).share_along_mean
    assume(found.low is not None)
    assert found.value == pytest.approx(brute(x), abs=1e-12)
    left = np.array([brute(x[labels != g]) for g in range(groups)])
    corrected = groups * brute(x) - (groups - 1) * left.mean()
    assert found.bias_corrected == pytest.approx(np.clip(corrected, 0, 1), abs=1e-10)
    error = np.sqrt((groups - 1) / groups * ((left - left.mean()) ** 2).sum())
    assert found.standard_error == pytest.approx(error, rel=1e-8)


def test_by_hand():
    """Mean (0.76, 0); along it 0.112 of 2.112."""
    x = [[0.8, 0.6], [0.8, -0.6], [1, 0], [0.6, 0.8], [0.6, -0.8]]
    found = measure_mean_direction(x)
    assert float(found.share_along_mean) == pytest.approx(0.112 / 2.112)
    assert found.even_share == 0.5
    assert found.mean_resultant_length == pytest.approx(0.76)


def test_it_is_the_spread_that_projection_takes_away():
    rng = np.random.default_rng(3)
    x = rng.normal(size=(60, 6)) + np.array([2, 1, 0, 0, 0, 0])
    unit = x / np.linalg.norm(x, axis=1, keepdims=True)
    axis = unit.mean(axis=0) / np.linalg.norm(unit.mean(axis=0))
    rest = unit - np.outer(unit @ axis, axis)
    lost = 1 - rest.var(axis=0).sum() / unit.var(axis=0).sum()
    assert float(measure_mean_direction(x).share_along_mean) == pytest.approx(lost, abs=1e-12)
    probe = probe_invariance(x, np.repeat(range(6), 10), direction="mean", values=[0])
    assert probe.share_along_mean == pytest.approx(lost, abs=1e-12)


def test_a_dominant_direction_costs_no_digits():
    """An offset of a million: the deviations are a millionth of every vector."""
    rng = np.random.default_rng(0)
    x = np.hstack([np.full((200, 1), 1e6), rng.normal(size=(200, 5))])
    share = float(measure_mean_direction(x, np.repeat(range(20), 10)).share_along_mean)
    assert 0 <= share < 1e-9  # the mean axis holds second order only


def test_a_mean_that_units_cannot_tell_from_none_has_no_interval():
    """Without any common direction the direction of the chance mean says nothing."""
    untold = 0
    for seed in range(60):
        x = np.random.default_rng(seed).normal(size=(240, 6))
        found = measure_mean_direction(x, np.repeat(range(40), 6))
        untold += found.share_along_mean.low is None
        if found.share_along_mean.low is None:
            assert "told from 0" in found.reasons["share_along_mean.interval"].say("en")
    assert untold > 50
    told = measure_mean_direction(x + np.eye(6)[0], np.repeat(range(40), 6)).share_along_mean
    assert told.low is not None


def test_the_sentence_never_sets_a_share_beside_an_interval_that_leaves_it_out():
    """Few units in three dimensions: the share of the sample lies below its interval."""
    held = {"value": 0.41, "low": 0.81, "high": 1.0, "method": "", "bias_corrected": 1.0}
    results = {"mean_direction": {"share_along_mean": held, "even_share": 1 / 3}}
    said = mean_direction_sentence(results, Tongue("en"))
    assert "41% [" not in said
    assert "100% (81%–100%" in said
    assert "41%" in said


def test_the_corrected_share_stays_a_share():
    for seed in range(60):
        rng = np.random.default_rng(seed)
        groups = int(rng.integers(3, 12))
        x = rng.normal(size=(groups * 4, 3)) * 0.5 + np.repeat(rng.normal(size=(groups, 3)), 4, 0)
        found = measure_mean_direction(x + 0.5 * np.eye(3)[0], np.repeat(range(groups), 4))
        corrected = found.share_along_mean.bias_corrected
        assert corrected is None or 0 <= corrected <= 1


def test_without_units_it_is_descriptive():
    found = measure_mean_direction(np.random.default_rng(0).normal(size=(20, 3)))
    assert found.share_along_mean.low is None
    assert found.n_units is None
    assert "these vectors only" in found.reasons["share_along_mean.interval"].say("en")


def test_two_units_and_one_unit_give_no_interval():
    x = np.random.default_rng(0).normal(size=(12, 3))
    for labels in (["a"] * 6 + ["b"] * 6, ["a"] * 12):
        found = measure_mean_direction(x, labels)
        assert found.share_along_mean.low is None
        assert "share_along_mean.interval" in found.reasons


@pytest.mark.parametrize(
    ("x", "said"), [(np.ones((4, 3)), "the same"), ([[1, 0], [-1, 0]], "cancel")]
)  # fmt: skip
def test_no_direction_is_undefined(x, said):
    found = measure_mean_direction(x)
    assert found.share_along_mean is None
    assert said in found.reasons["share_along_mean"].say("en")
    assert said in found.tables()["mean_direction"][0]["reason"]


def test_zero_vectors_are_named():
    with pytest.raises(DataError, match='"1"'):
        measure_mean_direction([[1.0, 0], [0, 0], [0, 1]])


@pytest.mark.parametrize(
    ("columns", "units"), [({"groups": "g", "key": "k"}, 6), ({"key": "k"}, 30), ({}, None)]
)  # fmt: skip
def test_an_audit_takes_groups_then_items_as_units(columns, units):
    x = np.random.default_rng(0).normal(size=(60, 5)) + 1
    data = ms.EmbeddingSet.from_arrays(
        x, columns={"g": [f"g{i // 10}" for i in range(60)], "k": [f"k{i // 2}" for i in range(60)]}
    )
    found = ms.audit(data, permutations=19, **columns)
    held = found.mean_direction
    assert held.n_units == units
    assert (held.share_along_mean.low is None) == (units is None)
    document = found.to_dict()
    assert document["results"]["mean_direction"]["even_share"] == 0.2
    for words, texts in (
        ("en", ("take away", "even share, 1/d")),
        ("ja", ("失われます", "均等な場合の割合")),
    ):
        page = re.sub("<[^>]+>", "", ms.Report(found).render(words))
        assert all(text in page for text in texts)
        assert "no reason was recorded" not in page
        assert "理由は記録されていません" not in page
        assert ("For these vectors only: removing" in page) == (units is None and words == "en")
