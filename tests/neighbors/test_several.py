"""Searches with one product for all of them give the bytes of searches one by one."""

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.neighbors import search_keyed, search_several


def clouds():
    rng = np.random.default_rng(0)
    plain = rng.normal(size=(500, 24)).astype(np.float32)
    copies = plain.copy()
    copies[10:60] = copies[3]
    return {
        "plain": plain, "copies": copies, "far": plain[:, :3] + np.float32(1000),
        "lattice": rng.integers(0, 3, size=(500, 4)).astype(float),
        "tails": rng.standard_t(1.5, size=(500, 5)),
        "huge": plain.astype(float) * 1e150, "tiny": plain.astype(float) * 1e-150,
    }  # fmt: skip


def same(found, queries, base, ks, weights, *, exclude=None):
    for one, k, factors in zip(found, ks, weights, strict=True):
        alone = search_keyed(queries, base, k=k, weights=factors, exclude=exclude)
        assert np.array_equal(one.indices, alone.indices)
        assert np.array_equal(one.distances, alone.distances)
        assert np.array_equal(one.tied, alone.tied)


@pytest.mark.parametrize("name", clouds())
@pytest.mark.parametrize("block", [(256, 2048), (7, 33)])
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_every_search_has_its_own_bytes(name, block, n_jobs):
    base = clouds()[name]
    rng = np.random.default_rng(1)
    ks, weights = (3, 40, 9), [rng.lognormal(sigma=s, size=len(base)) for s in (0.1, 0.4, 2)]
    queries = base[::3] * 1.01
    found = search_several(queries, base, ks=ks, weights=weights, block=block, n_jobs=n_jobs)
    same(found, queries, base, ks, weights)
    own = np.arange(len(base))
    among = search_several(base, base, ks=ks, weights=weights, exclude=own, block=block)
    same(among, base, base, ks, weights, exclude=own)


@pytest.mark.parametrize("apart", [1e3, 1e5, 1e12, 1e100])
def test_factors_that_float32_cannot_bring_together(apart):
    rng = np.random.default_rng(2)
    base, queries = rng.normal(size=(400, 6)), rng.normal(size=(40, 6))
    narrow = rng.lognormal(sigma=0.1, size=400)
    wide = apart ** rng.uniform(-1, 1, size=400)
    for weights in ((narrow, wide), (wide, narrow), (wide, wide[::-1])):
        found = search_several(queries, base, ks=(5, 20), weights=weights)
        same(found, queries, base, (5, 20), weights)


def test_one_search_alone():
    base = np.random.default_rng(3).normal(size=(50, 4))
    weights = [np.ones(50)]
    same(search_several(base, base, ks=(4,), weights=weights), base, base, (4,), weights)


def test_every_k_must_leave_others():
    with pytest.raises(DataError, match="at most 4"):
        search_several(np.eye(4), np.eye(4), ks=(2, 5), weights=[np.ones(4)] * 2)
