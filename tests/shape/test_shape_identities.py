"""What must hold for any data."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monosashi.embeddings import as_set
from monosashi.shape import measure_shape
from monosashi.shape.configuration import configure
from monosashi.shape.grouping import read_grouping
from monosashi.shape.leave_out import leave_one_out
from monosashi.shape.paired import resampled
from monosashi.shape.sums import group_sums

SEEDS = st.integers(0, 2**32 - 1)


def cloud_and_labels(seed, *, smallest=1):
    rng = np.random.default_rng(seed)
    sizes = rng.integers(smallest, 6, size=rng.integers(3, 7))
    sizes[0] = max(sizes[0], 2)
    labels = np.repeat(np.arange(len(sizes)), sizes)
    d = int(rng.integers(2, 9))
    return rng.normal(size=(len(sizes), d))[labels] + rng.normal(size=(len(labels), d)), labels


def brute(vectors, labels, statistic):
    data = as_set(vectors)
    cloud = configure(data, normalise=False)
    sums = group_sums(cloud, read_grouping(data, labels))
    within, total = sums.within.sum(), cloud.ss_total
    n, groups = cloud.n, len(sums.sizes)
    if statistic == "r_squared":
        return (total - within) / total
    if statistic == "w_bar":
        return within / n
    ms_b, ms_w = (total - within) / (groups - 1), within / (n - groups)
    n0 = (n - (sums.sizes**2).sum() / n) / (groups - 1)
    return (ms_b - ms_w) / (ms_b + (n0 - 1) * ms_w)


@given(SEEDS)
@settings(max_examples=25, deadline=None)
def test_three_forms_of_the_sums_of_squares(seed):
    vectors, labels = cloud_and_labels(seed)
    shape = measure_shape(vectors, labels, permutations=3)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    squared = ((unit[:, None] - unit[None]) ** 2).sum(axis=2)
    n = len(unit)
    same = labels[:, None] == labels[None]
    sizes = np.bincount(labels)
    means = np.array([unit[labels == g].mean(axis=0) for g in range(len(sizes))])
    by_length = (sizes * (1 - (means**2).sum(axis=1))).sum()
    by_distance = (squared * same / (2 * sizes[labels])).sum()
    assert shape.ss_within == pytest.approx(by_length, abs=1e-12)
    assert shape.ss_within == pytest.approx(by_distance, abs=1e-12)
    assert shape.ss_total == pytest.approx(squared.sum() / (2 * n), abs=1e-12)
    assert shape.ss_total == pytest.approx(n * (1 - (unit.mean(axis=0) ** 2).sum()), abs=1e-12)
    pairs = squared[np.triu_indices(n, 1)]
    assert shape.mean_squared_pair_distance == pytest.approx(pairs.mean(), abs=1e-12)
    assert float(shape.mean_pair_distance) == pytest.approx(np.sqrt(pairs).mean(), abs=1e-12)
    assert shape.v == pytest.approx((n - 1) / (2 * n) * pairs.mean(), abs=1e-12)


@given(SEEDS)
@settings(max_examples=25, deadline=None)
def test_w_tilde_is_one_minus_the_mean_cosine(seed):
    vectors, labels = cloud_and_labels(seed)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    for row in measure_shape(vectors, labels, permutations=3).groups:
        members = unit[labels == int(row["group"])]
        if row["n"] == 1:
            assert row["w_tilde"] is None
            continue
        cosines = (members @ members.T)[np.triu_indices(row["n"], 1)]
        assert row["w_tilde"] == pytest.approx(1 - cosines.mean(), abs=1e-12)


@given(SEEDS)
@settings(max_examples=25, deadline=None)
def test_interval_of_w_tilde_is_the_jackknife_over_objects(seed):
    vectors, labels = cloud_and_labels(seed, smallest=3)
    shape = measure_shape(vectors, labels, normalise=False, permutations=3)
    from scipy.stats import t

    for row in shape.groups:
        members, n = vectors[labels == int(row["group"])], row["n"]
        if n < 3:
            continue
        left = [np.delete(members, i, axis=0).var(axis=0, ddof=1).sum() for i in range(n)]
        error = np.sqrt((n - 1) / n * ((left - np.mean(left)) ** 2).sum())
        assert row["high"] == pytest.approx(row["w_tilde"] + t.ppf(0.975, n - 1) * error, rel=1e-9)


@given(SEEDS, st.floats(1e-3, 1e3))
@settings(max_examples=25, deadline=None)
def test_similarity_keeps_ratios_and_scales_sizes(seed, scale):
    """Proposition 1: y = a Q z + b, also into more dimensions."""
    vectors, labels = cloud_and_labels(seed, smallest=2)
    rng = np.random.default_rng(seed)
    d = vectors.shape[1]
    rotation = np.linalg.qr(rng.normal(size=(d + 3, d)))[0]
    moved = scale * vectors @ rotation.T + rng.normal(size=d + 3)
    a, b = (measure_shape(x, labels, normalise=False, permutations=19) for x in (vectors, moved))
    for name in ("r_squared", "icc", "epsilon_squared", "omega_squared"):
        assert float(getattr(b, name)) == pytest.approx(float(getattr(a, name)), abs=1e-10)
    for name in ("f", "f2", "welch"):
        assert getattr(b, name) == pytest.approx(getattr(a, name), rel=1e-8)
    for name in ("v", "ss_within", "ss_total", "ms_within", "mean_squared_pair_distance"):
        assert getattr(b, name) == pytest.approx(scale**2 * getattr(a, name), rel=1e-8)
    assert a.permutation.p_value == b.permutation.p_value


@given(SEEDS)
@settings(max_examples=25, deadline=None)
def test_downdates_are_the_brute_force_jackknife(seed):
    vectors, labels = cloud_and_labels(seed, smallest=2)
    data = as_set(vectors)
    cloud = configure(data, normalise=False)
    sums = group_sums(cloud, read_grouping(data, labels))
    for name in ("r_squared", "w_bar", "icc"):
        left = leave_one_out(name, sums, cloud.ss_total)
        for g, value in enumerate(left):
            keep = labels != g
            assert value == pytest.approx(brute(vectors[keep], labels[keep], name), abs=1e-12)


@given(SEEDS)
@settings(max_examples=25, deadline=None)
def test_weights_are_duplication(seed):
    """Copies of a group count as distinct groups."""
    vectors, labels = cloud_and_labels(seed, smallest=2)
    groups = labels.max() + 1
    drawn = np.random.default_rng(seed).integers(0, groups, groups)
    if len(set(drawn.tolist())) < 2:
        drawn[:2] = [0, 1]
    data = as_set(vectors)
    cloud = configure(data, normalise=False)
    sums = group_sums(cloud, read_grouping(data, labels))
    weights = np.bincount(drawn, minlength=groups)[None].astype(float)
    rows = [np.flatnonzero(labels == g) for g in drawn]
    copies = np.repeat(np.arange(groups), [len(r) for r in rows])
    merged = labels[np.concatenate(rows)]
    for name in ("r_squared", "w_bar", "icc"):
        found = resampled(name, sums, cloud.ss_total, weights)[0]
        assert found == pytest.approx(brute(vectors[np.concatenate(rows)], copies, name), abs=1e-11)
        if name != "icc":
            twice = brute(vectors[np.concatenate(rows)], merged, name)
            assert found == pytest.approx(twice, abs=1e-11)


@pytest.mark.parametrize("share", [1e-3, 1e-5, 1e-7])
def test_a_dominant_common_direction_costs_no_digits(share):
    """The form 1 - ||mean||² is off 28-fold here in float32."""
    z = np.random.default_rng(5).normal(size=(200, 16))
    z /= np.linalg.norm(z, axis=1, keepdims=True)
    pressed = np.hstack([np.sqrt(share) * z, np.full((200, 1), np.sqrt(1 - share))])
    labels = np.repeat(np.arange(20), 10)
    plain = measure_shape(z, labels, permutations=19)
    found = measure_shape(pressed.astype(np.float32), labels, permutations=19)
    assert found.v == pytest.approx(share * plain.v, rel=1e-4)
    assert float(found.r_squared) == pytest.approx(float(plain.r_squared), abs=1e-4)


def test_row_order_does_not_matter():
    vectors, labels = cloud_and_labels(3, smallest=2)
    order = np.random.default_rng(0).permutation(len(labels))
    a = measure_shape(vectors, labels, permutations=9)
    b = measure_shape(vectors[order], labels[order], permutations=9)
    assert float(a.r_squared) == pytest.approx(float(b.r_squared), abs=1e-12)
    assert a.welch == pytest.approx(b.welch, rel=1e-10)


def test_welch_is_the_welch_test_in_one_dimension():
    rng = np.random.default_rng(8)
    labels = np.repeat([0, 1, 2], [12, 7, 5])
    y = rng.normal(size=24) * np.array([0.5, 1, 2])[labels] + 0.4 * labels
    found = measure_shape(y[:, None], labels, normalise=False, permutations=9).welch
    import scipy.stats

    parts = [y[labels == g] for g in range(3)]
    assert found == pytest.approx(
        scipy.stats.f_oneway(*parts, equal_var=False).statistic, rel=1e-10
    )


def test_caller_arrays_stay_as_they_are():
    vectors, labels = cloud_and_labels(4, smallest=2)
    kept = vectors.copy()
    vectors.flags.writeable = False
    measure_shape(vectors, labels, permutations=9)
    assert (vectors == kept).all()


def test_intervals_of_adjusted_r_squared_are_those_of_brute_force():
    """Each group left out of the rows themselves: n, G and the sums all fall."""
    rng = np.random.default_rng(3)
    labels = np.repeat(np.arange(7), [3, 5, 2, 4, 6, 3, 4])
    rows = rng.normal(size=(7, 4))[labels] + rng.normal(size=(len(labels), 4))
    found = measure_shape(rows, labels, permutations=9)
    for name in ("epsilon_squared", "omega_squared"):
        left = [float(getattr(measure_shape(rows[labels != g], labels[labels != g],
                                            permutations=9), name)) for g in range(7)]  # fmt: skip
        held = getattr(found, name)
        assert held.bias_corrected == pytest.approx(7 * held.value - 6 * np.mean(left), abs=1e-12)
        error = (6 / 7 * np.sum((left - np.mean(left)) ** 2)) ** 0.5
        assert held.standard_error == pytest.approx(error, rel=1e-10)
        assert held.low < held.value < held.high
