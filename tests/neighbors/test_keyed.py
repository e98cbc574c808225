"""Search by weighted distances or shifted squares, against the definition."""

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.neighbors import search_keyed


def definition(queries, base, k, *, weights=None, offsets=None, exclude=None):
    q, b = np.asarray(queries, float), np.asarray(base, float)
    squares = np.square(q[:, None] - b).sum(axis=2)
    keys = np.sqrt(squares) * weights if offsets is None else squares + offsets
    if exclude is not None:
        keys[np.arange(len(q)), exclude] = np.inf
    order = np.argsort(keys, axis=1, kind="stable")[:, :k]
    return order, np.take_along_axis(keys, order, axis=1)


def clouds():
    rng = np.random.default_rng(0)
    plain = rng.normal(size=(400, 7))
    copies = plain.copy()
    copies[10:60] = copies[3]
    yield "plain", plain
    yield "far from the origin", (plain + 1000).astype(np.float32)
    yield "copies", copies
    yield "lattice", rng.integers(0, 3, size=(400, 3)).astype(float)
    yield "heavy tails", rng.standard_t(1.5, size=(400, 5))


@pytest.mark.parametrize("base", [x for _, x in clouds()], ids=[name for name, _ in clouds()])
@pytest.mark.parametrize("block", [(256, 2048), (7, 33)])
def test_both_orders_follow_the_definition(base, block):
    rng = np.random.default_rng(1)
    _, kind = np.unique(base, axis=0, return_inverse=True)  # copies share their numbers
    weights = rng.lognormal(sigma=1, size=kind.max() + 1)[kind.ravel()]
    offsets = rng.normal(scale=5, size=kind.max() + 1)[kind.ravel()]
    own = np.arange(len(base))
    for options in ({"weights": weights}, {"offsets": offsets}):
        found = search_keyed(base, base, k=9, exclude=own, block=block, **options)
        order, keys = definition(base, base, 9, exclude=own, **options)
        assert np.array_equal(found.indices, order)
        assert found.distances == pytest.approx(keys, abs=1e-9, rel=1e-12)


def test_weights_of_very_different_size():
    rng = np.random.default_rng(2)
    base, queries = rng.normal(size=(500, 6)), rng.normal(size=(40, 6))
    weights = 10.0 ** rng.uniform(-80, 80, size=500)
    order, _ = definition(queries, base, 5, weights=weights)
    assert np.array_equal(search_keyed(queries, base, k=5, weights=weights).indices, order)


def test_copies_with_different_weights_are_told_apart():
    base = np.ones((40, 2))
    weights = np.linspace(2, 1, 40)
    found = search_keyed(np.zeros((1, 2)), base, k=3, weights=weights)
    assert found.indices.tolist() == [[39, 38, 37]]


def test_the_same_bytes_alone_or_in_company():
    rng = np.random.default_rng(3)
    base, queries = rng.normal(size=(900, 33)), rng.normal(size=(50, 33))
    weights = rng.lognormal(sigma=0.2, size=900)
    whole = search_keyed(queries, base, k=12, weights=weights, n_jobs=2)
    for row in range(0, 50, 7):
        alone = search_keyed(queries[row : row + 1], base, k=12, weights=weights, block=(1, 50))
        assert np.array_equal(alone.distances[0], whole.distances[row])


def test_k_must_leave_others():
    with pytest.raises(DataError, match="at most 3"):
        search_keyed(np.eye(4), np.eye(4), k=4, weights=np.ones(4), exclude=np.arange(4))
