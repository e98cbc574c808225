import numpy as np
import pytest
from scipy.stats import spearmanr

from monosashi.embeddings import DataError, EmbeddingSet, unit_rows
from monosashi.results.writing import strict_json
from monosashi.retrieval.compression import measure_compression

X = unit_rows(np.random.default_rng(0).normal(size=(120, 24)))


def lists(queries, base, k, own):
    similar = unit_rows(queries) @ unit_rows(base).T
    if own:
        np.fill_diagonal(similar, -2)
    return np.argsort(-similar, axis=1)[:, :k]


def share(a, b):
    return np.mean([len(set(x) & set(y)) / len(x) for x, y in zip(a, b, strict=True)])


def test_numbers_by_hand_without_the_engine():
    found = measure_compression(X, dimension=8, k=5, rng=0).variants[0]
    full, short = lists(X, X, 5, own=True), lists(X[:, :8], X[:, :8], 20, own=True)
    assert found.overlap.value == pytest.approx(share(full, short[:, :5]))
    assert found.rescored.value == pytest.approx(share(full, short))
    assert found.overlap.low < found.overlap.value < found.overlap.high
    assert found.overlap.n == 120
    assert "anchors" in found.overlap.method


def test_spearman_is_that_of_scipy_over_all_pairs():
    found = measure_compression(X, dimension=6, k=3, rng=0)
    short = unit_rows(X[:, :6])
    off = ~np.eye(120, dtype=bool)
    expected = spearmanr((1 - X @ X.T)[off], (1 - short @ short.T)[off]).statistic
    assert found.variants[0].distance_spearman == pytest.approx(expected, abs=0.02)
    assert found.n_pairs <= 10_000


def test_every_dimension_meets_every_kind_and_more_bytes_lose_less():
    found = measure_compression(X, dimension=[6, 12], quantise=["int8", "binary"], k=5, rng=0)
    held = {one.name: one for one in found.variants}
    assert list(held) == ["int8", "binary", "cut 6", "cut 6 int8", "cut 6 binary", "cut 12",
                          "cut 12 int8", "cut 12 binary"]  # fmt: skip
    assert held["cut 12 binary"].bytes_per_vector == 2
    assert held["int8"].overlap.value > held["cut 12"].overlap.value > held["cut 6"].overlap.value
    assert held["int8"].overlap.value > 0.9
    assert held["binary"].tied > held["int8"].tied == 0
    rows = found.tables()["compression"]
    assert rows[0]["times_smaller"] == pytest.approx(8)  # float64 held
    strict_json(found.to_dict())


def test_dimensions_that_carry_nothing_cost_nothing_to_cut():
    padded = np.hstack([X[:, :12], np.zeros((120, 12))])
    found = measure_compression(padded, dimension=12, k=5, rng=0).variants[0]
    assert found.overlap.value == 1.0
    assert found.distance_spearman == pytest.approx(1.0)
    assert found.overlap.low < 1.0  # a sample that agrees throughout still is a sample


def test_queries_search_the_index_and_are_compressed_on_its_scale():
    queries = 3 * unit_rows(X[:40] + 0.3 * X[40:80])
    found = measure_compression(X, quantise="binary", queries=queries, k=5, rng=0)
    signs = [np.where(one > 0, 1.0, -1.0) for one in (queries, X)]
    full, coarse = lists(queries, X, 5, own=False), lists(*signs, 20, own=False)
    assert found.n_anchors == 40
    assert found.variants[0].rescored.value == pytest.approx(share(full, coarse), abs=0.03)  # ties
    scaled = measure_compression(X, quantise="int8", queries=queries / 3, k=5, rng=0)
    assert scaled.variants[0].overlap.value > 0.9


def test_the_query_role_of_the_set_asks_when_there_is_one():
    held = EmbeddingSet.from_arrays(X, query_vectors=unit_rows(X + 0.5 * X[::-1]))
    full = lists(held.query_vectors, X, 5, own=True)
    short = lists(held.query_vectors[:, :8], X[:, :8], 5, own=True)
    found = measure_compression(held, dimension=8, k=5, rng=0).variants[0]
    assert found.overlap.value == pytest.approx(share(full, short))


def test_the_same_seed_gives_the_same_bytes_and_the_default_is_a_plan():
    one, two = (measure_compression(X, rng=3) for _ in range(2))
    assert strict_json(one.to_dict()) == strict_json(two.to_dict())
    assert {v.dimension for v in one.variants} == {24, 12, 6}


def test_equal_distances_have_no_order_and_the_reason_stands_beside():
    corners = np.vstack([np.eye(6), -np.eye(6)])[:6]
    found = measure_compression(corners, quantise="int8", k=2, rng=0)
    assert found.variants[0].distance_spearman is None
    assert "equal" in found.reasons["variants.0.distance_spearman"].say("en")
    strict_json(found.to_dict())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"dimension": 25}, "1 to 24"),
        ({"quantise": "int4"}, "int8, binary"),
        ({"dimension": 8, "k": 120}, "119"),
        ({"dimension": 8, "queries": X[:, :5]}, "5"),
    ],
)
def test_what_cannot_be_compared_is_refused(options, words):
    with pytest.raises(DataError, match=words):
        measure_compression(X, **options)


def test_vectors_without_a_direction_are_refused_by_row():
    with pytest.raises(DataError, match="rows 3"):
        measure_compression(np.vstack([X[:3], np.zeros(24), X[3:]]), dimension=8)


def test_groups_are_the_units_of_the_interval_and_leave_the_mean_alone():
    queries = np.repeat(X[:30], 4, axis=0)  # every question four times: 30 units, not 120
    labels = [f"g{i // 4}" for i in range(120)]
    plain = measure_compression(X, dimension=6, queries=queries, rng=0).variants[0].overlap
    once = measure_compression(X, dimension=6, queries=X[:30], rng=0).variants[0].overlap
    found = measure_compression(X, dimension=6, queries=queries, groups=labels, rng=0)
    grouped = found.variants[0].overlap
    assert grouped.value == pytest.approx(plain.value)
    assert (grouped.n, plain.n) == (30, 120)
    assert grouped.standard_error == pytest.approx(once.standard_error)
    assert grouped.high - grouped.low > 1.5 * (plain.high - plain.low)
    assert "over groups" in grouped.method
    assert "groups" not in plain.method


def test_groups_are_those_of_the_rows_where_these_ask_and_must_be_complete():
    held = EmbeddingSet.from_arrays(X, columns={"page": [f"p{i // 3}" for i in range(120)]})
    found = measure_compression(held, dimension=6, groups="page", rng=0).variants[0]
    assert found.overlap.n == found.rescored.n == 40
    with pytest.raises(DataError, match="groups"):
        measure_compression(held, dimension=6, groups=["a"] * 119, rng=0)
