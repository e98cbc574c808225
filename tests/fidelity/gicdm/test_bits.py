"""What is said of a generated point depends on it and the reals alone, to the last bit."""

import numpy as np
import pytest

from monosashi.fidelity.gicdm import GICDM
from monosashi.hubs.reductions import scaled_neighbours


@pytest.fixture(scope="module")
def fitted():
    rng = np.random.default_rng(0)
    return GICDM.fit(rng.standard_t(3, size=(260, 12)).astype(np.float32))


@pytest.fixture(scope="module")
def generated():
    return np.random.default_rng(1).standard_t(3, size=(90, 12)).astype(np.float32)


def everything(fitted, rows, **options):
    seen = fitted.transform(rows, **options)
    scores = fitted.score(rows, k=5, metrics=("precision",), **options)
    return np.column_stack([
        seen.factors, seen.deviations.fidelity, seen.deviations.coverage, seen.flagged_fidelity,
        seen.flagged_coverage, scores.balls_filtered, scores.balls_corrected,
        scores.counts["corrected"].held_clipped,
    ])  # fmt: skip


def test_one_by_one_in_another_order_and_with_outliers_beside(fitted, generated):
    whole = everything(fitted, generated, n_jobs=1)
    assert (everything(fitted, generated, n_jobs=3) == whole).all()
    order = np.random.default_rng(2).permutation(90)
    assert (everything(fitted, generated[order]) == whole[order]).all()
    beside = np.concatenate([1e4 * generated[:5], generated])
    assert (everything(fitted, beside)[5:] == whole).all()
    for row in (0, 17, 89):
        assert (everything(fitted, generated[[row]])[0] == whole[row]).all()


def test_threads_change_no_byte_of_the_fit(fitted):
    again = GICDM.fit(fitted.ground.data, n_jobs=3)
    assert (again.factors == fitted.factors).all()
    assert (again.own_deviations.fidelity == fitted.own_deviations.fidelity).all()


@pytest.mark.parametrize("scales", [(20, 60), (), (10, 60)])
def test_scales_seen_together_are_those_seen_alone(fitted, generated, scales):
    ours = GICDM.fit(fitted.ground.data, filter_scales=scales)
    seen = ours.transform(generated)
    for scale in ours.every_scale:
        found = scaled_neighbours(generated, scale.rows, scale.factors, scale.k + 1)
        factors = scale.mean_distance / found.distances.mean(axis=1)
        if scale.k == 10:
            assert (seen.factors == factors).all()
        if scale.k in scales:
            near_by = scale.log_ratio[found.indices]
            ratio = np.log(factors / scale.factors[found.indices].mean(axis=1))
            deviations = (ratio - near_by.mean(axis=1)) / near_by.std(axis=1)
            assert (seen.deviations.coverage[:, scales.index(scale.k)] == deviations).all()


def test_dissimilarity_is_the_table_of_the_definition(fitted, generated):
    rows = np.array([5, 0, 259, 5])
    table = fitted.dissimilarity(rows, generated)
    real = fitted.ground.rows.astype(float)
    far = np.sqrt(((real[rows][:, None] - generated.astype(float)[None]) ** 2).sum(axis=-1))
    factors = fitted.transform(generated).factors
    wanted = far * fitted.factors[rows][:, None] * factors
    np.testing.assert_allclose(table, wanted, rtol=1e-12)
    assert (fitted.dissimilarity([5], generated[:3])[0] == table[0, :3]).all()


def test_parts_of_lists_change_no_byte(fitted, generated, monkeypatch):
    from monosashi.fidelity.gicdm import scales

    whole = everything(fitted, generated)
    monkeypatch.setattr(scales, "LISTED_AT_ONCE", 11 * 37)
    assert (everything(fitted, generated) == whole).all()
    again = GICDM.fit(fitted.ground.data)
    assert (again.own_deviations.coverage == fitted.own_deviations.coverage).all()
    assert [s.tight_share for s in again.scales] == [s.tight_share for s in fitted.scales]
