"""Intervals of filtered and corrected scores: groups left out one by one."""

import numpy as np
import pytest

from monosashi.embeddings import EmbeddingSet
from monosashi.fidelity import compare_generators, measure_fidelity
from monosashi.fidelity.gicdm import GICDM
from monosashi.fidelity.gicdm.formulas import DEFINED
from monosashi.fidelity.gicdm.left_out import LeftOutReals, correction_spreads, uncut
from monosashi.fidelity.gicdm.scores import FORMS, GicdmScores
from monosashi.fidelity.leaving_out import SHARES, Groups, estimate, possible_range

NAMES = tuple(DEFINED)
K = 5


def draw(seed, n=130, m=110, d=6, shift=0.4):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(size=(m, d)) + shift


def spreads(real, generated, count=20, seed=1):
    rng = np.random.default_rng(seed)
    ours, theirs = Groups.of(len(real), rng, count), Groups.of(len(generated), rng, count)
    fitted = GICDM.fit(real)
    scores = GicdmScores.of(fitted, fitted.transform(generated), K, NAMES, n_jobs=1,
                            groups=theirs.label)  # fmt: skip
    left = LeftOutReals.of(fitted, EmbeddingSet.from_arrays(real), ours, n_jobs=1)
    found = correction_spreads(scores.counted, NAMES, theirs, left.scores(generated, K, NAMES))
    return found, ours, theirs, fitted


def scored(fitted, generated):
    seen = fitted.transform(generated)
    return uncut(GicdmScores.of(fitted, seen, K, NAMES, n_jobs=1).counted, NAMES)


def test_a_group_left_out_is_as_if_it_had_never_been_there():
    real, generated = draw(0)
    found, ours, theirs, fitted = spreads(real, generated, count=4)
    assert set(found) == {f"{form}.{name}" for form in FORMS for name in NAMES}
    scales = tuple(scale.k for scale in fitted.scales)
    for g in range(4):
        without = scored(fitted, generated[theirs.label != g])
        refit = GICDM.fit(real[ours.label != g], filter_scales=scales)
        again = scored(refit, generated)
        for key, spread in found.items():
            assert spread.without_generated[g] == without[key], key
            assert spread.without_reals[g] == again[key], key


def test_scores_stand_in_their_intervals_and_threads_change_nothing():
    real, generated = draw(1)
    found = measure_fidelity(real, generated, metrics=(*NAMES, "recall"), n_jobs=1)
    assert found.intervals == measure_fidelity(
        real, generated, metrics=(*NAMES, "recall"), n_jobs=3
    ).intervals  # fmt: skip
    assert set(found.intervals) == {f"{form}.{name}" for form in FORMS for name in NAMES}
    for key, one in found.intervals.items():
        form, _, name = key.partition(".")
        assert one.value == pytest.approx(getattr(found, form)[name], abs=1e-12)
        assert one.low <= one.value <= one.high
    row = found.tables()["fidelity_scores"][0]
    assert row["corrected_low"] < row["corrected"] <= row["corrected_high"]


def test_without_further_fits_the_reason_is_said():
    found = measure_fidelity(*draw(2), correction_intervals=False)
    assert found.intervals == {}
    assert found.reasons["intervals"].code == "fidelity.reasons.correction_intervals_off"
    assert measure_fidelity(*draw(2, n=12, m=40), k=10).intervals == {}


def test_copies_and_cosine():
    real, generated = draw(3)
    real[40:60] = real[0]
    found = measure_fidelity(real, generated, metric="cosine")
    assert all(one.high is not None for one in found.intervals.values())


def test_differences_of_corrected_scores_are_paired():
    real, near = draw(4, shift=0.0)
    far = near + np.array([3.0, 0, 0, 0, 0, 0])
    found = compare_generators(real, near, far, near, names=["near", "far", "again"])
    rows = {(row["metric"], row["form"], row["generator_a"], row["generator_b"]): row
            for row in found.corrected_differences}  # fmt: skip
    assert rows["clipped_density", "corrected", "near", "far"]["low"] > 0
    assert rows["clipped_density", "filtered", "near", "far"]["low"] > 0
    same = rows["density", "corrected", "near", "again"]
    assert same["difference"] == 0
    alone = found.results["near"].intervals["corrected.density"].standard_error
    assert same["standard_error"] < 1.42 * alone


@pytest.mark.slow
@pytest.mark.parametrize(("d", "shift"), [(4, 0.0), (8, 0.4), (32, 0.2)])
def test_intervals_hold_the_mean_of_other_samples(d, shift):
    values, held = {}, {}
    for seed in range(160):
        real, generated = draw(seed, 150, 150, d, shift)
        for key, value in scored(GICDM.fit(real), generated).items():
            values.setdefault(key, []).append(value)
        if seed < 40:
            for key, spread in spreads(real, generated, seed=seed)[0].items():
                name = key.partition(".")[2]
                held.setdefault(key, []).append(
                    estimate(spread, confidence=0.95, possible=possible_range(name), units=150,
                             share=name in SHARES)
                )  # fmt: skip
    for key, intervals in held.items():
        top = possible_range(key.partition(".")[2])[1]
        truth = np.mean(values[key]) if top is None else min(np.mean(values[key]), top)
        assert np.mean([one.low <= truth <= one.high for one in intervals]) >= 0.875, key
        error = np.mean([one.standard_error for one in intervals])
        assert 0.8 < error / np.std(values[key]) < 4, (key, error, np.std(values[key]))
