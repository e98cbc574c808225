"""Thresholds: counts by hand, the promise kept in simulation, and abstaining."""

import numpy as np
import pytest
from scipy.stats import binomtest, norm

from monosashi.language.gate.calibrating import calibrate, lowest
from monosashi.language.gate.known_scores import KnownScores
from monosashi.language.gate.telling import notices_of
from monosashi.language.gate.threshold import Aim, lower_limit, upper_limit

NAN = np.nan


def known(duplicate, other):
    return KnownScores(np.array(duplicate, float), np.array(other, float), np.arange(len(other)))


def drawn(n, gap, rng, *, sd=0.08):
    return KnownScores(rng.normal(0.5 + gap, sd, n), rng.normal(0.5, sd, n), np.arange(n))


def test_counts_by_hand():
    held = known([0.9, 0.6, 0.7, NAN], [0.5, 0.8, 0.2, 0.65])
    right, wrong = held.counts(np.array([0.0, 0.65, 0.7, 0.85]))
    assert right.tolist() == [3, 2, 2, 1]
    # at 0.65: alarms 0.8 and 0.65, and 0.8 flags a draft whose duplicate (0.6) stays below
    assert wrong.tolist() == [4, 3, 2, 0]


def test_figures_by_hand():
    held = known([0.9, 0.6, 0.7, 0.9], [0.5, 0.8, 0.2, 0.1])
    found = held.expected(np.full(4, 0.65), Aim())
    assert found.recall[0] == 3 / 4
    assert found.false_alarms[0] == 1 / 4
    assert found.precision[0] == 3 / 5  # three right; an alarm, and the same page instead of 0.6
    rare = held.expected(np.full(4, 0.65), Aim(duplicate_share=0.1))
    assert rare.precision[0] == pytest.approx(0.1 * 3 / (0.1 * 3 + 0.9 * 2))


@pytest.mark.parametrize(("count", "n"), [(0, 20), (3, 20), (20, 20)])
def test_limits_are_those_of_clopper_and_pearson(count, n):
    exact = binomtest(count, n).proportion_ci(0.95, method="exact")
    assert float(lower_limit(count, n, 0.025)) == pytest.approx(exact.low, abs=1e-9)
    assert float(upper_limit(count, n, 0.025)) == pytest.approx(exact.high, abs=1e-9)


def test_more_alarms_than_pages_are_a_share_of_one():
    assert float(upper_limit(25, 20, 0.025)) == 1.0


def test_pairs_needed_are_enough_and_one_fewer_is_not():
    for aim in (Aim(), Aim(0.9), Aim(0.95, 0.2)):
        n = aim.pairs_needed()
        assert lowest(known([1.0] * n, [0.0] * n), aim)[0] == pytest.approx(1.0)
        assert lowest(known([1.0] * (n - 1), [0.0] * (n - 1)), aim) == (None, "too_few")


def test_rarer_duplicates_take_a_stricter_threshold():
    held = drawn(2_000, 0.3, np.random.default_rng(0))
    levels = [lowest(held, Aim(duplicate_share=share))[0] for share in (0.5, 0.2, 0.1)]
    assert levels == sorted(levels)
    assert levels[0] < levels[2]


def test_scores_that_are_alike_make_it_abstain():
    rng = np.random.default_rng(0)
    made = calibrate(drawn(300, 0.0, rng), Aim(), rng=rng)
    assert (made.value, made.why, made.needed) == (None, "not_separable", None)


def test_without_known_duplicates_only_false_alarms_are_limited():
    rng = np.random.default_rng(0)
    held = known([NAN] * 300, rng.normal(0.5, 0.1, 300))
    made = calibrate(held, Aim(), rng=rng)
    assert made.basis == "false_alarms"
    assert made.fitted.recall is None
    assert made.fitted.precision is None
    assert made.fitted.false_alarms[0] < 0.05
    assert calibrate(known([NAN] * 20, np.linspace(0, 1, 20)), Aim(), rng=rng).why == "too_few"


def test_the_order_of_pages_changes_nothing():
    held = drawn(200, 0.3, np.random.default_rng(1))
    shuffled = held.take(np.random.default_rng(2).permutation(200))
    assert lowest(held, Aim()) == lowest(shuffled, Aim())


def test_figures_are_of_pages_that_had_no_part():
    rng = np.random.default_rng(3)
    held = drawn(400, 0.25, rng)
    made = calibrate(held, Aim(), rng=rng)
    assert made.held_out.n == made.fitted.n == 400
    level = made.value
    truth = norm.sf(level, 0.75, 0.08)
    assert made.held_out.recall[1] <= truth <= made.held_out.recall[2]


@pytest.mark.slow
@pytest.mark.parametrize(("n", "gap"), [(100, 0.3), (150, 0.2), (338, 0.2), (338, 0.3)])
def test_the_promise_is_kept_in_95_of_100_calibrations(n, gap):
    aim, rng, broken = Aim(), np.random.default_rng(n), 0
    runs = 400
    for _ in range(runs):
        level, _ = lowest(drawn(n, gap, rng), aim)
        if level is None:
            continue
        found, alarm = norm.sf(level, 0.5 + gap, 0.08), norm.sf(level, 0.5, 0.08)
        strayed = norm.cdf(level, 0.5 + gap, 0.08) * alarm
        broken += found / (found + alarm + strayed) < aim.precision
    assert binomtest(broken, runs, 0.05, alternative="greater").pvalue > 0.001


def barely(found=84):
    """200 duplicates in 50 units; some score high, evenly, as few as just reach the aim."""
    high = np.arange(200) < found
    scores = np.where(high, 0.9, 0.3)
    return KnownScores(scores, np.full(200, 0.4), np.arange(200) % 50)


def test_a_threshold_that_cross_validation_contradicts_is_withheld():
    assert lowest(barely(), Aim())[0] == pytest.approx(0.9)
    made = calibrate(barely(), Aim(), rng=np.random.default_rng(0))
    assert (made.value, made.why) == (None, "not_confirmed")
    assert made.fitted.recall[0] == 84 / 200
    assert made.held_out.recall[0] == 0
    assert made.held_out.precision is None
    (told,) = notices_of(None, {("en", "ja"): made})
    assert "none of the 200 known duplicates was found (95 %: at most 1.8%)" in told.say("en")


def test_pages_without_a_threshold_are_not_counted_as_not_found():
    """Some folds are left with too few: then no figure is held out, and the threshold stands."""
    some = calibrate(barely(86), Aim(), rng=np.random.default_rng(0))
    assert (some.value, some.held_out) == (pytest.approx(0.9), None)
    n = Aim().pairs_needed()
    fewest = calibrate(known([1.0] * n, [0.0] * n), Aim(), rng=np.random.default_rng(0))
    assert (fewest.value, fewest.held_out) == (pytest.approx(1.0), None)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "gap"), [(160, 0.25), (300, 0.2), (600, 0.18)])
def test_what_is_said_to_be_found_is_found(n, gap):
    """Recall of the threshold among fresh pages, beside the figures that are told."""
    rng, told = np.random.default_rng(n), []
    for _ in range(300):
        made = calibrate(drawn(n, gap, rng), Aim(), rng=rng)
        if made.value is not None:
            figures = made.held_out or made.fitted
            told.append((norm.sf(made.value, 0.5 + gap, 0.08), *figures.recall))
    truth, value, low, high = np.array(told).T
    assert len(told) > 100
    assert abs((value - truth).mean()) < 0.03
    assert np.mean((low <= truth) & (truth <= high)) >= 0.92
