"""Two thousand replicates each: do intervals cover, do tests keep their level? (pytest -m slow)."""

import numpy as np
import pytest

from monosashi.embeddings import EmbeddingSet, as_set
from monosashi.embeddings.panel import Panel
from monosashi.shape import compare_shapes, measure_shape
from monosashi.shape.configuration import configure
from monosashi.shape.decomposition import possible_range, value_or_nan
from monosashi.shape.grouping import read_grouping
from monosashi.shape.leave_out import leave_one_out, whole
from monosashi.shape.sums import group_sums
from monosashi.statistics.jackknife import jackknife_estimate

pytestmark = pytest.mark.slow

REPLICATES = 2_000
ERROR = (0.05 * 0.95 / REPLICATES) ** 0.5


def source_cloud(rng, groups, each=4, d=50):
    """The generator of the method's source: centres N(0, I), members 0.6 times that apart."""
    codes = np.repeat(np.arange(groups), each)
    return rng.normal(size=(groups, d))[codes], 0.6 * rng.normal(size=(len(codes), d)), codes


def r_squared(rows, codes):
    return measure_shape(rows, codes, permutations=1).r_squared


def level(name, rows, codes):
    """One statistic with its jackknife interval, without the tests that measure_shape makes too."""
    data = as_set(rows)
    cloud = configure(data)
    sums = group_sums(cloud, read_grouping(data, codes))
    parts = whole(sums, cloud.ss_total)
    return jackknife_estimate(float(value_or_nan(name, parts)),
                              leave_one_out(name, sums, cloud.ss_total),
                              possible=possible_range(name, parts))  # fmt: skip


def covering(share):
    assert 0.92 <= share <= 0.98, share


@pytest.mark.parametrize("groups", [8, 20, 50])
def test_interval_of_r_squared(groups):
    centres, noise, codes = source_cloud(np.random.default_rng(99), 3_000)
    truth = r_squared(centres + noise, codes).value
    rng, covered = np.random.default_rng(groups), 0
    for _ in range(REPLICATES):
        centres, noise, codes = source_cloud(rng, groups)
        found = r_squared(centres + noise, codes)
        covered += found.low <= truth <= found.high
    covering(covered / REPLICATES)


@pytest.mark.parametrize("name", ["epsilon_squared", "omega_squared"])
@pytest.mark.parametrize("noise", [0.6, 2.0])
@pytest.mark.parametrize("groups", [8, 20, 50])
def test_interval_of_adjusted_r_squared(groups, noise, name):
    """ε² and ω² aim at one number for any n and G; without a group n and G fall as the sums do."""
    rng = np.random.default_rng(99)
    centres, within, codes = source_cloud(rng, 4_000)
    truth = level(name, centres + noise / 0.6 * within, codes).value
    rng, covered = np.random.default_rng(groups), 0
    for _ in range(REPLICATES):
        centres, within, codes = source_cloud(rng, groups)
        found = level(name, centres + noise / 0.6 * within, codes)
        covered += found.low <= truth <= found.high
    covering(covered / REPLICATES)


def two_models(rng, groups):
    """The same objects twice: the second model adds a little more of noise of its own."""
    centres, noise, codes = source_cloud(rng, groups)
    first, second = (scale * rng.normal(size=noise.shape) for scale in (0.1, 0.3))
    rows = [centres + noise + own for own in (first, second)]
    return rows, codes


@pytest.mark.parametrize("groups", [8, 20, 50])
def test_interval_of_the_paired_difference(groups):
    rows, codes = two_models(np.random.default_rng(99), 3_000)
    truth = r_squared(rows[0], codes).value - r_squared(rows[1], codes).value
    assert truth > 0.02
    rng, covered, blind = np.random.default_rng(groups), 0, 0
    for _ in range(REPLICATES):
        rows, codes = two_models(rng, groups)
        panel = Panel.of(*(EmbeddingSet.from_arrays(part) for part in rows), names=["a", "b"])
        row = compare_shapes(panel, codes).differences[0]
        covered += row["low"] <= truth <= row["high"]
        blind += row["low"] <= 0 <= row["high"]
    covering(covered / REPLICATES)
    assert blind / REPLICATES < 0.2, "the interval is too wide to be of use"


def scheme_free(rng):
    return rng.normal(size=(30, 6)), np.repeat([0, 1, 2], [14, 10, 6]), {}


def scheme_within(rng):
    blocks = np.repeat(np.arange(5), 8)
    rows = 2 * rng.normal(size=(5, 6))[blocks] + rng.normal(size=(40, 6))
    return rows, np.tile([0, 0, 0, 1, 1, 1, 2, 2], 5), {"within": blocks}


def scheme_whole(rng):
    units = np.repeat(np.arange(16), 4)
    rows = rng.normal(size=(16, 6))[units] + 0.7 * rng.normal(size=(64, 6))
    return rows, units // 4, {"whole": units}


@pytest.mark.parametrize("draw", [scheme_free, scheme_within, scheme_whole])
def test_rejections_under_the_null(draw):
    rng, hits = np.random.default_rng(1), 0
    for _ in range(REPLICATES):
        rows, labels, options = draw(rng)
        shape = measure_shape(rows, labels, normalise=False, permutations=199, rng=rng, **options)
        hits += shape.permutation.p_value <= 0.05
    assert hits / REPLICATES == pytest.approx(0.05, abs=3 * ERROR)


def test_welch_keeps_its_level_where_f_rejects_half():
    sizes, widths = [40, 12, 6], np.array([0.5, 1, 2])
    labels = np.repeat(np.arange(3), sizes)
    rng, hits = np.random.default_rng(2), {"welch_permutation": 0, "permutation": 0}
    for _ in range(REPLICATES):
        rows = widths[labels, None] * rng.normal(size=(58, 12))
        shape = measure_shape(rows, labels, normalise=False, permutations=99, rng=rng)
        for name in hits:
            hits[name] += getattr(shape, name).p_value <= 0.05
    assert hits["welch_permutation"] / REPLICATES < 0.09
    assert hits["permutation"] / REPLICATES > 0.5


def test_equivalence_is_claimed_in_one_of_twenty_at_the_margin():
    rows, codes = two_models(np.random.default_rng(99), 3_000)
    margin = r_squared(rows[0], codes).value - r_squared(rows[1], codes).value
    rng, claimed = np.random.default_rng(3), 0
    for _ in range(REPLICATES):
        rows, codes = two_models(rng, 20)
        panel = Panel.of(*(EmbeddingSet.from_arrays(part) for part in rows), names=["a", "b"])
        claimed += compare_shapes(panel, codes, margin=margin).differences[0]["equivalent"]
    assert claimed / REPLICATES == pytest.approx(0.05, abs=0.025)


def test_rank_intervals_hold_together():
    """Five models, two of them alike: all five true ranks lie in their intervals at once."""
    scales = {"a": 0.05, "b": 0.05, "c": 0.15, "d": 0.2, "e": 0.25}
    truth = {"a": (1, 2), "b": (1, 2), "c": (3, 3), "d": (4, 4), "e": (5, 5)}
    rng, held, told = np.random.default_rng(4), 0, 0
    for _ in range(500):
        centres, noise, codes = source_cloud(rng, 20)
        sets = [EmbeddingSet.from_arrays(centres + noise + scale * rng.normal(size=noise.shape))
                for scale in scales.values()]  # fmt: skip
        found = compare_shapes(Panel.of(*sets, names=list(scales)), codes).ranks
        held += all(row["rank_low"] <= truth[row["model"]][0]
                    and row["rank_high"] >= truth[row["model"]][1] for row in found)  # fmt: skip
        told += sum(row["rank_low"] == row["rank_high"] for row in found)
    assert held / 500 >= 0.93
    assert told > 0, "intervals that always say everything would hold as well"
