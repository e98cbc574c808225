"""Scores equal those from full tables, and say 0 and 1 where that is right."""

import numpy as np
import pytest
from fidelity.gicdm.by_tables import table_scores

from monosashi.embeddings import DataError
from monosashi.fidelity.gicdm import GICDM

CLIPPED = ("clipped_density", "clipped_coverage")
ALL = ("precision", "density", "coverage", *CLIPPED)


def sphere(rng, n, d, radius):
    drawn = rng.normal(size=(n, d))
    return radius * drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


@pytest.mark.parametrize(("d", "width", "shift"), [(2, 1, 0), (5, 0.8, 0.3), (20, 1.05, 0.1)])
def test_equal_to_full_tables(d, width, shift):
    rng = np.random.default_rng(d)
    real, generated = rng.normal(size=(240, d)), rng.normal(size=(180, d)) * width + shift
    fitted = GICDM.fit(real, filter_scales=(10, 50))
    scores = fitted.score(generated, k=5, metrics=CLIPPED)
    wanted = table_scores(real, generated, 5, (10, 50))
    for name in CLIPPED:
        assert scores.corrected[name] == pytest.approx(wanted[name], abs=1e-12)
    assert fitted.pass_rate_fidelity == pytest.approx(wanted["pass_rate_fidelity"], abs=1e-15)
    assert fitted.pass_rate_coverage == pytest.approx(wanted["pass_rate_coverage"], abs=1e-15)
    assert (scores.flagged_fidelity == wanted["flagged_fidelity"]).all()
    assert (scores.flagged_coverage == wanted["flagged_coverage"]).all()
    seen = fitted.transform(generated).factors
    ratio = seen / wanted["factors"]
    np.testing.assert_allclose(ratio, ratio[0], rtol=1e-12)


@pytest.mark.parametrize("d", [2, 16, 64])
def test_only_the_surface_of_a_sphere_is_like_it(d):
    rng = np.random.default_rng(0)
    fitted = GICDM.fit(sphere(rng, 400, d, 1.0))
    for radius in (0.1, 0.5, 1.9) if d > 2 else (0.1, 0.5, 0.8, 1.2, 1.9):
        scores = fitted.score(sphere(rng, 400, d, radius), metrics=CLIPPED)
        assert max(*scores.corrected.values(), *scores.filtered.values()) <= 0.05
    same = fitted.score(sphere(rng, 400, d, 1.0), metrics=CLIPPED)
    assert min(same.corrected.values()) >= 0.9


def test_scaling_without_a_filter_accepts_everything():
    """Why the filter is no extra: a Gaussian six deviations away."""
    rng = np.random.default_rng(1)
    real, generated = rng.normal(size=(300, 1)), rng.normal(size=(300, 1)) + 6
    without = GICDM.fit(real, filter_scales=(), calibrate=False)
    assert without.score(generated).corrected["clipped_density"] > 0.5
    assert GICDM.fit(real).score(generated).corrected["clipped_density"] < 0.02


def test_swapped_radii_are_seen():
    rng = np.random.default_rng(8)
    away = 10 * np.eye(1, 32)[0]
    real = np.concatenate([sphere(rng, 250, 32, 1), away + sphere(rng, 250, 32, 2)])
    generated = np.concatenate([sphere(rng, 250, 32, 2), away + sphere(rng, 250, 32, 1)])
    plain = GICDM.fit(real, scaling="none", filter_scales=(), calibrate=False)
    assert plain.score(generated, metrics=ALL).corrected["clipped_coverage"] > 0.3
    assert max(GICDM.fit(real).score(generated, metrics=ALL).corrected.values()) <= 0.02


def test_without_filter_and_scaling_the_plain_measures_remain():
    """Against the public implementations, on their stored inputs."""
    from monosashi.fidelity.plain import plain_scores

    rng = np.random.default_rng(5)
    real, generated = rng.normal(size=(150, 4)), rng.normal(size=(130, 4)) + 0.4
    plain = GICDM.fit(real, scaling="none", filter_scales=(), calibrate=False)
    ours = plain.score(generated, metrics=ALL).corrected
    for name, score in plain_scores(real, generated, 5, ALL).items():
        assert ours[name] == pytest.approx(score, abs=1e-12), name


def test_flagged_points_count_nothing_and_stay_in_the_number():
    rng = np.random.default_rng(2)
    real, good = rng.normal(size=(400, 3)), rng.normal(size=(300, 3))
    fitted = GICDM.fit(real)
    alone = fitted.score(good, metrics=("clipped_density",))
    mixed = fitted.score(np.concatenate([good, 50 + np.zeros((100, 3))]), metrics=CLIPPED)
    assert mixed.flagged_fidelity[300:].all()
    assert mixed.uncapped["corrected.clipped_density"] == pytest.approx(
        0.75 * alone.uncapped["corrected.clipped_density"], abs=1e-12
    )


def test_scaling_none_makes_both_forms_one():
    rng = np.random.default_rng(3)
    scores = GICDM.fit(rng.normal(size=(250, 4)), scaling="none").score(
        rng.normal(size=(200, 4)), metrics=ALL
    )
    assert scores.filtered == scores.corrected


def test_limits_are_arguments():
    rng = np.random.default_rng(0)
    fitted = GICDM.fit(sphere(rng, 400, 16, 1.0), near_fidelity=None, near_coverage=None)
    inner = fitted.score(sphere(rng, 400, 16, 0.5), metrics=CLIPPED)
    assert inner.corrected["clipped_density"] > 0.5
    assert inner.parameters["near_fidelity"] is None


def test_other_measures_are_none_with_a_reason():
    rng = np.random.default_rng(0)
    names = ("recall", "symmetric_precision", "frechet", "memorisation", "recall_cover")
    scores = GICDM.fit(rng.normal(size=(210, 3))).score(rng.normal(size=(50, 3)), metrics=names)
    assert set(scores.corrected.values()) == {None}
    assert set(scores.reasons) == {f"{form}.{name}" for form in ("filtered", "corrected")
                                   for name in names}  # fmt: skip


@pytest.mark.parametrize(
    ("options", "names"),
    [({"k": 0}, ["k"]), ({"exponent": 1.5, "tolerance": 0}, ["exponent", "tolerance"]),
     ({"scaling": "ICDM", "far": -1}, ["scaling", "far"]), ({"filter_scales": "all"},
     ["filter_scales"]), ({"filter_scales": (10, 0)}, ["filter_scales"]),
     ({"near_fidelity": "7"}, ["near_fidelity"])],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused_at_once(options, names):
    with pytest.raises(DataError) as refused:
        GICDM.fit(np.random.default_rng(0).normal(size=(30, 2)), **options)
    assert [fault.values["name"] for fault in refused.value.faults] == names


def test_cosine_is_euclid_on_unit_rows():
    rng = np.random.default_rng(4)
    real, generated = rng.normal(size=(220, 6)) + 1, rng.normal(size=(100, 6)) + 1

    def unit(rows):
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    a = GICDM.fit(real * rng.uniform(1, 9, (220, 1)), metric="cosine").score(generated, metrics=ALL)
    b = GICDM.fit(unit(real)).score(unit(generated), metrics=ALL)
    assert a.corrected == pytest.approx(b.corrected, abs=1e-9)


def test_moving_and_scaling_the_space_changes_nothing():
    rng = np.random.default_rng(6)
    real, generated = rng.normal(size=(220, 3)), rng.normal(size=(150, 3)) * 1.2
    a = GICDM.fit(real).score(generated, metrics=ALL).corrected
    b = GICDM.fit(1e3 * real + 1e5).score(1e3 * generated + 1e5, metrics=ALL).corrected
    assert a == pytest.approx(b, abs=1e-9)
