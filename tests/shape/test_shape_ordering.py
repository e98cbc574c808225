"""Group AUC: against ANOSIM as printed, vegan, enumeration and brute force."""

import json
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform
from scipy.stats import rankdata

from monosashi.embeddings import DataError
from monosashi.shape import group_auc
from monosashi.shape.ordering import measure, permuted
from monosashi.shape.ordering.measure import _sides as sides_of
from monosashi.statistics.permutation import plan_arrangements


def anosim(vectors, labels):
    """Clarke's R: difference of mean ranks over n(n - 1)/4."""
    n = len(vectors)
    ranks = rankdata(np.round(pdist(vectors), 12))
    i, j = np.triu_indices(n, 1)
    same = np.asarray(labels)[i] == np.asarray(labels)[j]
    return (ranks[~same].mean() - ranks[same].mean()) / (n * (n - 1) / 4)


def cloud(sizes=(2, 3, 5, 6), d=3, seed=0, shift=1.0):
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(len(sizes)), sizes)
    return shift * rng.normal(size=(len(sizes), d))[labels] + rng.normal(size=(len(labels), d)), (
        labels)  # fmt: skip


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.booleans())
def test_is_anosim(seed, grid):
    vectors, labels = cloud(seed=seed)
    vectors = np.round(vectors) if grid else vectors
    found = group_auc(vectors, labels, normalise=False, permutations=1)
    assert float(found.anosim_r) == pytest.approx(anosim(vectors, labels), abs=1e-12)
    assert float(found.anosim_r) == pytest.approx(2 * float(found.auc) - 1, abs=1e-15)


@pytest.mark.parametrize(
    ("name", "r", "p"),
    [("d01_example1", 1.0, 1 / 3), ("d03_balanced", 0.382513580246914, 0.0001),
     ("d05_singletons", 0.470215679561794, 0.0001), ("d13_tiny_3v3", 0.111111111111111, 0.3)],
)  # fmt: skip
def test_vegan(name, r, p, oracle):
    """R 4.2.2, vegan 2.6-4, 9,999 permutations or all of them."""
    held = oracle(name)
    found = group_auc(held["Z"], held["g"], permutations=9999)
    assert float(found.anosim_r) == pytest.approx(r, abs=1e-12)
    exact = found.permutation.exact
    assert found.permutation.p_value == pytest.approx(
        p, abs=1e-12 if exact else 4 * np.sqrt(p * (1 - p) / 9999) + 1e-4
    )


def test_p_by_listing_all_labels():
    vectors, labels = cloud(sizes=(2, 2, 3), shift=0.5)
    found = group_auc(vectors, labels, normalise=False)
    ways = {tuple(w) for w in permutations(labels.tolist())}
    values = np.array([anosim(vectors, w) for w in ways])
    assert found.permutation.exact
    assert found.permutation.p_value == pytest.approx(
        (values >= anosim(vectors, labels) - 1e-12).mean()
    )


@pytest.mark.parametrize("sizes", [(3, 4, 5), (2, 2, 3, 3, 4), (7, 9)])
def test_products_and_members_count_alike(sizes, monkeypatch):
    vectors, labels = cloud(sizes)
    first = group_auc(vectors, labels, permutations=499, rng=1)
    monkeypatch.setattr(permuted, "DENSE_GROUPS", 0)
    assert group_auc(vectors, labels, permutations=499, rng=1).permutation == first.permutation


def test_units_that_move_together():
    """Every arrangement of six units over two groups, the slow way."""
    vectors, _ = cloud(sizes=(12,))
    units, of_unit = np.repeat(np.arange(6), 2), np.array([0, 0, 0, 1, 1, 1])
    found = group_auc(vectors, of_unit[units], normalise=False, whole=units)
    ways = set(permutations(of_unit.tolist()))
    values = np.array([anosim(vectors, np.array(w)[units]) for w in ways])
    assert found.permutation.scheme == "whole"
    observed = anosim(vectors, of_unit[units])
    assert found.permutation.p_value == pytest.approx((values >= observed - 1e-12).mean())


def test_every_deletion_is_a_refit():
    vectors, labels = cloud()
    from monosashi.embeddings import as_set
    from monosashi.shape.grouping import read_grouping

    data = as_set(vectors)
    sides = sides_of(data, read_grouping(data, labels), normalise=False)
    direct = [(anosim(vectors[labels != g], labels[labels != g]) + 1) / 2 for g in range(4)]
    assert sides.without_each() == pytest.approx(direct, abs=1e-12)


def test_only_the_order_of_distances_counts():
    vectors, labels = cloud(sizes=(5,) * 6)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    first = group_auc(vectors, labels, permutations=99)
    chords = squareform(pdist(unit))
    tents = 0.5 * chords**2  # 1 - cos
    i, j = np.triu_indices(len(unit), 1)
    same = labels[i] == labels[j]
    wins = np.mean(tents[i, j][same][:, None] < tents[i, j][~same])
    assert float(first.auc) == pytest.approx(wins, abs=1e-12)


def test_random_pairs_stand_for_all(monkeypatch):
    vectors, labels = cloud(sizes=(30, 20, 10, 1), d=5)
    exact = group_auc(vectors, labels, permutations=9)
    monkeypatch.setattr(measure, "MOST", 10)
    hits = 0
    for seed in range(60):
        found = group_auc(vectors, labels, sample=2000, rng=seed)
        hits += found.auc.low <= exact.auc.value <= found.auc.high
        assert found.permutation is None
    assert hits >= 51, "a 95 % interval; 51 of 60 or fewer has chance 0.005"
    assert found.sampled
    assert "permutation" in found.reasons
    json.dumps(found.to_dict(), allow_nan=False)


def test_p_is_uniform_without_groups():
    ps = [group_auc(*cloud((4, 6, 8), shift=0.0, seed=s), permutations=99).permutation.p_value
          for s in range(200)]  # fmt: skip
    assert 0.05 - 3 * np.sqrt(0.05 * 0.95 / 200) <= np.mean(np.array(ps) <= 0.05) <= 0.097
    assert np.mean(ps) == pytest.approx(0.5, abs=3 * np.sqrt(1 / 12 / 200))


def test_labels_by_id_and_reasons():
    vectors, labels = cloud()
    found = group_auc(vectors, {str(i): int(g) for i, g in enumerate(labels)}, permutations=19)
    assert found.pairs_within + found.pairs_between == 16 * 15 // 2
    two = group_auc(vectors[:5], labels[:5], permutations=19)
    assert two.auc.low is None
    assert "auc.interval" in two.reasons
    assert found.findings()[0].say("ja")


def test_refusals():
    vectors, labels = cloud()
    with pytest.raises(DataError, match="identical"):
        group_auc(np.ones((16, 3)), labels)
    with pytest.raises(DataError, match="one group"):
        group_auc(vectors, ["a"] * 16)
    with pytest.raises(DataError, match="at least 1"):
        group_auc(vectors, labels, permutations=0)


@pytest.mark.parametrize("groups", [2, 3, 7, 40])
def test_all_ways_to_the_sums_are_exact(groups):
    rng = np.random.default_rng(groups)
    ranks = np.triu(rng.integers(1, 40_000, (300, 300)) / 2.0)
    table = ranks + ranks.T  # sums over units have a diagonal too
    plan = plan_arrangements(rng.permutation(np.arange(300) % groups), permutations=20, rng=0)
    part = slice(0, 20)
    wanted = []
    for members in plan.members(part):
        codes = np.empty(300, dtype=int)
        codes[members] = np.repeat(np.arange(groups), plan.units)
        wanted.append(table[codes[:, None] == codes].sum())
    for read in (permuted._by_products, permuted._by_walking, permuted._by_members):
        assert (read(table, plan, part) == wanted).all()
