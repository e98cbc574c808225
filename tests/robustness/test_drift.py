"""Drift: undefined stays undefined, near 0 keeps its digits, models are comparable."""

import json
from pathlib import Path

import numpy as np
import pytest

import monosashi as ms
from monosashi.robustness import measure_drift

FILE = Path(__file__).parents[3] / "shared" / "oracles" / "robustness" / "stats.json"


@pytest.mark.skipif(not FILE.exists(), reason="the reference cases are not beside the project")
def test_reference():
    cases = json.loads(FILE.read_text(encoding="utf-8"))["cases"]
    case = next(one for one in cases if one["id"] == "drift_cosine")
    found, expected = measure_drift(case["orig"], case["trans"]), case["expected"]
    told = [None if np.isnan(x) else pytest.approx(x, abs=1e-12) for x in found.per_text]
    assert told == expected["per_row"]
    assert found.mean.value == pytest.approx(expected["mean_valid"], abs=1e-12)
    assert found.n_undefined == expected["n_undefined"]


def test_nearly_the_same_is_never_below_zero():
    found = measure_drift([[1.0, 0.0]], [[1.0, 1e-7]])
    assert found.per_text[0] == pytest.approx(5e-15, rel=1e-6)
    assert (measure_drift([[3e-200, 4e-200]], [[6.0, 8.0]]).per_text >= 0).all()


def test_random_pairs_are_all_pairs():
    x = np.random.default_rng(0).normal(size=(30, 5)) + 1
    u = x / np.linalg.norm(x, axis=1, keepdims=True)
    pairs = 1 - (u @ u.T)[np.triu_indices(30, 1)]
    found = measure_drift(x, x + 0.1)
    assert found.random_distance == pytest.approx(pairs.mean(), abs=1e-12)
    left = []
    for i in range(30):
        keep = np.arange(30) != i
        part = measure_drift(x[keep], x[keep] + 0.1)
        left.append(part.normalised.value)
    error = np.sqrt(29 / 30 * ((np.array(left) - np.mean(left)) ** 2).sum())
    assert found.normalised.standard_error == pytest.approx(error, rel=1e-9)


def test_a_model_whose_vectors_crowd_is_no_more_robust():
    random = np.random.default_rng(1)
    x = random.normal(size=(200, 32))
    y = x + 0.3 * random.normal(size=x.shape)
    wide, crowded = measure_drift(x, y), measure_drift(x + 5, y + 5)
    assert crowded.mean.value < wide.mean.value / 10
    assert crowded.normalised.value == pytest.approx(wide.normalised.value, rel=0.15)


def test_same_vectors_are_counted_and_one_direction_has_no_scale():
    found = measure_drift(np.ones((4, 3)), np.ones((4, 3)))
    assert (found.n_unmoved, found.normalised) == (4, None)
    assert found.reasons["normalised"].code == "robustness.reasons.all_alike"
    json.dumps(found.to_dict(), allow_nan=False)
    assert [one.code for one in found.findings()] == ["robustness.unmoved"]
    assert found.findings()[0].say("ja")
    nothing = measure_drift(np.zeros((2, 3)), np.ones((2, 3)))
    assert (nothing.mean, nothing.n_undefined) == (None, 2)


def test_refused():
    a = ms.EmbeddingSet.from_arrays(np.eye(3), ids=["a", "b", "c"])
    b = ms.EmbeddingSet.from_arrays(np.eye(3), ids=["a", "c", "b"])
    with pytest.raises(ms.DataError, match="different ids in 2 rows"):
        measure_drift(a, b)
    with pytest.raises(ms.DataError, match="same shape"):
        measure_drift(np.eye(3), np.eye(4))
