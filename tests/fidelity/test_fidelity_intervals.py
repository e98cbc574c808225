"""Intervals hold the population quantity: the mean score over pairs of sets of these sizes."""

from dataclasses import replace

import numpy as np
import pytest

from monosashi.fidelity.balls import Balls
from monosashi.fidelity.counted import COUNTED, UNCAPPED
from monosashi.fidelity.leaving_out import (
    SHARES,
    Groups,
    Spread,
    estimate,
    possible_range,
    spreads,
)
from monosashi.fidelity.plan import Plan
from monosashi.fidelity.points import Points
from monosashi.fidelity.sides import FittedSide

NAMES = tuple(COUNTED)


def passed(real, generated):
    ours, theirs = Points.of(real), Points.of(generated)
    plan = Plan.of(NAMES, (5,))
    return Balls.of(plan, FittedSide.of(ours, plan.reach, n_jobs=1), theirs, n_jobs=1)


@pytest.mark.parametrize("copies", [False, True])
def test_leaving_out_is_measuring_without(copies):
    """Counts from the pairs kept, against a new pass over the points that stay."""
    rng = np.random.default_rng(3)
    real, generated = rng.normal(size=(120, 4)), rng.normal(size=(90, 4)) + 0.3
    if copies:
        real[40:60] = real[:20]
        generated[10:30] = generated[50:70]
    balls = passed(real, generated)
    gone, gone_too = rng.permutation(120)[:6], rng.permutation(90)[:5]
    for left_out, other in ((gone, gone_too), (gone, []), ([], gone_too)):
        kept = np.delete(np.arange(120), left_out), np.delete(np.arange(90), other)
        weights = (balls.real.points.sums(np.isin(np.arange(120), kept[0]) * 1.0),
                   balls.generated.sums(np.isin(np.arange(90), kept[1]) * 1.0))  # fmt: skip
        counted = balls.counts_without(5, *weights)
        again = passed(real[kept[0]], generated[kept[1]]).counts(5)
        for name in NAMES:
            assert COUNTED[name](counted) == pytest.approx(COUNTED[name](again), abs=1e-12), name


def test_the_same_by_new_passes():
    """Where too many pairs lie in balls to be kept, everything is counted anew."""
    rng = np.random.default_rng(4)
    real, generated = rng.normal(size=(80, 4)), rng.normal(size=(60, 4)) * 0.2
    groups = Groups.of(80, rng), Groups.of(60, rng)
    kept = passed(real, generated)
    again = replace(kept, cross=replace(kept.cross, pairs=None))
    assert again.can_leave_out
    first, second = (spreads(balls, NAMES, 5, *groups) for balls in (kept, again))
    for name in NAMES:
        np.testing.assert_allclose(first[name].without_reals, second[name].without_reals)
        np.testing.assert_allclose(first[name].without_generated, second[name].without_generated)


def test_variances_add_up():
    spread = Spread(0.5, np.array([0.4, 0.6]), np.array([0.5, 0.5, 0.5]))
    assert spread.variances() == pytest.approx((0.01, 0.0))
    found = estimate(spread, confidence=0.95, possible=(0, 1), units=10)
    assert found.standard_error is None  # two groups of reals are too few


def test_nothing_moves():
    spread = Spread(1.0, np.ones(20), np.ones(20))
    sure = estimate(spread, confidence=0.95, possible=(0, 1), units=50, share=True)
    assert (sure.low, sure.high) == (pytest.approx(0.9289, abs=1e-4), 1.0)
    open_ended = estimate(spread, confidence=0.95, possible=(0, None), units=50)
    assert open_ended.low is None


SOURCES = {
    "equal": lambda rng: (rng.normal(size=(200, 8)), rng.normal(size=(200, 8))),
    "shifted": lambda rng: (rng.normal(size=(200, 8)), rng.normal(size=(200, 8)) + 0.5),
    "modes dropped": lambda rng: (
        rng.normal(size=(300, 4)) + 6 * rng.integers(0, 3, 300)[:, None],
        rng.normal(size=(150, 4)) + 6 * (rng.random(150) < 0.3)[:, None],
    ),
    "d = 64": lambda rng: (rng.normal(size=(200, 64)), rng.normal(size=(200, 64)) * 0.95 + 0.1),
}


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES)
def test_coverage(source):
    """At least 0.9 for every metric; the truth is the mean over 300 pairs of sets."""
    found = {name: [] for name in NAMES}
    values = {name: [] for name in NAMES}
    for seed in range(300):
        rng = np.random.default_rng(seed)
        balls = passed(*SOURCES[source](rng))
        for name in NAMES:
            values[name].append(UNCAPPED.get(name, COUNTED[name])(balls.counts(5)))
        if seed < 100:
            groups = (Groups.of(balls.real.points.n, rng), Groups.of(balls.generated.n, rng))
            for name, spread in spreads(balls, NAMES, 5, *groups).items():
                found[name].append(
                    estimate(spread, confidence=0.95, possible=possible_range(name), units=150,
                             share=name in SHARES)
                )  # fmt: skip
    for name in NAMES:
        top = possible_range(name)[1]
        truth = np.mean(values[name]) if top is None else min(np.mean(values[name]), top)
        assert np.mean([one.low <= truth <= one.high for one in found[name]]) >= 0.9, name
        error = np.mean([one.standard_error for one in found[name]])
        assert 0.9 < error / np.std(values[name]) < 2.6, name
