"""Agreement of two spaces: against direct formulas, brute-force deletions and invariances."""

import json
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import cdist, pdist
from scipy.stats import spearmanr

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.shape import measure_agreement
from monosashi.shape.similarity import neighbours
from monosashi.shape.similarity.distances import DistanceRanks, mean_or_nan
from monosashi.shape.similarity.kernel_estimates import cka_estimates
from monosashi.shape.similarity.kernels import Kernels, alignments

NAMES = ("knn_overlap", "knn_overlap_adjusted", "rowwise_spearman", "distance_spearman",
         "linear_cka", "linear_cka_debiased")  # fmt: skip


def clouds(n=30, d=4, e=6, seed=0, noise=0.7):
    rng = np.random.default_rng(seed)
    a = rng.normal(size=(n, d))
    return a, a @ rng.normal(size=(d, e)) + noise * rng.normal(size=(n, e))


def lists(x, k):
    """Nearest others by distance, then by row, the slow way."""
    distances = cdist(x, x)
    np.fill_diagonal(distances, np.inf)
    return [set(np.lexsort((np.arange(len(x)), row))[:k]) for row in distances]


def overlap(a, b, k):
    pairs = zip(lists(a, k), lists(b, k), strict=True)
    return np.mean([len(one & other) / k for one, other in pairs])


def rowwise(a, b):
    found = []
    for i in range(len(a)):
        others = np.arange(len(a)) != i
        x, y = (cdist(s[[i]], s[others])[0] for s in (a, b))
        found.append(spearmanr(x, y).statistic)
    return np.mean(found)


def cka(a, b, *, unbiased=False):
    n = len(a)
    k, l = a @ a.T, b @ b.T  # noqa: E741
    if not unbiased:
        h = np.eye(n) - 1 / n
        k, l = h @ k @ h, h @ l @ h  # noqa: E741
        return (k * l).sum() / np.sqrt((k * k).sum() * (l * l).sum())

    def hsic(p, q):
        p, q = p - np.diag(np.diag(p)), q - np.diag(np.diag(q))
        one = np.ones(n)
        return (np.trace(p @ q) + p.sum() * q.sum() / ((n - 1) * (n - 2))
                - 2 / (n - 2) * one @ p @ q @ one)  # fmt: skip

    return hsic(k, l) / np.sqrt(hsic(k, k) * hsic(l, l))


DIRECT = {
    "knn_overlap": lambda a, b: overlap(a, b, 3),
    "knn_overlap_adjusted": lambda a, b: (
        (overlap(a, b, 3) - 3 / (len(a) - 1)) / (1 - 3 / (len(a) - 1))
    ),
    "rowwise_spearman": rowwise,
    "distance_spearman": lambda a, b: spearmanr(pdist(a), pdist(b)).statistic,
    "linear_cka": cka,
    "linear_cka_debiased": lambda a, b: cka(a, b, unbiased=True),
}


def test_by_hand():
    """Points 0, 1, 3, 6 on a line against 0, 1, 5, 6: lists of one differ at the third only."""
    found = measure_agreement([[0], [1], [3], [6.0]], [[0], [1], [5], [6.0]], k=1)
    assert float(found.knn_overlap) == 0.75
    assert found.chance == pytest.approx(1 / 3)
    assert float(found.knn_overlap_adjusted) == pytest.approx(1 - 0.25 * 1.5)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("d", "e"), [(4, 6), (40, 3)])
def test_direct_formula(name, d, e):
    a, b = clouds(d=d, e=e)
    found = measure_agreement(a, b, k=3)
    assert float(getattr(found, name)) == pytest.approx(DIRECT[name](a, b), abs=1e-12)


def test_ties_on_a_grid():
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 3, size=(2, 25, 2)).astype(float)
    found = measure_agreement(a, b, k=3)
    assert found.ties_a > 0
    assert found.ties_b > 0
    for name in ("knn_overlap", "distance_spearman", "rowwise_spearman"):
        assert float(getattr(found, name)) == pytest.approx(DIRECT[name](a, b), abs=1e-12)


@pytest.mark.parametrize("longest", [256, 3])
@pytest.mark.parametrize(("d", "e"), [(4, 6), (40, 3)])
def test_every_deletion_is_a_refit(longest, d, e, monkeypatch):
    monkeypatch.setattr(neighbours, "LONGEST", longest)
    a, b = clouds(d=d, e=e)
    codes = np.repeat(np.arange(6), [2, 3, 4, 5, 6, 10])[np.random.default_rng(3).permutation(30)]
    sets = EmbeddingSet.from_arrays(a), EmbeddingSet.from_arrays(b)
    left = {}
    pair = neighbours.Pair(*sets, np.arange(30), codes, 3, "euclidean")
    left["knn_overlap"] = pair.without_each(*pair.lists())
    left["distance_spearman"], left["rowwise_spearman"] = DistanceRanks.of(
        *sets, "euclidean").without_each(codes, 6)  # fmt: skip
    for name, values in left.items():
        direct = [DIRECT[name](a[codes != g], b[codes != g]) for g in range(6)]
        assert values == pytest.approx(direct, abs=1e-11), name


def between(a, b, codes):
    """CKA from products whose indices all fall into different groups, one by one."""

    def hsic(k, l):  # noqa: E741
        n, sums = len(codes), np.zeros((3, 2))
        for i, j in permutations(range(n), 2):
            if codes[i] == codes[j]:
                continue
            sums[0] += k[i, j] * l[i, j], 1
            for q in range(n):
                if codes[q] in (codes[i], codes[j]):
                    continue
                sums[1] += k[i, j] * l[i, q], 1
                apart = ~np.isin(codes, codes[[i, j, q]])
                sums[2] += k[i, j] * l[q, apart].sum(), apart.sum()
        means = sums[:, 0] / sums[:, 1]
        return means[0] - 2 * means[1] + means[2]

    k, l = a @ a.T, b @ b.T  # noqa: E741
    return hsic(k, l) / np.sqrt(hsic(k, k) * hsic(l, l))


@pytest.mark.parametrize(("d", "e"), [(3, 4), (30, 2)])
def test_cka_between_groups_is_the_sum_over_products(d, e):
    a, b = clouds(n=13, d=d, e=e)
    codes = np.repeat(np.arange(6), [1, 2, 2, 3, 3, 2])[np.random.default_rng(3).permutation(13)]
    value, left = alignments(EmbeddingSet.from_arrays(a), EmbeddingSet.from_arrays(b), "euclidean",
                             codes).between  # fmt: skip
    x, y = a - a.mean(axis=0), b - b.mean(axis=0)
    assert value == pytest.approx(between(x, y, codes), abs=1e-11)
    for g in range(6):
        rest = codes != g
        assert left[g] == pytest.approx(between(x[rest], y[rest], codes[rest]), abs=1e-11)


def test_cka_between_groups_of_one_is_the_debiased_one():
    a, b = clouds(n=20)
    sets = EmbeddingSet.from_arrays(a), EmbeddingSet.from_arrays(b)
    found = alignments(*sets, "euclidean", np.arange(20))
    assert found.between[0] == pytest.approx(found.debiased, abs=1e-12)


def grouped_clouds(rng, groups, alike, each=4, d=50):
    """Unrelated spaces of the same groups, or the same vectors with noise of their own."""
    codes = np.repeat(np.arange(groups), each)
    cloud = lambda: rng.normal(size=(groups, d))[codes] + 0.6 * rng.normal(size=(len(codes), d))  # noqa: E731
    a, b = cloud(), cloud()
    return a, a + 1.5 * rng.normal(size=a.shape) if alike else b, codes


def test_unrelated_spaces_of_the_same_groups_are_not_called_alike():
    """Members of a group lie together in both: the usual debiased CKA is .5, of groups it is 0."""
    a, b, codes = grouped_clouds(np.random.default_rng(0), 20, alike=False)
    held = measure_agreement(a, b, groups=codes).linear_cka_debiased
    assert held.value > 0.4
    assert held.low < 0 < held.high < 0.3
    assert abs(held.bias_corrected) < 0.15


@pytest.mark.slow
@pytest.mark.parametrize("alike", [True, False])
@pytest.mark.parametrize("d", [5, 50])
@pytest.mark.parametrize("groups", [5, 8, 12, 20])
def test_interval_of_cka_covers(groups, d, alike):
    """Leaving out a group from the usual debiased CKA covers 0 to .2 at d = 50."""
    a, b, _ = grouped_clouds(np.random.default_rng(9), 20_000, alike, d=d)
    truth = Kernels.of(a, b).debiased()
    rng, held = np.random.default_rng(groups + d), 0
    for _ in range(2_000):
        a, b, codes = grouped_clouds(rng, groups, alike, d=d)
        sets = EmbeddingSet.from_arrays(a), EmbeddingSet.from_arrays(b)
        found, _ = cka_estimates(alignments(*sets, "euclidean", codes), n=len(a), grouped=True,
                                 confidence=0.95)  # fmt: skip
        known = found["linear_cka_debiased"]
        held += known.low is None or known.low <= truth <= known.high
    assert held / 2_000 >= 0.93


def test_interval_is_the_jackknife_over_groups(shared_oracle):
    held = shared_oracle("d19_three_models")
    a, b, g = held["A"], held["B"], held["g"]
    found = measure_agreement(a, b, k=5, groups=g)
    left = np.array([spearmanr(pdist(a[g != c]), pdist(b[g != c])).statistic for c in range(25)])
    error = np.sqrt(24 / 25 * ((left - left.mean()) ** 2).sum())
    assert found.distance_spearman.standard_error == pytest.approx(error, rel=1e-9)
    assert found.n_groups == 25
    middle = (found.knn_overlap.low + found.knn_overlap.high) / 2
    assert middle == pytest.approx(found.knn_overlap.value), "overlap is not freed of 'bias'"


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.floats(0.01, 100), st.integers(2, 9))
def test_similarity_changes_nothing(seed, scale, d):
    rng = np.random.default_rng(seed)
    a = rng.normal(size=(20, d))
    turned = scale * a @ np.linalg.qr(rng.normal(size=(d, d)))[0] + rng.normal(size=d)
    found = measure_agreement(a, turned, k=4)
    for name in NAMES:
        assert float(getattr(found, name)) == pytest.approx(1, abs=1e-8), name


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6))
def test_symmetric_and_blind_to_row_order(seed):
    a, b = clouds(seed=seed)
    order = np.random.default_rng(seed).permutation(30)
    ids = [f"t{i}" for i in range(30)]
    first = measure_agreement(EmbeddingSet.from_arrays(a, ids=ids),
                              EmbeddingSet.from_arrays(b, ids=ids), k=3)  # fmt: skip
    swapped = measure_agreement(EmbeddingSet.from_arrays(b[order], ids=[ids[i] for i in order]),
                                EmbeddingSet.from_arrays(a, ids=ids), k=3)  # fmt: skip
    for name in NAMES:
        assert float(getattr(first, name)) == pytest.approx(float(getattr(swapped, name)), abs=1e-9)


def test_one_monotone_change_for_all_keeps_ranks_only():
    """Squared coordinates on a half line: distances from the end keep their order."""
    a = np.sort(np.random.default_rng(0).uniform(1, 10, 30))[:, None]
    found = measure_agreement(a, np.exp(a), k=3)
    assert float(found.linear_cka) < 0.99
    assert float(found.rowwise_spearman) < 1


def test_unrelated_clouds_in_many_dimensions():
    rng = np.random.default_rng(0)
    found = measure_agreement(rng.normal(size=(40, 300)), rng.normal(size=(40, 300)), k=5)
    assert float(found.linear_cka) > 0.8
    assert abs(float(found.linear_cka_debiased)) < 0.1
    assert abs(float(found.knn_overlap_adjusted)) < 0.12


def test_cosine_ignores_lengths():
    a, b = clouds()
    stretched = a * np.random.default_rng(0).uniform(0.5, 3, size=(30, 1))
    plain = measure_agreement(a, b, k=3, metric="cosine")
    again = measure_agreement(stretched, b, k=3, metric="cosine")
    for name in NAMES:
        assert float(getattr(plain, name)) == pytest.approx(float(getattr(again, name)))


def test_joined_by_id_and_missing_ones_named():
    a, b = clouds(n=6)
    found = measure_agreement(EmbeddingSet.from_arrays(a, ids=list("abcdef")),
                              EmbeddingSet.from_arrays(b[1:], ids=list("bcdef")), k=2)  # fmt: skip
    assert found.n == 5
    assert any('"a"' in note for note in found.provenance.settings["notices"])


def test_sampled_anchors_are_stated_and_near_the_whole():
    a, b = clouds(n=600)
    whole = measure_agreement(a, b, k=5)
    some = measure_agreement(a, b, k=5, sample=300, rng=1)
    assert (some.n_anchors, some.n_distance_objects, some.n) == (300, 600, 600)
    assert float(some.distance_spearman) == float(whole.distance_spearman)
    assert (whole.n_anchors, whole.n_distance_objects) == (600, 600)
    assert float(some.knn_overlap) == pytest.approx(float(whole.knn_overlap), abs=0.04)
    assert float(some.distance_spearman) == pytest.approx(float(whole.distance_spearman), abs=0.04)
    assert float(some.linear_cka) == float(whole.linear_cka)


def test_sampled_anchors_and_deletions():
    a, b = clouds(n=40)
    codes, rows = np.repeat(np.arange(8), 5), np.arange(0, 40, 3)
    pair = neighbours.Pair(EmbeddingSet.from_arrays(a), EmbeddingSet.from_arrays(b), rows, codes,
                           3, "euclidean")  # fmt: skip
    values = pair.without_each(*pair.lists())
    for g in range(8):
        rest = np.flatnonzero(codes != g)
        pairs = list(zip(lists(a[rest], 3), lists(b[rest], 3), strict=True))
        shares = [len(pairs[i][0] & pairs[i][1]) / 3 for i, row in enumerate(rest) if row in rows]
        assert values[g] == pytest.approx(np.mean(shares))


def test_without_groups_no_interval_but_a_reason():
    found = measure_agreement(*clouds(), k=3)
    assert found.knn_overlap.low is None
    assert "knn_overlap.interval" in found.reasons
    json.dumps(found.to_dict(), allow_nan=False)
    assert len(found.tables()["agreement"]) == len(NAMES)


@pytest.mark.parametrize("metric", ["euclidean", "cosine"])
def test_a_space_of_one_point_is_refused(metric):
    """Its lists go by row number; two such spaces would "agree" fully."""
    a, _ = clouds()
    one = np.outer(np.arange(1, 31), [1.0, 2]) if metric == "cosine" else np.ones((30, 2))
    for pair in ((a, one), (one, one)):
        with pytest.raises(DataError, match=r"all 30 vectors of .* are identical"):
            measure_agreement(*pair, k=3, metric=metric)


def test_equally_distant_points_have_reasons():
    found = measure_agreement(np.eye(30), clouds()[0], k=3, groups=list("abcdef") * 5)
    assert found.distance_spearman is None
    assert "distance_spearman" in found.reasons
    assert found.undefined_rows == 30
    json.dumps(found.to_dict(), allow_nan=False)


def test_ties_are_told():
    """Each vector ten times: nine others lie at distance 0, so lists of three go by row."""
    a, b = (np.repeat(x[:6], 10, axis=0) for x in clouds())
    found = measure_agreement(a, b, k=3)
    told = [one for one in found.findings() if one.code == "shape.agreement_ties"]
    assert told[0].level == "warning"
    assert f"{found.ties_a} of 60" in told[0].say("en")
    assert told[0].say("ja")
    assert not [one for one in measure_agreement(*clouds(), k=3).findings()
                if one.code == "shape.agreement_ties"]  # fmt: skip


def test_few_lists_are_told_and_do_not_thin_the_ranks():
    a, b = clouds(n=60)
    few = measure_agreement(a, b, k=3, sample=3)
    assert few.n_distance_objects == 60
    (told,) = [one for one in few.findings() if one.code == "shape.agreement_few"]
    assert "1770 pairs" in told.say("en").replace(",", "")


def test_items_whose_lists_differ_most():
    a, b = clouds(n=60)
    b = a.copy()
    b[7] += 50
    found = measure_agreement(a, b, k=5)
    assert found.least_alike[0]["id"] == "7"
    assert len(found.least_alike) == 20
    assert found.tables()["least_alike"][0]["shared"] < 5


def test_equal_distances_are_ties_not_rounding():
    """Corners of a simplex: all distances are the same but for the last bit."""
    turned = np.linalg.qr(np.random.default_rng(0).normal(size=(12, 12)))[0]
    found = measure_agreement(turned, clouds(n=12)[0], k=3)
    assert found.distance_spearman is None


def test_a_group_of_nearly_all_leaves_no_interval():
    codes = np.array([0] * 27 + [1, 1, 2])
    found = measure_agreement(*clouds(), k=3, groups=codes)
    assert found.knn_overlap.low is None
    assert "knn_overlap.interval" in found.reasons


@pytest.mark.parametrize(
    ("options", "said"),
    [({"k": 29}, "28"), ({"k": 0}, "k must"), ({"metric": "manhattan"}, "manhattan"),
     ({"confidence": 2.0}, "confidence"), ({"sample": 1}, "sample")],
)  # fmt: skip
def test_refusals(options, said):
    with pytest.raises(DataError, match=said):
        measure_agreement(*clouds(), **options)


def test_mean_of_nothing_is_undefined():
    assert np.isnan(mean_or_nan(np.array([np.nan])))


def test_finding_says_numbers():
    found = measure_agreement(*clouds(), k=3, groups=list("abcdef") * 5)
    few, finding = found.findings()
    assert few.code == "shape.agreement_groups"
    assert "6 groups" in few.say("en")
    assert not [one for one in measure_agreement(*clouds(), k=3).findings() if one.code == few.code]
    assert f"{found.knn_overlap:.3f}" in finding.say("en")
    assert "近傍" in finding.say("ja")
