"""Intervals hold the population quantity: the mean score over pairs of sets of these sizes."""

from dataclasses import replace

import numpy as np
import pytest

from monosashi.fidelity.balls import Balls
from monosashi.fidelity.counted import COUNTED, UNCAPPED
from monosashi.fidelity.crowded import Crowded
from monosashi.fidelity.leaving_out import (
    SHARES,
    Groups,
    Spread,
    estimate,
    possible_range,
    spreads,
)
from monosashi.fidelity.measure import measure_fidelity
from monosashi.fidelity.plain import row_scores
from monosashi.fidelity.plan import Plan
from monosashi.fidelity.points import Points
from monosashi.fidelity.sides import FittedSide, Sides
from monosashi.fidelity.support import support_spread

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


@pytest.mark.parametrize("name", ["alpha_precision", "beta_recall"])
@pytest.mark.parametrize("m", [150, 23])
def test_groups_left_out_are_as_if_they_were_not_there(name, m):
    """Copies, too; with few generated points whole lists of nearest ones are left out."""
    rng = np.random.default_rng(4)
    real, generated = rng.normal(size=(140, 5)), rng.normal(size=(m, 5)) * 0.8
    real[:9], generated[3:6], generated[-2:] = real[20], real[30:33], generated[0]
    sides = Sides.of(real, generated, k=5, metric="euclidean")
    asked = Plan.of((name,), (5,))
    fitted = FittedSide.of(Points.of(sides.real_rows), asked.reach)
    balls = Balls.of(asked, fitted, Points.of(sides.generated_rows), keep=0)
    ours, theirs = Groups.of(140, rng), Groups.of(m, rng, 3 if m < 100 else 20)
    spread = support_spread(name, sides, balls, ours, theirs)
    for g in range(ours.count):
        alone = row_scores(real[ours.label != g], generated, 1, (name,))[name]
        assert spread.without_reals[g] == pytest.approx(alone, abs=1e-12)
    for g in range(theirs.count):
        alone = row_scores(real, generated[theirs.label != g], 1, (name,))[name]
        assert spread.without_generated[g] == pytest.approx(alone, abs=1e-12)


def test_beta_recall_of_many_points_has_an_interval():
    rng = np.random.default_rng(0)
    real, generated = rng.normal(size=(2_000, 64)), rng.normal(size=(2_000, 64))
    found = measure_fidelity(real, generated, metrics=("beta_recall",), other_ks=(), control=False,
                             correct=None)  # fmt: skip
    score = found.scores["beta_recall"]
    assert score.low < score.value < score.high
    assert score.high - score.low < 0.2


@pytest.mark.parametrize(("m", "k"), [(90, 5), (90, 20), (4, 5)])
def test_groups_left_out_at_once_are_counted_as_one_by_one(m, k):
    """Where too many pairs lie in balls to be kept; narrow data fill nearly every ball."""
    rng = np.random.default_rng(5)
    real, generated = rng.normal(size=(120, 4)), rng.normal(size=(m, 4)) * 0.3
    ours, theirs = Points.of(real), Points.of(generated)
    plan = Plan.of(NAMES, (k,))
    fitted = FittedSide.of(ours, plan.reach, n_jobs=1)
    kept, gone = (Balls.of(plan, fitted, theirs, keep=keep, n_jobs=1) for keep in (10**6, 0))
    groups = Groups.of(120, rng, 7), Groups.of(m, rng, 6)
    assert gone.cross.pairs is None
    found = Crowded(gone, k, groups[0].label, groups[1].label).counts()
    first = [kept.counts_without(k, groups[0].without(g, ours), np.ones(m))
             for g in range(groups[0].count)]  # fmt: skip
    second = [kept.counts_without(k, np.ones(120), groups[1].without(g, theirs))
              for g in range(groups[1].count)]  # fmt: skip
    assert len(found) == len(first) + len(second)
    for one, other in zip(found, [*first, *second], strict=True):
        for name in NAMES:
            assert COUNTED[name](one) == COUNTED[name](other), name


def test_large_sets_that_crowd_have_intervals(monkeypatch):
    monkeypatch.setattr("monosashi.fidelity.balls.SMALL_PASS", 0)
    monkeypatch.setattr("monosashi.fidelity.asking.PAIRS_KEPT", 0)
    rng = np.random.default_rng(0)
    real, generated = rng.normal(size=(300, 6)), rng.normal(size=(260, 6)) * 0.2
    found = measure_fidelity(real, generated, other_ks=(), control=False, correct=None)
    for name in ("precision", "recall", "density", "coverage", "clipped_coverage"):
        assert found.scores[name].low < found.scores[name].high, name
    monkeypatch.setattr("monosashi.fidelity.crowded.MOST", 0)
    none = measure_fidelity(real, generated, other_ks=(), control=False, correct=None)
    assert none.scores["recall"].low is None
    assert none.reasons["scores.recall.interval"].code == "fidelity.reasons.interval_pairs"
