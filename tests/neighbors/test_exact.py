"""The exact engine against the definition, on data that break shortcuts."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from monosashi.neighbors import exact
from monosashi.neighbors.exact import search_exact
from monosashi.neighbors.problem import Problem

N = 240


def naive_lists(queries, base, k, exclude=None, *, halved=False):
    """The definition itself: every distance in float64, a full sort."""
    q, b = np.asarray(queries, np.float64), np.asarray(base, np.float64)
    top = max(np.abs(q).max(), np.abs(b).max())
    scale = float(np.ldexp(1.0, -max(-1000, int(np.frexp(top)[1]))))
    left_out = np.full(len(q), -1) if exclude is None else exclude
    indices, distances, tied = [], [], []
    for row, own in zip(q, left_out, strict=True):
        squares = np.square(b * scale - row * scale).sum(axis=1)
        one = squares / (2 * scale * scale) if halved else np.sqrt(squares) / scale
        if own >= 0:
            one[own] = np.inf
        order = np.lexsort((np.arange(len(b)), one))
        indices.append(order[:k])
        distances.append(one[order[:k]])
        more = len(b) - int(own >= 0) > k
        tied.append(more and one[order[k]] == one[order[k - 1]])
    return np.array(indices), np.array(distances), np.array(tied)


def two_clusters(spread):
    x = np.random.default_rng(2).normal(size=(N, 12)) * spread
    x[::2] += 1
    return x


def normal(seed=1):
    return np.random.default_rng(seed).normal(size=(N, 12))


def whole():
    return np.random.default_rng(3).integers(0, 3, size=(N, 3)).astype(np.float32)


def copies():
    x = normal()
    x[100:200] = x[7]
    return x


def outlier():
    x = normal()
    x[5] *= 1e12
    x[9] = 1e9
    return x


SETS = {
    "float32": lambda: normal().astype(np.float32),
    "float64": normal,
    "copies": copies,
    "outlier": outlier,
    "offset 1000 ± 1e-5": lambda: 1000 + 1e-5 * normal(),
    "huge": lambda: normal() * 1e200,
    "huge float32": lambda: (normal() * 1e30).astype(np.float32),
    "tiny": lambda: normal() * 1e-200,
    "tiny float32": lambda: (normal() * 1e-30).astype(np.float32),
    "subnormal": lambda: normal() * 1e-309,
    "lattice": whole,
    "all equal": lambda: np.ones((N, 5), np.float32),
    "all zero": lambda: np.zeros((N, 5), np.float32),
    "one dimension": lambda: whole()[:, :1].astype(np.float64),
    "clusters, spread 1e-6": lambda: two_clusters(1e-6),
    "clusters, spread 1e-14": lambda: two_clusters(1e-14),
    "many dimensions": lambda: np.tile(normal().astype(np.float32), 751),
}


def assert_same(found, expected):
    for ours, theirs in zip((found.indices, found.distances, found.tied), expected, strict=True):
        assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("k", [1, 10, N - 1])
@pytest.mark.parametrize("name", list(SETS))
def test_lists_are_those_of_the_definition(name, k):
    x = SETS[name]()
    own = np.arange(N)
    assert_same(search_exact(Problem(x, x, k, own)), naive_lists(x, x, k, own))


@pytest.mark.parametrize("name", ["float32", "copies", "lattice", "clusters, spread 1e-14"])
@pytest.mark.parametrize(("block", "n_jobs"), [((7, 7), 1), ((64, 1000), 2), ((3000, 33), 3)])
def test_blocks_and_workers_change_no_byte(name, block, n_jobs):
    x = SETS[name]()
    problem = Problem(x, x, 10, np.arange(N))
    one, other = search_exact(problem), search_exact(problem, block=block, n_jobs=n_jobs)
    assert one.indices.tobytes() == other.indices.tobytes()
    assert one.distances.tobytes() == other.distances.tobytes()
    assert one.tied.tobytes() == other.tied.tobytes()


def test_chunk_sizes_of_the_scale_case_give_identical_counts():
    x = np.random.default_rng(0).normal(size=(3000, 32)).astype(np.float32)
    problem = Problem(x, x, 10, np.arange(3000))
    blocks = [(7, 3000), (1000, 1000), (3000, 3000)]
    counts = [np.bincount(search_exact(problem, block=b).indices.ravel()) for b in blocks]
    assert counts[0].sum() == 30_000
    assert all(np.array_equal(counts[0], other) for other in counts[1:])


@pytest.mark.parametrize(
    ("name", "steps"),
    [("float64", 1), ("clusters, spread 1e-6", 2), ("clusters, spread 1e-14", 3)],
)
def test_each_step_is_needed_by_some_data(name, steps, monkeypatch):
    """Float32, float64, all pairs: how far a search goes depends on what separates the rows."""
    taken = []
    screen, measure = exact.Search.screen, exact.Search.measure_all

    def screened(self, rows, dtype):
        taken.append(dtype.__name__)
        return screen(self, rows, dtype)

    def measured(self, rows):
        taken.extend(["all"] * bool(len(rows)))
        return measure(self, rows)

    monkeypatch.setattr(exact.Search, "screen", screened)
    monkeypatch.setattr(exact.Search, "measure_all", measured)
    x = SETS[name]()
    search_exact(Problem(x, x, 3, np.arange(N)))
    assert taken == ["float32", "float64", "all"][:steps]


@settings(deadline=None, max_examples=60)
@given(
    x=arrays(np.float64, st.tuples(st.integers(2, 12), st.integers(1, 3)),
             elements=st.sampled_from([-2.0, 0.0, 1e-9, 0.5, 0.5 + 1e-12, 1.0, 1e15])),
    k=st.integers(1, 11),
    block=st.tuples(st.integers(1, 5), st.integers(1, 13)),
)  # fmt: skip
def test_small_sets_with_many_ties(x, k, block):
    k = min(k, len(x) - 1)
    own = np.arange(len(x))
    assert_same(search_exact(Problem(x, x, k, own), block=block), naive_lists(x, x, k, own))


def test_any_row_may_be_left_out_or_none():
    rng = np.random.default_rng(5)
    base, queries = rng.normal(size=(300, 6)), rng.normal(size=(50, 6))
    exclude = rng.integers(-1, 300, size=50)
    problem = Problem(queries, base, 20, exclude)
    assert_same(search_exact(problem, block=(16, 64)), naive_lists(queries, base, 20, exclude))
