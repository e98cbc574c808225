"""A partitioned cloud that is never held gives what the held one gives, in bounded memory."""

import tracemalloc

import numpy as np
import pytest

from monosashi.embeddings import EmbeddingSet
from monosashi.shape import measure_mean_direction, partition_variance, streamed_cloud

N, D = 1_200, 9


def design(levels=4):
    rng = np.random.default_rng(3)
    topic, language = rng.integers(0, levels, N), rng.integers(0, 3, N)
    rows = (0.4 * rng.normal(size=(levels, D))[topic] + 0.3 * rng.normal(size=(3, D))[language]
            + rng.normal(size=(N, D)) + 0.5)  # fmt: skip
    return rows, topic, language, np.repeat(np.arange(N // 6), 6), rng.normal(size=N)


def numbers(found):
    """All numbers of a result, in order."""
    kept = [[value for value in row.values() if isinstance(value, float)] for row in found.rows]
    tests = [(test.statistic, test.p_value, test.exceedances) for test in found.tests.values()]
    flat = [value for row in kept for value in row] + [x for test in tests for x in test]
    return [*flat, found.adjusted_r_squared, found.expected_r_squared]


@pytest.mark.parametrize("options", [
    {}, {"by": "margin"}, {"method": "raw"}, {"normalise": False},
    {"interactions": ["topic:language"]}, {"within": True}, {"clusters": True},
    {"covariates": True}, {"levels": 80}, {"levels": 80, "method": "raw"},
    {"levels": 80, "covariates": True},
])  # fmt: skip
def test_same_as_held(monkeypatch, options):
    rows, topic, language, units, number = design(options.pop("levels", 4))
    given = {"within": units // 10, "clusters": units, "covariates": {"length": number}}
    rest = {key: given.get(key) if value is True else value for key, value in options.items()}
    held = partition_variance(rows, {"topic": topic, "language": language}, permutations=39, **rest)
    monkeypatch.setattr(streamed_cloud, "LARGE", 10)
    streamed = partition_variance(rows, {"topic": topic, "language": language}, permutations=39,
                                  **rest)  # fmt: skip
    assert numbers(streamed) == pytest.approx(numbers(held), rel=1e-10, abs=1e-10)


def test_mean_direction_same_as_held(monkeypatch):
    rows, _, _, units, _ = design()
    held = measure_mean_direction(rows, units)
    monkeypatch.setattr(streamed_cloud, "LARGE", 10)
    streamed = measure_mean_direction(rows, units)
    for name in ("value", "low", "high", "standard_error", "bias_corrected"):
        one, two = (getattr(found.share_along_mean, name) for found in (held, streamed))
        assert two == pytest.approx(one, abs=1e-10)
    assert streamed.mean_resultant_length == pytest.approx(held.mean_resultant_length, abs=1e-12)


def test_a_cloud_read_in_blocks_takes_fewer_arrangements_unless_told(monkeypatch):
    rows, topic, _, _, _ = design()
    monkeypatch.setattr(streamed_cloud, "LARGE", 10)
    found = partition_variance(rows, {"topic": topic})
    assert found.tests["topic"].permutations == 199
    assert "199" in " ".join(map(str, found.provenance.notices))


@pytest.fixture(scope="module")
def mapped(tmp_path_factory):
    """100,000 rows of 64 float32 numbers on disk: 26 MB there, 51 MB as a float64 cloud."""
    path = tmp_path_factory.mktemp("rows") / "rows.npy"
    held = np.lib.format.open_memmap(path, "w+", np.float32, (100_000, 64))
    held[:] = np.random.default_rng(0).normal(size=held.shape) + 0.3
    held.flush()
    return EmbeddingSet.from_arrays(np.load(path, mmap_mode="r"))


def peak_of(work):
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("levels", [5, 100])
def test_memory_of_a_partition_stays_below_that_of_the_cloud(mapped, monkeypatch, levels):
    monkeypatch.setattr(streamed_cloud, "LARGE", 2**20)
    codes = np.arange(mapped.n)
    factors = {"topic": codes % levels, "language": codes // 7 % 3}
    peak = peak_of(lambda: partition_variance(mapped, factors, permutations=5,
                                              clusters=codes // 1_000))  # fmt: skip
    assert peak < 42e6


def test_memory_of_the_mean_direction_stays_below_that_of_the_cloud(mapped, monkeypatch):
    monkeypatch.setattr(streamed_cloud, "LARGE", 2**20)
    assert peak_of(lambda: measure_mean_direction(mapped, np.arange(mapped.n) % 10)) < 42e6
