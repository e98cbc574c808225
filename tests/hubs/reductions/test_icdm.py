"""ICDM: the definition, candidate lists that change no byte, outside rows, copies."""

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.hubs.measure import measure_hubs
from monosashi.hubs.reductions import ICDM, NICDM, icdm_fit, scaled_neighbours
from monosashi.hubs.reductions.candidates import Candidates
from monosashi.hubs.reductions.foreseen import steps_kept


def cloud(name, n=400):
    rng = np.random.default_rng(7)
    return {
        "gauss": rng.normal(size=(n, 32)),
        "tails": rng.standard_t(3, size=(n, 24)),
        "clusters": rng.normal(size=(n, 8)) * rng.lognormal(sigma=1, size=(n, 1)),
        "plane": rng.normal(size=(n, 2)).astype(np.float32) + 500,
    }[name]


def by_definition(x, k, exponent=0.5, tolerance=1e-3, most=100):
    x = np.asarray(x, float)
    d = np.sqrt(np.square(x[:, None] - x).sum(axis=2))
    np.fill_diagonal(d, np.inf)
    delta = np.ones(len(x))
    for step in range(most + 1):
        r = np.sort(d * delta * delta[:, None], axis=1)[:, :k].mean(axis=1)
        if np.abs(r / r.mean() - 1).max() < tolerance or step == most:
            middle = np.exp(np.log(delta).mean())
            return delta / middle, r.mean() / middle**2, step
        delta *= (r.mean() / r) ** exponent
    raise AssertionError


@pytest.mark.parametrize("name", ["gauss", "tails", "clusters", "plane"])
@pytest.mark.parametrize("exponent", [0.5, 1.0])
def test_factors_follow_the_definition(name, exponent):
    x = cloud(name)
    found = ICDM.fit(x, k=10, exponent=exponent)
    factors, mean, steps = by_definition(x, 10, exponent)
    assert found.iterations == steps
    assert found.factors == pytest.approx(factors, rel=1e-11)
    assert found.mean_distance == pytest.approx(mean, rel=1e-11)
    assert found.converged == (found.error < 1e-3) == (steps < 100)
    assert found.converged or exponent == 1  # full steps may swing for ever on uneven data


@pytest.mark.parametrize("name", ["gauss", "tails", "clusters", "plane"])
@pytest.mark.parametrize(("exact", "length"), [(10, 10), (12, 40), (12, 399), (60, 200)])
def test_candidate_lists_change_no_byte(name, exact, length):
    x = cloud(name)
    shorter_length = max(exact, length // 2)
    lists = Candidates.of(x, (shorter_length, length))
    factors = np.ones(len(x))
    for _ in range(6):
        full = scaled_neighbours(x, x, factors, 10, exclude_self=True).distances.mean(axis=1)
        assert np.array_equal(lists.nearness(factors, 10), full)
        shorter = lists.nearness(factors, 10, length=shorter_length)
        assert np.array_equal(shorter, full)
        factors = factors * (1 / (factors * full)) ** 0.5
    assert lists.recomputed + lists.columns > 0 or length > 100


def test_lists_of_all_others_need_nothing_more():
    x = cloud("tails")
    lists = Candidates.of(x, (399,))
    factors = np.random.default_rng(0).lognormal(size=400)
    full = scaled_neighbours(x, x, factors, 10, exclude_self=True).distances.mean(axis=1)
    assert np.array_equal(lists.nearness(factors, 10), full)
    assert (lists.recomputed, lists.columns) == (0, 0)


@pytest.mark.parametrize("name", ["plane", "tails", "clusters"])
@pytest.mark.parametrize("foreseeing", [False, True])
def test_bounds_are_below_distances(name, foreseeing):
    x = cloud(name, 700) * np.float32(1.3)
    held = (
        Candidates.foreseeing(x, (40, 300), 10, 0.5) if foreseeing else Candidates.of(x, (40, 300))
    )
    lists = held.listed
    plain = np.sqrt(np.square(x.astype(float)[:, None] - x).sum(axis=2))
    bounded = np.take_along_axis(plain, lists.indices.astype(int), axis=1)
    assert (lists.values <= bounded).all()
    assert np.median(lists.values / bounded) > 0.9
    np.fill_diagonal(plain, np.inf)
    assert len(lists.foreseen.factors) == (4 if foreseeing else 1)
    for length in (40, 300):
        np.put_along_axis(plain, lists.indices[:, :length].astype(int), np.inf, axis=1)
        for factors, reach in zip(lists.foreseen.factors, lists.reach(length), strict=True):
            least = (plain * factors).min(axis=1)
            assert (reach <= least).all()
            assert np.median(reach / least) > 0.7


@pytest.mark.parametrize("name", ["gauss", "tails", "clusters", "plane"])
def test_lists_that_foresee_change_no_byte_whatever_the_factors(name):
    x = cloud(name, 500)
    lists = Candidates.foreseeing(x, (24, 40), 12, 0.5)
    rng = np.random.default_rng(0)
    for wild in (0, 0.02, 0.5, 4):
        factors = lists.listed.foreseen.factors[-1] * rng.lognormal(sigma=wild, size=len(x))
        full = scaled_neighbours(x, x, factors, 12, exclude_self=True).distances.mean(axis=1)
        assert np.array_equal(lists.nearness(factors, 12), full)
        assert np.array_equal(lists.nearness(factors, 12, length=24), full)


@pytest.mark.parametrize("exponent", [0.05, 0.5, 1.0])
def test_steps_on_the_way_are_few_and_ascend(exponent):
    steps = steps_kept(exponent)
    assert steps[0] == 0
    assert list(steps) == sorted(set(steps))
    assert len(steps) <= 4
    assert steps[-1] <= 60


def test_lists_that_foresee_need_no_second_search():
    x = np.random.default_rng(0).normal(size=(3000, 96)).astype(np.float32)
    x[::7] *= 1.2
    for found in ICDM.fit_scales(x, ks=(10, 150)):
        assert found.converged
        assert found.columns < len(x) // 100


def test_ties_at_the_end_of_a_list_change_no_byte():
    x = np.unique(np.random.default_rng(0).integers(0, 5, size=(400, 4)).astype(float), axis=0)
    lists = Candidates.of(x, (14,))
    factors = np.random.default_rng(1).lognormal(sigma=0.5, size=len(x))
    full = scaled_neighbours(x, x, factors, 10, exclude_self=True).distances.mean(axis=1)
    assert np.array_equal(lists.nearness(factors, 10), full)


def test_the_same_bytes_for_any_threads_and_lists(monkeypatch):
    x = cloud("tails", 900)
    one = ICDM.fit(x, n_jobs=1)
    monkeypatch.setattr(icdm_fit, "SPARE", 7)
    monkeypatch.setattr(icdm_fit, "SMALL", 0)
    monkeypatch.setattr(icdm_fit, "LEAST_LISTED", 30)
    monkeypatch.setattr("monosashi.hubs.reductions.candidates.BLOCK", 31)
    monkeypatch.setattr("monosashi.hubs.reductions.listed.BLOCK", 17)
    monkeypatch.setattr("monosashi.hubs.reductions.listed.TILE", 101)
    monkeypatch.setattr("monosashi.hubs.reductions.foreseen.SAMPLE", 60)
    other = ICDM.fit(x, n_jobs=3)
    assert (one.recomputed, one.columns) == (0, 0)
    assert other.recomputed + other.columns > 0
    assert np.array_equal(one.factors, other.factors)
    assert (one.mean_distance, one.errors) == (other.mean_distance, other.errors)


def test_several_scales_at_once_are_the_same_as_one_by_one():
    x = cloud("gauss")
    for found, k in zip(ICDM.fit_scales(x, ks=(10, 60)), (10, 60), strict=True):
        alone = ICDM.fit(x, k=k)
        assert np.array_equal(found.factors, alone.factors)
        assert (found.k, found.mean_distance) == (k, alone.mean_distance)


def test_outside_rows_depend_on_themselves_alone():
    x = cloud("gauss")
    y = np.random.default_rng(3).normal(size=(60, 32)) * 1.1
    icdm = ICDM.fit(x)
    whole = icdm.query_factors(y)
    alone = [icdm.query_factors(y[row : row + 1], n_jobs=1)[0] for row in range(60)]
    assert np.array_equal(whole, alone)
    scaled = np.sqrt(np.square(y[:, None] - x).sum(axis=2)) * icdm.factors
    expected = icdm.mean_distance / np.sort(scaled, axis=1)[:, :11].mean(axis=1)
    assert whole == pytest.approx(expected, rel=1e-12)
    assert icdm.query_factors(y, 5) != pytest.approx(whole)


def test_left_out_rows_are_treated_as_outside_rows():
    x = cloud("clusters")
    icdm = ICDM.fit(x)
    left = icdm.leave_one_out_factors()
    for row in (0, 17, 399):
        others = np.delete(np.arange(400), row)
        scaled = np.sqrt(np.square(x[row] - x[others]).sum(axis=1)) * icdm.factors[others]
        expected = icdm.mean_distance / np.sort(scaled)[:11].mean()
        assert left[row] == pytest.approx(expected, rel=1e-12)


def test_copies_count_once_and_share_their_factor():
    x = cloud("gauss", 200)
    doubled = np.concatenate([x, x[:50], np.repeat(x[:1], 30, axis=0)])
    plain, copied = ICDM.fit(x), ICDM.fit(doubled)
    ratio = copied.factors[:200] / plain.factors
    assert ratio == pytest.approx(ratio[0])
    assert np.array_equal(copied.factors[200:250], copied.factors[:50])
    y = np.random.default_rng(3).normal(size=(9, 32))
    both = copied.query_factors(y) / ratio[0], plain.query_factors(y)
    assert both[0] == pytest.approx(both[1])


def test_too_few_distinct_rows_are_left_alone_and_said_so():
    x = np.repeat(np.eye(12), 5, axis=0)
    found = ICDM.fit(x, k=10)
    assert (found.factors == 1).all()
    assert [note.code for note in found.notices] == ["hubs.notices.few_distinct"]
    assert (found.query_factors(x[:3]) == 1).all()
    assert (found.leave_one_out_factors() == 1).all()


def test_stopping_early_is_said():
    found = ICDM.fit(cloud("gauss"), max_iterations=2)
    assert found.iterations == 2
    assert not found.converged
    assert [note.code for note in found.notices] == ["hubs.notices.not_converged"]


@pytest.mark.parametrize("name", ["gauss", "tails", "clusters", "plane"])
def test_one_step_is_nicdm(name):
    x = cloud(name)
    one, other = ICDM.fit(x, k=7, max_iterations=1, tolerance=1e-12), NICDM.fit(x, k=7)
    ratio = one.factors / other.weights()
    assert ratio == pytest.approx(np.ones(400), rel=1e-12)
    lists = one.neighbours(20), other.neighbours(20)
    assert np.array_equal(lists[0].indices, lists[1].indices)


def test_translation_and_scale_change_no_list():
    x = np.round(cloud("gauss") * 64) / 64
    moved = ICDM.fit(x + 32)
    assert moved.factors == pytest.approx(ICDM.fit(x).factors, rel=1e-12)
    assert ICDM.fit(x * 4).mean_distance == pytest.approx(4 * ICDM.fit(x).mean_distance)


def test_hubs_become_fewer():
    x = cloud("gauss", 800)
    before = measure_hubs(x, k=5, references=False)
    after = measure_hubs(neighbours=ICDM.fit(x).neighbours(5), references=False)
    assert after.robin_hood.value < before.robin_hood.value / 2
    assert after.antihub_share.value < before.antihub_share.value / 4


def test_cosine_means_directions():
    x = cloud("gauss")
    lengths = np.random.default_rng(0).lognormal(size=(400, 1))
    unit = x / np.linalg.norm(x, axis=1, keepdims=True)
    found = ICDM.fit(x * lengths, metric="cosine")
    assert found.factors == pytest.approx(ICDM.fit(unit).factors, rel=1e-9)


def test_all_wrong_options_are_named():
    with pytest.raises(DataError) as error:
        ICDM.fit(np.eye(20), exponent=0, tolerance=-1, max_iterations=0)
    assert [one.values["name"] for one in error.value.faults] == [
        "exponent", "tolerance", "max_iterations",
    ]  # fmt: skip
