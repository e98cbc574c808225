"""Inputs on which other implementations failed, each with the answer that is right."""

import tracemalloc

import numpy as np
import pytest

import monosashi as ms
from monosashi.fidelity import METRICS
from monosashi.fidelity.calibration import clipped_coverage, coverage_table
from monosashi.fidelity.plain import plain_scores

SHARES = tuple(name for name in METRICS if name not in {"frechet", "kernel_distance", "density"})


def codes(found):
    return {one.code for one in found.findings()}


def normal(seed, n, d):
    return np.random.default_rng(seed).normal(size=(n, d))


def test_identical_constant_sets_give_1():
    """With ``<`` they give 0; reals without radius are counted and named."""
    ones = np.ones((20, 4))
    found = ms.measure_fidelity(ones, ones, metrics=METRICS, correct=None)
    assert {name: found.scores[name].value for name in SHARES} == dict.fromkeys(SHARES, 1.0)
    assert found.scores["frechet"].value == 0
    assert found.scores["kernel_distance"].value == 0
    assert found.counts["zero_radius"] == 20
    (told,) = (one for one in found.findings() if one.code == "fidelity.zero_radius")
    assert told.say("en").startswith("20 of 20 reals (100%)")


def test_copies_among_the_reals_on_both_sides():
    rows = np.vstack([np.zeros((60, 3)), normal(0, 40, 3)])
    found = ms.measure_fidelity(rows, rows, metrics=METRICS, correct=None)
    for name in SHARES:
        assert found.scores[name].value == pytest.approx(1.0, abs=0.1 if "_" in name else 0), name
    assert found.scores["clipped_coverage"].value == 1
    assert found.scores["precision"].value == found.scores["coverage"].value == 1
    assert found.counts["copied"] == found.counts["zero_radius"] == 60


def test_as_many_reals_as_k_and_one():
    rows = normal(1, 6, 3)
    assert plain_scores(rows, rows, 5, ("precision", "coverage", "clipped_coverage")) == {
        "precision": 1.0, "coverage": 1.0, "clipped_coverage": 1.0,
    }  # fmt: skip
    with pytest.raises(ms.DataError, match=r"k = 6 needs more than 6 reals, and there are 6"):
        ms.measure_fidelity(rows, rows, k=6)


def test_fewer_generated_than_k():
    found = ms.measure_fidelity(normal(2, 60, 3), normal(3, 3, 3), correct=None, metrics=METRICS)
    assert 0 <= found.scores["clipped_coverage"].value <= 1
    assert found.scores["recall"] is None
    assert "3" in found.reasons["scores.recall"].say("en")
    assert "fidelity.few_generated" in codes(found)


def test_pure_copies_score_1_and_are_told():
    rows = normal(4, 200, 5)
    found = ms.measure_fidelity(rows, rows, correct=None)
    assert found.scores["precision"].value == found.scores["clipped_coverage"].value == 1
    assert found.scores["memorisation"].value == 1
    assert found.counts["exact_copies"] == 200
    assert "fidelity.memorisation" in codes(found)
    assert [row["id"] for row in found.copies[:3]] == [row["real"] for row in found.copies[:3]]


@pytest.mark.parametrize("seed", range(6))
def test_new_draws_are_no_copies(seed):
    found = ms.measure_fidelity(normal([seed, 0], 250, 6), normal([seed, 1], 250, 6), correct=None)
    assert "fidelity.memorisation" not in codes(found)


def test_the_table_is_exact_at_any_size():
    """In float32 it is off by 0.008 and no longer rises."""
    table = coverage_table(5_000, 5_000, 5)
    assert (np.diff(table) >= 0).all()
    assert table[-1] == pytest.approx(float(_by_logarithms(5_000, 5_000, 5)), abs=1e-10)
    assert coverage_table(50_000, 50_000, 5)[-1] == pytest.approx(
        float(_by_logarithms(50_000, 50_000, 5)), abs=1e-8
    )


def _by_logarithms(n, m, k):
    from scipy.stats import betabinom

    return 1 - sum((k - q) * betabinom.pmf(q, m, k, n - k) for q in range(k)) / k


def test_the_table_is_inverted_exactly():
    table = coverage_table(40, 40, 5)
    for good in range(41):
        assert clipped_coverage(table[good], table) == pytest.approx(good / 40, abs=1e-12)
    assert clipped_coverage(1.0, table) == 1


@pytest.mark.parametrize("spread", [0.01, 0.001])
def test_offset_rows_in_float32(spread):
    """Products of float32 rows near 100 know nothing of a spread of 0.01; differences do."""
    rng = np.random.default_rng(5)
    real, generated = ((100 + spread * rng.normal(size=(200, 16))).astype("f") for _ in range(2))
    names = ("precision", "recall", "density", "coverage", "clipped_density", "clipped_coverage",
             "memorisation")  # fmt: skip
    ours = plain_scores(real, generated, 5, names)
    assert ours == plain_scores(real.astype(float) - 100, generated.astype(float) - 100, 5, names)
    assert ours == _brute(real.astype(float), generated.astype(float), 5, names)


def _brute(real, generated, k, names):
    def apart(x, y):
        return np.sqrt(((x[:, None] - y[None]) ** 2).sum(axis=2))

    own, theirs, cross = apart(real, real), apart(generated, generated), apart(real, generated)
    r, q = np.sort(own, axis=1)[:, k], np.sort(theirs, axis=1)[:, k]
    inside = cross <= r[:, None]
    clipped = np.minimum(r, np.median(r))
    reference = np.minimum(((own <= clipped[:, None]).sum(axis=0) - 1) / k, 1).mean()
    density = np.minimum((cross <= clipped[:, None]).sum(axis=0) / k, 1).mean() / reference
    raw = np.minimum(inside.sum(axis=1) / k, 1).mean()
    nearest = cross.argmin(axis=0)
    found = {
        "precision": inside.any(axis=0).mean(), "recall": (cross <= q).any(axis=1).mean(),
        "density": inside.sum() / k / len(generated), "coverage": inside.any(axis=1).mean(),
        "clipped_density": min(density, 1),
        "clipped_coverage": clipped_coverage(raw, coverage_table(len(real), len(generated), k)),
        "memorisation": (cross.min(axis=0) < np.sort(own, axis=1)[nearest, 1]).mean(),
    }  # fmt: skip
    return {name: pytest.approx(float(found[name]), abs=1e-12) for name in names}


def test_memory_stays_below_one_table():
    """Tables of all pairs would take 3 x 128 MB."""
    real, generated = normal(6, 4_000, 16), normal(7, 4_000, 16)
    tracemalloc.start()
    plain_scores(real, generated, 5, ("precision", "recall", "clipped_coverage"), n_jobs=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100e6


def test_a_collapsed_generator_is_precise_and_recalls_little():
    real = normal(8, 300, 6)
    collapsed = real[:1] + 1e-3 * normal(9, 300, 6)
    found = ms.measure_fidelity(real=real, generated=collapsed, correct=None)
    assert found.scores["precision"].value == 1
    assert found.scores["recall"].value < 0.05
    assert found.scores["coverage"].value < 0.1
    turned = ms.measure_fidelity(collapsed, real, correct=None)
    assert turned.scores["precision"].value < 0.05
    assert turned.scores["recall"].value == 1


def test_k_sizes_and_rule_stand_in_every_result():
    found = ms.measure_fidelity(normal(0, 50, 3), normal(1, 40, 3), k=4, correct=None)
    assert (found.k, found.n_real, found.n_generated) == (4, 50, 40)
    assert found.provenance.settings["rule"] == "<="
    assert "k = 4" in found.findings()[-1].say("en") or "k = 4" in found.findings()[0].say("en")
