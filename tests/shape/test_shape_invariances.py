"""The four levels of the hierarchy: what each number survives, and what it does not.

Random a > 0, isometry Q into as many dimensions or more, shift b; one monotone change of all
distances; a monotone change for each object. Nothing is normalised.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform
from scipy.stats import rankdata, spearmanr

from monosashi.neighbors import nearest
from monosashi.retrieval import measure_margins
from monosashi.shape import (
    count_directions,
    group_auc,
    measure_agreement,
    measure_shape,
    measure_shape_from_distances,
)

SEEDS = st.integers(0, 2**32 - 1)
MANY = settings(max_examples=25, deadline=None)
EXACT = 1e-10
LEVEL_1 = ("v", "v_unbiased", "ss_total", "ss_within", "ss_between", "ms_within", "w_bar",
           "mean_squared_pair_distance", "mean_pair_distance")  # fmt: skip
LEVEL_2 = ("r_squared", "epsilon_squared", "omega_squared", "f", "f2", "welch", "icc",
           "expected_r_squared", "standardised_effect")  # fmt: skip
TESTS = ("permutation", "welch_permutation", "dispersion", "width_permutation")
LENGTHS = {"mean_pair_distance": 1}  # powers of the scale; the others are squares
ENDS = ("value", "low", "high", "bias_corrected")


def cloud(seed):
    rng = np.random.default_rng(seed)
    sizes = rng.integers(2, 7, size=rng.integers(3, 6))
    labels = rng.permutation(np.repeat(np.arange(len(sizes)), sizes))
    d = int(rng.integers(2, 9))
    rows = rng.normal(size=(len(sizes), d))[labels] + rng.normal(size=(len(labels), d))
    return rng, rows, labels


def moved(rng, rows, *, scale=1.0):
    """y = a Q z + b, Q an isometry into up to five more dimensions."""
    d = rows.shape[1]
    wider = d + int(rng.integers(0, 6))
    isometry = np.linalg.qr(rng.normal(size=(wider, d)))[0]
    return scale * rows @ isometry.T + rng.normal(size=wider)


def measured(rows, labels):
    return measure_shape(rows, labels, normalise=False, permutations=19, rng=0)


def ends_of(held):
    """The numbers of a quantity; of an estimate all its ends."""
    if hasattr(held, "low"):
        return [getattr(held, end) for end in ENDS]
    return [held]


def close(a, b, scale=1.0):
    for x, y in zip(ends_of(a), ends_of(b), strict=True):
        assert (x is None) == (y is None)
        if x is not None:
            assert y == pytest.approx(scale * x, rel=EXACT, abs=EXACT * scale)


@given(SEEDS)
@MANY
def test_level_1_survives_rotation_and_shift(seed):
    rng, rows, labels = cloud(seed)
    a, b = measured(rows, labels), measured(moved(rng, rows), labels)
    for name in LEVEL_1 + LEVEL_2:
        close(getattr(a, name), getattr(b, name))
    for one, two in zip(a.groups, b.groups, strict=True):
        for name in ("w", "w_tilde", "low", "high"):
            close(one[name], two[name])
    for one, two in zip(a.influence, b.influence, strict=True):
        close(one["r_squared_without"], two["r_squared_without"])


@given(SEEDS, st.floats(1e-3, 1e3))
@MANY
def test_level_2_survives_one_scale_and_level_1_is_scaled(seed, scale):
    rng, rows, labels = cloud(seed)
    a, b = measured(rows, labels), measured(moved(rng, rows, scale=scale), labels)
    for name in LEVEL_2:
        close(getattr(a, name), getattr(b, name))
    for name in TESTS:
        one, two = getattr(a, name), getattr(b, name)
        assert (one is None) == (two is None)
        if one is not None:
            close(one.statistic, two.statistic)
            assert one.p_value == two.p_value
    for name in LEVEL_1:
        close(getattr(a, name), getattr(b, name), scale ** LENGTHS.get(name, 2))
    ratio = [row["w_tilde"] / a.groups[0]["w_tilde"] for row in a.groups]
    assert [row["w_tilde"] / b.groups[0]["w_tilde"] for row in b.groups] == pytest.approx(
        ratio, rel=EXACT
    )


@given(SEEDS, st.floats(1e-3, 1e3))
@MANY
def test_dbicc_and_directions_are_of_level_2(seed, scale):
    rng, rows, labels = cloud(seed)
    other = moved(rng, rows, scale=scale)
    a, b = (measure_shape_from_distances(pdist(x), labels, permutations=9) for x in (rows, other))
    for name in ("dbicc", "dbicc_by_group", "r_squared", "icc"):
        close(getattr(a, name), getattr(b, name))
    a, b = (count_directions(x, normalise=False) for x in (rows, other))
    for name in ("participation_ratio", "participation_ratio_corrected"):
        close(float(getattr(a, name)), float(getattr(b, name)))


@given(SEEDS, st.floats(0.01, 100))
@MANY
def test_agreement_with_a_similar_copy_is_perfect(seed, scale):
    rng, rows, _ = cloud(seed)
    found = measure_agreement(rows, moved(rng, rows, scale=scale), k=3)
    for name in ("knn_overlap", "distance_spearman", "rowwise_spearman", "linear_cka"):
        assert float(getattr(found, name)) == pytest.approx(1, abs=EXACT)


@given(SEEDS, st.floats(0.05, 20))
@MANY
def test_margins_survive_one_similarity_of_both_sides_and_no_two(seed, scale):
    """Cosines: rotation and scale act on unit vectors; a shift of one side does not."""
    rng = np.random.default_rng(seed)
    documents = rng.normal(size=(12, 4))
    queries = documents[:6] + 0.4 * rng.normal(size=(6, 4))
    gold = {str(i): str(i) for i in range(6)}
    turn = scale * np.linalg.qr(rng.normal(size=(7, 4)))[0].T
    a = measure_margins(queries, documents, gold=gold)
    b = measure_margins(queries @ turn, documents @ turn, gold=gold)
    assert b.normalised == pytest.approx(a.normalised, abs=EXACT)
    shifted = measure_margins(queries + 3.0, documents, gold=gold)
    assert np.abs(shifted.normalised - a.normalised).max() > 1e-3


def monotone(rng, distances):
    """One rising map of all distances: any rising values in the order of the ranks."""
    ranks = rankdata(distances, method="dense").astype(int) - 1
    return np.cumsum(rng.uniform(0.1, 1.0, ranks.max() + 1))[ranks]


def auc_of(table, labels):
    """Share of (within, between) pairs of pairs in order; ties count half."""
    same = labels[:, None] == labels
    upper = np.triu(np.ones_like(same), 1)
    near, far = table[same & upper], table[~same & upper]
    return (near[:, None] < far).mean() + 0.5 * (near[:, None] == far).mean()


@given(SEEDS)
@MANY
def test_level_3a_survives_one_monotone_map_and_level_2_does_not(seed):
    rng, rows, labels = cloud(seed)
    before = pdist(rows)
    after = monotone(rng, before)
    seen = group_auc(rows, labels, normalise=False, permutations=9)
    close(float(seen.auc), auc_of(squareform(after), labels))
    close(float(seen.anosim_r), 2 * auc_of(squareform(after), labels) - 1)
    assert spearmanr(before, after).statistic == pytest.approx(1, abs=EXACT)
    a, b = (measure_shape_from_distances(d, labels, permutations=9) for d in (before, after))
    assert abs(float(a.r_squared) - float(b.r_squared)) > EXACT


@given(SEEDS)
@MANY
def test_snowflake_distances_are_vectors_again_so_that_the_library_meets_3a(seed):
    """d^(1/2) of a Euclidean table is Euclidean (Schoenberg): one monotone map between spaces."""
    _, rows, labels = cloud(seed)
    table = squareform(pdist(rows)) ** 0.5
    n = len(table)
    centre = np.eye(n) - 1 / n
    values, axes = np.linalg.eigh(-0.5 * centre @ table**2 @ centre)
    other = axes * np.sqrt(np.maximum(values, 0))
    a, b = (group_auc(x, labels, normalise=False, permutations=49) for x in (rows, other))
    for name in ("auc", "anosim_r"):
        close(getattr(a, name), getattr(b, name))
    assert a.permutation.p_value == b.permutation.p_value
    found = measure_agreement(rows, other, k=3)
    for name in ("distance_spearman", "rowwise_spearman", "knn_overlap"):
        assert float(getattr(found, name)) == pytest.approx(1, abs=EXACT)
    assert float(found.linear_cka) < 1 - 1e-6


@given(SEEDS)
@MANY
def test_level_3b_survives_a_map_of_its_own_for_each_anchor_and_3a_does_not(seed):
    """Rows of the table of distances, each with its own rising map."""
    rng, rows, labels = cloud(seed)
    table = squareform(pdist(rows))
    other = np.array([monotone(rng, row) for row in table])
    off = ~np.eye(len(table), dtype=bool)
    lists = nearest(rows, k=3).indices
    hidden = np.where(off, other, np.inf)
    assert (np.argsort(hidden, axis=1, kind="stable")[:, :3] == lists).all()
    for place in range(len(table)):
        held = spearmanr(table[place][off[place]], other[place][off[place]]).statistic
        assert held == pytest.approx(1, abs=EXACT)
    assert spearmanr(table[off], other[off]).statistic < 1 - 1e-6
    assert labels.size == len(table)


@given(SEEDS)
@MANY
def test_lengths_of_a_query_change_no_rank_and_no_sign(seed):
    """For cosines a factor for each query is a map of its own: ranks and signs of margins stay."""
    rng = np.random.default_rng(seed)
    documents = rng.normal(size=(15, 5))
    queries = documents[:8] + 0.8 * rng.normal(size=(8, 5))
    gold = {str(i): str(i) for i in range(8)}
    a = measure_margins(queries, documents, gold=gold)
    b = measure_margins(queries * rng.uniform(0.01, 100, (8, 1)), documents, gold=gold)
    assert (a.rank.pessimistic == b.rank.pessimistic).all()
    assert (np.sign(a.margin) == np.sign(b.margin)).all()
    assert b.normalised == pytest.approx(a.normalised, abs=EXACT)
