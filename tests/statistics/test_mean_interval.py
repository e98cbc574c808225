"""Intervals of means over units: which one is used, and what must hold whatever the data."""

import numpy as np
import pytest
from scipy.stats import t as student

from monosashi.statistics.beta_interval import beta_interval, effective_units
from monosashi.statistics.mean_interval import AROUND, BETA, CHANGES, PLAIN, mean_interval
from monosashi.statistics.paired import mcnemar_exact
from monosashi.statistics.proportions import clopper_pearson, unanimous_bound


def interval(units, rows=1.0, **options):
    """Of units that hold as many rows each."""
    means = np.asarray(units, dtype=float)
    return mean_interval(means * rows, np.full(len(means), rows), **options)


@pytest.mark.parametrize("value", [0.0, 1.0, 0.5])
def test_unanimous_units_do_not_give_certainty(value):
    found = interval(np.full(30, value))
    assert found.high - found.low == pytest.approx(unanimous_bound(30))
    assert found.low <= value <= found.high
    assert found.method == "exact bound, all units alike"


def test_equal_values_that_rounding_parts_are_still_unanimous():
    sums, counts = np.array([0.1 + 0.1 + 0.1, 0.1, 0.2]), np.array([3.0, 1.0, 2.0])
    assert len(set(sums / counts)) > 1
    assert mean_interval(sums, counts).method == "exact bound, all units alike"


def test_unanimous_units_of_unequal_size_count_as_fewer():
    counts = np.array([50.0, *[1.0] * 29])
    uneven = mean_interval(counts, counts)
    assert uneven.low == pytest.approx(1 - unanimous_bound(effective_units(counts)))
    assert uneven.low < interval(np.ones(30)).low - 0.5


def test_a_single_unit_says_next_to_nothing():
    found = interval([0.8])
    assert (found.low, found.high) == pytest.approx((0.02, 0.995))
    assert found.method == "exact bound, a single unit"


@pytest.mark.parametrize("ones", [1, 4, 40, 99])
def test_plain_yes_or_no_is_clopper_pearson(ones):
    units = np.r_[np.zeros(100 - ones), np.ones(ones)]
    found = interval(units, confidence=0.9)
    assert (found.low, found.high) == pytest.approx(clopper_pearson(ones, 100, 0.9))
    assert found.method == PLAIN


@pytest.mark.parametrize("scale", [1.0, 7.0])
def test_whole_units_of_several_rows_are_one_observation_each(scale):
    units = np.r_[np.zeros(12), np.ones(28)]
    assert interval(units, rows=scale) == interval(units)


@pytest.mark.parametrize(("gained", "lost"), [(2, 0), (5, 0), (3, 3), (9, 0)])
def test_few_changes_never_claim_more_than_mcnemar(gained, lost):
    """A gain without any loss is not yet a certain gain."""
    units = np.r_[np.zeros(300), np.ones(gained), -np.ones(lost)]
    found = interval(units, bounds=(-1, 1))
    assert found.method == CHANGES
    assert found.low <= units.mean() <= found.high
    if found.low > 0:
        assert mcnemar_exact(gained, lost) < 0.05


def test_gains_and_losses_mirror():
    units = np.r_[np.zeros(80), np.full(9, 0.4), np.full(3, -0.7), 0.2]
    one, other = (interval(sign * units, bounds=(-1, 1)) for sign in (1, -1))
    assert one.method == AROUND
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-12)


@pytest.mark.parametrize("bounds", [(0.0, 1.0), (-1.0, 1.0)])
def test_hits_and_misses_mirror(bounds):
    rng = np.random.default_rng(1)
    means, counts = rng.beta(8, 1, 30), rng.integers(1, 9, 30).astype(float)
    one = mean_interval(means * counts, counts, bounds=bounds)
    lowest, highest = bounds
    turned = lowest + highest - means
    other = mean_interval(turned * counts, counts, bounds=bounds)
    assert one.method == BETA
    assert (one.low, one.high) == pytest.approx(
        (lowest + highest - other.high, lowest + highest - other.low), abs=1e-9
    )


def test_a_slight_exception_does_not_prove_that_large_ones_are_rarer():
    """One miss in a group of four says hardly more against large misses than none does."""
    perfect, slight, one = (interval(np.r_[np.ones(99), last], rows=4.0).low
                            for last in (1.0, 0.9999, 0.75))  # fmt: skip
    # by itself the one exception would say 0.986: its variance is not known from it
    assert perfect == pytest.approx(1 - unanimous_bound(100))
    assert 1 - slight > 0.5 * (1 - perfect)
    assert one < 0.975


def test_many_units_come_to_the_usual_interval():
    units = np.clip(np.random.default_rng(2).normal(0.2, 0.1, 400), -1, 1)
    half = student.ppf(0.975, 399) * units.std(ddof=1) / 20
    found = interval(units, bounds=(-1, 1))
    assert (found.low, found.high) == pytest.approx((units.mean() - half, units.mean() + half),
                                                    rel=0.02)  # fmt: skip


def test_two_units_have_one_degree_of_freedom():
    found = interval([0.4, 0.6], rows=50.0)
    assert found.high - found.low > 0.9
    assert interval([0.4, 0.5, 0.6], rows=50.0).low < 0.4 - 0.05


def test_order_of_units_does_not_count():
    rng = np.random.default_rng(3)
    counts = rng.integers(1, 6, 60).astype(float)
    sums = np.where(rng.random(60) < 0.2, rng.random(60), 1.0) * counts
    turn = rng.permutation(60)
    one, other = mean_interval(sums, counts), mean_interval(sums[turn], counts[turn])
    assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=1e-13)


@pytest.mark.parametrize("seed", range(40))
def test_the_mean_lies_inside_and_the_ends_inside_the_bounds(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 12))
    counts = rng.integers(0, 6, n).astype(float)
    counts[0] = 3.0
    means = rng.choice([rng.random(n), rng.integers(-1, 2, n), rng.integers(-2, 3, n) / 2])
    found = mean_interval(means * counts, counts, bounds=(-1, 1))
    value = (means * counts).sum() / counts.sum()
    assert -1 - 1e-12 <= found.low <= value + 1e-9
    assert value - 1e-9 <= found.high <= 1 + 1e-12


def test_more_confidence_is_wider():
    units = np.r_[np.ones(40), 0.5, 0.2]
    widths = [(found := interval(units, confidence=c)).high - found.low for c in (0.8, 0.95, 0.99)]
    assert widths == sorted(widths)


def test_one_unit_that_outweighs_all_still_gives_ends():
    low, high = beta_interval(np.array([900.0, 0.0, 0.5]), np.array([1000.0, 1.0, 1.0]), 0.95)
    assert low < 0.05
    assert high > 0.99


@pytest.mark.parametrize(
    ("sums", "counts", "message"),
    [([2.0, 0.0], [1.0, 1.0], "outside"), ([0.0], [0.0], "no unit")],
)
def test_impossible_units_are_refused(sums, counts, message):
    with pytest.raises(ValueError, match=message):
        mean_interval(np.array(sums), np.array(counts))


def test_what_was_seen_on_one_side_tells_of_the_other():
    """Small losses make large gains less likely than no change at all would."""
    small, large = (interval(np.r_[np.zeros(90), np.full(10, -loss)], bounds=(-1, 1)).high
                    for loss in (0.1, 0.999))  # fmt: skip
    assert small - -0.01 < 0.3 * (large - -0.0999)


def test_no_value_above_0_ends_at_the_exact_bound():
    assert beta_interval(np.zeros(20), np.ones(20), 0.95) == (0.0, unanimous_bound(20))


@pytest.mark.parametrize("spread", [1e-5, 1e-8, 1e-10, 1e-11])
def test_units_that_differ_by_next_to_nothing_have_ends(spread):
    units = 0.5 + spread * np.random.default_rng(5).normal(size=40)
    found = interval(units)
    assert found.low < units.mean() < found.high
    assert found.high - found.low < 2 * spread + 1e-5
