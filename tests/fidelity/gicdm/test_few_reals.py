"""Few reals, copies, lattices: rules, notices, and never a NaN."""

import warnings

import numpy as np
import pytest

from monosashi.fidelity.gicdm import GICDM
from monosashi.fidelity.gicdm.looks import in_spreads
from monosashi.fidelity.gicdm.parameters import second_scale

ALL = ("precision", "density", "coverage", "clipped_density", "clipped_coverage")


def notes(fitted):
    return [note.code.rsplit(".", 1)[1] for note in fitted.notices]


def test_the_second_scale():
    assert [second_scale(n) for n in (40, 200, 400, 1_000, 5_000, 10_000)] == [
        20, 50, 100, 100, 500, 500]  # fmt: skip


def test_scales_go_one_by_one():
    rows = np.random.default_rng(0).normal(size=(60, 3))
    assert [scale.k for scale in GICDM.fit(rows).scales] == [10, 20]
    assert notes(GICDM.fit(rows)) == ["few_reals"]
    wide = GICDM.fit(rows, filter_scales=(10, 58))
    assert [scale.k for scale in wide.scales] == [10]
    assert notes(wide) == ["few_reals", "scales_left_out"]
    few = GICDM.fit(rows[:12])
    assert few.scales == ()
    assert (few.factors == 1).all()
    assert notes(few) == ["few_reals", "no_scale", "not_scaled"]
    assert few.pass_rate_fidelity == 1


def test_copies_share_a_factor_and_change_no_filter():
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(220, 3))
    once, twice = GICDM.fit(rows), GICDM.fit(np.repeat(rows, 2, axis=0), filter_scales=(10, 55))
    again = GICDM.fit(rows, filter_scales=(10, 55))
    assert (twice.factors.reshape(-1, 2) == again.factors[:, None]).all()
    points = rng.normal(size=(50, 3))
    assert (twice.transform(points).factors == again.transform(points).factors).all()
    assert once.n == 220


@pytest.mark.parametrize(
    "rows",
    [np.ones((40, 3)), np.repeat(np.arange(4.0), 60)[:, None], np.arange(300.0)[:, None] % 17,
     np.stack(np.meshgrid(np.arange(16.0), np.arange(16.0)), axis=-1).reshape(-1, 2)],
    ids=["one point", "four points", "copies", "lattice"],
)  # fmt: skip
@pytest.mark.parametrize("scaling", ["icdm", "none"])
def test_ties_give_numbers_and_equal_sets_score_one(rows, scaling):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fitted = GICDM.fit(rows, scaling=scaling)
        same = fitted.score(rows, metrics=ALL)
        away = fitted.score(rows + 1e3, metrics=ALL)
    for name, value in same.corrected.items():
        assert value is not None, name
        assert np.isfinite(value), name
    assert same.corrected["clipped_density"] >= 0.9
    assert all(value == 0 for value in away.corrected.values())
    assert np.isfinite(same.z_fidelity).all()


def test_without_a_spread_only_differences_are_flagged():
    value = np.array([1.0, 1.0 + 1e-14, 1.5, 0.5])
    seen = in_spreads(value, 1.0, 0.0)
    assert (seen[:2] == 0).all()
    assert seen[2] > 1e300
    assert seen[3] < -1e300
    assert np.isfinite(seen).all()


def test_a_copy_of_a_real_passes():
    rows = np.random.default_rng(0).normal(size=(400, 3))
    fitted = GICDM.fit(rows)
    seen = fitted.transform(rows)
    assert 1 - seen.flagged_fidelity.mean() > 0.8


def test_one_generated_point():
    fitted = GICDM.fit(np.random.default_rng(0).normal(size=(210, 2)))
    scores = fitted.score(np.zeros((1, 2)), metrics=ALL)
    assert all(value is not None for value in scores.corrected.values())


@pytest.mark.parametrize("size", [1e300, 1e12, 1e-320])
def test_points_of_any_size(size):
    fitted = GICDM.fit(np.random.default_rng(0).normal(size=(210, 2)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scores = fitted.score(np.full((1, 2), size), metrics=ALL)
    assert all(np.isfinite(value) for value in scores.corrected.values())
    assert scores.flagged_fidelity[0] == (size > 1)


def test_nothing_passes_where_no_real_passes():
    """A limit that refuses every real leaves no reference: None, with the reason."""
    fitted = GICDM.fit(np.random.default_rng(0).normal(size=(210, 2)), far=1e-9,
                       near_fidelity=1e-9, near_coverage=1e-9)  # fmt: skip
    scores = fitted.score(np.zeros((5, 2)), metrics=ALL)
    assert scores.corrected["clipped_density"] is None
    assert "corrected.clipped_density" in scores.reasons
    assert scores.findings()[0].code == "fidelity.low_pass_rate"
