"""A cloud that is never held gives what the held one gives, in bounded memory."""

import tracemalloc

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.shape import measure_shape, streamed_cloud, streamed_permuting

SAME = (
    "n", "n_groups", "n_singletons", "v", "ss_total", "ss_within", "ss_between", "f", "f2", "welch",
    "n0", "expected_r_squared", "standardised_effect", "mean_resultant_length",
    "location_dispersion",
)  # fmt: skip
TESTS = ("permutation", "welch_permutation", "dispersion", "width_permutation")


def rows_and_labels(n=1_300, groups=9, d=12, seed=0):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, groups, n)
    labels[0] = groups  # a group of its own
    rows = 0.15 * rng.normal(size=(groups + 1, d))[labels] + rng.normal(size=(n, d)) + 0.5
    return rows, labels


def both(monkeypatch, rows, labels, **options):
    held = measure_shape(rows, labels, **options)
    monkeypatch.setattr(streamed_cloud, "LARGE", 10)
    monkeypatch.setattr(streamed_permuting, "NUMBERS", 4_000)
    return held, measure_shape(rows, labels, **options)


def close(one, two):
    return one == two if isinstance(one, str | int | None) else one == pytest.approx(two, rel=1e-9)


@pytest.mark.parametrize("options", [
    {}, {"normalise": False}, {"center": "median"}, {"singletons": "drop"}, {"rng": 3},
])  # fmt: skip
def test_same_as_held(monkeypatch, options):
    held, streamed = both(monkeypatch, *rows_and_labels(), **{"permutations": 99, **options})
    for name in SAME:
        assert close(getattr(held, name), getattr(streamed, name)), name
    for name in ("r_squared", "epsilon_squared", "icc", "w_bar", "mean_pair_distance"):
        one, two = getattr(held, name), getattr(streamed, name)
        assert (one.value, one.low, one.high) == pytest.approx((two.value, two.low, two.high))
    for name in TESTS:
        one, two = getattr(held, name), getattr(streamed, name)
        assert (one.p_value, one.exceedances) == (two.p_value, two.exceedances), name
        assert one.statistic == pytest.approx(two.statistic, rel=1e-9)
    for one, two in zip(held.groups, streamed.groups, strict=True):
        assert one["group"] == two["group"]
        assert close(one["w_tilde"], two["w_tilde"])
        assert close(one["low"], two["low"])
    assert held.null["counts"] == streamed.null["counts"]


@pytest.mark.parametrize("scheme", ["within", "whole"])
def test_restricted_schemes_are_the_same(monkeypatch, scheme):
    rows, _ = rows_and_labels(1_200)
    block, unit = np.arange(1_200) // 100, np.arange(1_200) // 10
    labels = np.arange(1_200) % 4 if scheme == "within" else unit % 5
    column = block if scheme == "within" else unit
    held, streamed = both(monkeypatch, rows, labels, permutations=99, **{scheme: column})
    for name in TESTS:
        one, two = getattr(held, name), getattr(streamed, name)
        assert one.p_value == two.p_value, name
        assert one.statistic == pytest.approx(two.statistic, rel=1e-9)
    assert held.expected_r_squared == pytest.approx(streamed.expected_r_squared, rel=1e-9)
    assert [row["w_tilde"] for row in held.groups] == pytest.approx(
        [row["w_tilde"] for row in streamed.groups], rel=1e-9
    )


def test_batches_and_blocks_do_not_matter(monkeypatch):
    rows, labels = rows_and_labels()
    _, one = both(monkeypatch, rows, labels, permutations=150)
    monkeypatch.setattr(streamed_permuting, "BYTES", 2**16)
    monkeypatch.setattr(streamed_permuting, "NUMBERS", 9_000)
    two = measure_shape(rows, labels, permutations=150)
    for name in TESTS:
        assert getattr(one, name).p_value == getattr(two, name).p_value


def test_close_calls_are_done_again_in_float64(monkeypatch):
    """Each vector twice, in two groups alike: every arrangement of the copies is a tie."""
    half = np.random.default_rng(0).normal(size=(700, 5))
    labels = np.r_[np.zeros(700, dtype=int), np.ones(700, dtype=int)]
    _, streamed = both(monkeypatch, np.vstack([half, half]), labels, permutations=99)
    assert streamed.permutation.exceedances == 99


def test_without_groups(monkeypatch):
    rows, _ = rows_and_labels()
    held, streamed = both(monkeypatch, rows, None)
    for name in ("n", "v", "v_unbiased", "mean_resultant_length"):
        assert close(getattr(held, name), getattr(streamed, name)), name


def test_what_is_refused_stays_refused(monkeypatch):
    rows, labels = rows_and_labels()
    monkeypatch.setattr(streamed_cloud, "LARGE", 10)
    with pytest.raises(DataError, match=r"identical|same"):
        measure_shape(np.ones((60, 3)), np.arange(60) % 3)
    rows[[5, 1_100]] = 0
    with pytest.raises(DataError, match=r"5, 1100"):
        measure_shape(rows, labels)


def test_fewer_permutations_unless_asked_for(monkeypatch):
    rows, labels = rows_and_labels(200)
    assert measure_shape(rows, labels).permutation.permutations == 9_999
    monkeypatch.setattr(streamed_cloud, "LARGE", 10)
    few = measure_shape(rows, labels)
    assert few.permutation.permutations == 199
    assert [note.code for note in few.provenance.notices] == ["shape.notices.large"]
    assert "199" in few.provenance.notices[0].say("en")
    asked = measure_shape(rows, labels, permutations=299)
    assert asked.permutation.permutations == 299
    assert not asked.provenance.notices


def test_memory_is_that_of_blocks(monkeypatch, tmp_path):
    """48 MB in a float32 map: a float64 copy alone would take 96 MB."""
    held = np.memmap(tmp_path / "v.f32", dtype=np.float32, mode="w+", shape=(48_000, 256))
    for start in range(0, len(held), 4_000):
        held[start : start + 4_000] = np.random.default_rng(start).normal(size=(4_000, 256))
    data = EmbeddingSet.from_arrays(held)
    monkeypatch.setattr(streamed_cloud, "LARGE", 2**20)
    monkeypatch.setattr(streamed_permuting, "BYTES", 2**22)
    monkeypatch.setattr(streamed_permuting, "NUMBERS", 2**19)
    labels = np.arange(len(held)) % 10
    tracemalloc.start()
    try:
        measure_shape(data, labels, permutations=19)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 80e6
