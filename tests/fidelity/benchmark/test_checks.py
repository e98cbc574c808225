"""What is drawn: shapes, moments that can be worked out, seeds, thinned axes."""

import numpy as np
import pytest

from monosashi.fidelity.benchmark import samplers
from monosashi.fidelity.benchmark.catalogue import all_checks
from monosashi.fidelity.benchmark.rows import ROWS

CHECKS = {check.number: check for check in all_checks()}


def drawn(number, variant, index, repeat=0, grid="full"):
    for point, real, generated in CHECKS[number].samples(repeat, variant, grid):
        if point.index == index:
            return point, real, generated
    raise AssertionError


def test_fifteen_checks_and_thirty_rows():
    assert list(CHECKS) == list(range(1, 16))
    assert len(ROWS) == 30
    assert len({row.label for row in ROWS}) == 30
    assert all(sum(row.check == number for row in ROWS) == 2 for number in CHECKS)


@pytest.mark.parametrize("number", CHECKS)
def test_the_thinned_axis_is_a_part_and_draws_the_same(number):
    check = CHECKS[number]
    assert len(set(check.thin)) == len(check.thin) == len(sorted(check.thin))
    variant = check.variants[0]
    thin, full = check.points(variant, "thin"), check.points(variant, "full")
    assert all(full[point.index] == point for point in thin)
    if number == 8:
        return
    for point, real, generated in check.samples(3, variant, "thin"):
        if point.index == check.thin[1]:
            _, same_real, same = drawn(number, variant, point.index, 3)
            assert (real == same_real).all()
            assert (generated == same).all()


def test_lengths_of_the_axes():
    thin = {number: len(check.thin) for number, check in CHECKS.items()}
    assert thin == {1: 13, 2: 13, 3: 13, 4: 27, 5: 10, 6: 10, 7: 13, 8: 4, 9: 10, 10: 10, 11: 8,
                    12: 11, 13: 13, 14: 5, 15: 7}  # fmt: skip


def test_repeats_differ_and_reals_stay_along_the_axis():
    check = CHECKS[1]
    reals = [real for _, real, _ in check.samples(0, "d=8", "thin")]
    assert all(real is reals[0] for real in reals)
    assert (drawn(1, "d=8", 0, repeat=0)[1] != drawn(1, "d=8", 0, repeat=1)[1]).all()


def test_shifts_and_outliers():
    _, real, generated = drawn(1, "d=64", 50)
    assert real.shape == generated.shape == (1_000, 64)
    assert abs(real.mean()) < 0.02
    assert abs(generated.mean() - 1) < 0.02
    _, real, generated = drawn(2, "real outlier, d=8", 25)
    assert (real[1_000] == 3).all()
    assert len(generated) == 1_000
    _, real, generated = drawn(2, "generated outlier, d=1", 25)
    assert (len(real), generated[1_000, 0]) == (1_000, 6.0)


def test_modes():
    _, real, generated = drawn(4, "d=1", 49)
    assert abs(generated.std() - 1 / 6) < 0.02
    assert len(np.unique(np.round(real * 0.9))) >= 10
    _, _, generated = drawn(5, "d=8", 9)
    assert abs(generated.mean()) < 0.02
    _, real, generated = drawn(6, "d=2", 0)
    assert np.abs(generated - samplers.PLACES[0]).max() < 2
    assert len(np.unique(np.abs(real[:, None] - samplers.PLACES).sum(-1).argmin(1))) == 5


def test_sphere_ball_and_torus():
    _, real, generated = drawn(7, "d=16", 0)
    assert np.linalg.norm(real, axis=1) == pytest.approx(np.ones(1_000))
    assert np.linalg.norm(generated, axis=1) == pytest.approx(np.full(1_000, 0.1))
    _, ball, torus = drawn(10, "real ball", 19)
    radii = np.linalg.norm(ball, axis=1)
    assert radii.max() <= 0.8
    assert abs((radii < 0.4).mean() - 1 / 8) < 0.04
    assert len(torus) == 10_000
    tube = np.hypot(np.hypot(torus[:, 0], torus[:, 1]) - 1, torus[:, 2])
    assert tube.max() <= 0.1
    assert abs((tube < 0.05).mean() - 1 / 4) < 0.03


def test_cubes_overlap_by_a_fifth():
    _, real, beside = drawn(9, "d=8", 19)
    assert (len(real), len(beside)) == (1_000, 10_000)
    assert real.max() <= 1
    assert abs((beside < 1).all(axis=1).mean() - 0.2) < 0.02
    _, real, beside = drawn(8, "d=1", 0)
    assert len(real) == len(beside) == 100


def test_collapse_keeps_mean_and_spread():
    _, real, generated = drawn(11, "d=64", 19)
    assert abs(real.std() - np.sqrt(1 + 2.5**2)) < 0.1
    assert abs(generated.std() - np.sqrt(26)) < 0.1


def test_the_other_axes():
    _, real, generated = drawn(12, "d=2", 0)
    assert abs(real[:, 1].std() - 1e-3) < 1e-4
    assert abs(generated[:, 0].mean() - 6) < 0.2
    _, real, _ = drawn(13, "d=2", 25)
    assert real[:, 1].min() >= 1
    assert abs((real[:, 1] > 2).mean() - 2**-1.01) < 0.06
    point, real, generated = drawn(14, "all", 0)
    assert (point.x, real.shape[1]) == (1.0, 2)
    assert abs(generated[:, 0].mean() - 6) < 0.2
    _, real, generated = drawn(15, "real rounded", 19)
    assert (real == np.round(real)).all()
    assert (generated != np.round(generated)).any()
