"""Normalised margins, by hand and by the rules for ties and saturation."""

from itertools import combinations

import numpy as np
import pytest

import monosashi as ms
from monosashi.retrieval import measure_margins, measure_retrieval


def at(*degrees):
    angle = np.radians(degrees)
    return np.stack([np.cos(angle), np.sin(angle)], axis=1)


def test_by_hand():
    """Chords: |q - d|² = 2 - 2 cos."""
    found = measure_margins(at(0), at(20, 50, 90), gold={"0": "0"})
    plus, minus = (2 - 2 * np.cos(np.radians(x)) for x in (20, 50))
    assert found.normalised == pytest.approx([(minus - plus) / (minus + plus)])
    assert found.margin == pytest.approx([np.cos(np.radians(20)) - np.cos(np.radians(50))])


def test_several_golds_take_the_nearest_and_no_gold_is_wrong():
    found = measure_margins(at(0), at(30, 10, 20, 60), gold={"0": ["0", "1"]})
    plus, minus = (2 - 2 * np.cos(np.radians(x)) for x in (10, 20))
    assert found.normalised == pytest.approx([(minus - plus) / (minus + plus)])
    only = measure_margins(at(0), at(10, 20, 60), gold={"0": ["0", "1"]})
    assert only.normalised[0] > 0


def test_copies_of_the_answer_tie():
    """An exact copy of the gold: M is 0, also where the query equals both (0 / 0)."""
    found = measure_margins(at(0, 10), at(10, 10, 80), gold={"0": "0", "1": "0"})
    assert found.normalised.tolist() == [0, 0]
    assert (found.ties, found.saturated, found.positive.value) == (2, 0, 0)


def test_a_query_that_equals_its_answer_is_saturated():
    found = measure_margins(at(0, 0), at(0, 5, 90), gold={"0": "0", "1": "1"})
    assert found.normalised.tolist() == [1, -1]
    assert (found.saturated, found.ties) == (1, 0)


def test_tiny_distances_are_told_apart():
    """From cosines alone both distances would be rounding; from differences they are exact."""
    found = measure_margins(at(0), at(2e-4, 4e-4, 90), gold={"0": "0"})
    assert found.normalised[0] == pytest.approx((16 - 4) / (16 + 4), rel=1e-6)


def test_lengths_do_not_count():
    rng = np.random.default_rng(0)
    queries, documents = rng.normal(size=(20, 5)), rng.normal(size=(30, 5))
    gold = {str(i): str(i) for i in range(20)}
    plain = measure_margins(queries, documents, gold=gold)
    scaled = measure_margins(queries * rng.uniform(0.1, 9, (20, 1)),
                             documents * rng.uniform(0.1, 9, (30, 1)), gold=gold)  # fmt: skip
    assert scaled.normalised == pytest.approx(plain.normalised, abs=1e-12)
    assert measure_retrieval(queries, documents, gold=gold).margin.value == pytest.approx(
        plain.mean_normalised.value)  # fmt: skip


def test_more_documents_lower_m():
    rng = np.random.default_rng(1)
    queries, documents = rng.normal(size=(50, 8)), rng.normal(size=(500, 8))
    gold = {str(i): str(i) for i in range(50)}
    values = [measure_margins(queries, documents[:n], gold=gold).mean_normalised.value
              for n in (60, 150, 500)]  # fmt: skip
    assert values[0] > values[1] > values[2]


def test_chunks_and_own_documents():
    documents = ms.EmbeddingSet.from_arrays(at(0, 40, 10, 20), ids=list("abcd"),
                                            columns={"page": ["p", "r", "r", "s"]})  # fmt: skip
    query = ms.EmbeddingSet.from_arrays(at(0), ids=["p"])
    found = measure_margins(query, documents, gold={"p": "r"}, document="page", exclude="id")
    plus, minus = (2 - 2 * np.cos(np.radians(x)) for x in (10, 20))
    assert found.normalised == pytest.approx([(minus - plus) / (minus + plus)])


def test_queries_without_a_margin_are_counted_or_refused():
    found = measure_margins(at(0, 5), at(0, 9), gold={"0": ["0", "1"], "1": "0", "gone": "1"})
    assert (found.n_queries, found.n_undefined, found.query_ids) == (1, 2, ("1",))
    with pytest.raises(ms.DataError, match="wrong one among the 1 documents"):
        measure_margins(at(0), at(0), gold={"0": "0"})


def test_the_farthest_gold():
    options = {"gold": {"0": ["0", "1"]}}
    far = measure_margins(at(0), at(30, 10, 20, 60), of_several="farthest", **options)
    plus, minus = (2 - 2 * np.cos(np.radians(x)) for x in (30, 20))
    assert far.normalised == pytest.approx([(minus - plus) / (minus + plus)])
    with pytest.raises(ms.DataError, match="nearest, farthest"):
        measure_margins(at(0), at(30, 10), of_several="worst", **options)


def test_pool_sizes_average_over_random_subsets():
    """Against the exact expectation over all subsets, which the order of distances gives."""
    degrees = np.array([15.0, 20, 40, 70, 110, 150])
    options = {"gold": {"0": "0"}, "repeats": 600, "pool_sizes": (3, 1)}
    found = measure_margins(at(0), at(*degrees), **options)
    squares = 2 - 2 * np.cos(np.radians(degrees))
    for size in (1, 3):
        values = []
        for subset in combinations(range(6), size):
            wrong = [i for i in subset if i != 0]
            if wrong:
                minus = squares[min(wrong)]
                values.append((minus - squares[0]) / (minus + squares[0]))
        assert found.at_pool_sizes[size].value == pytest.approx(np.mean(values), abs=0.03)
    with pytest.raises(ms.DataError, match=r"\[6\]"):
        measure_margins(at(0), at(*degrees), gold={"0": "0"}, pool_sizes=(2, 6))


def test_pool_sizes_make_collections_comparable():
    """M falls with the collection, M at 50 documents does not; chunks and hidden ones included."""
    rng = np.random.default_rng(3)
    queries, rows = rng.normal(size=(60, 8)), rng.normal(size=(600, 8))
    values = []
    for n in (150, 600):
        documents = ms.EmbeddingSet.from_arrays(
            rows[:n], columns={"page": [str(i // 2) for i in range(n)]})  # fmt: skip
        found = measure_margins(queries, documents, document="page", pool_sizes=(50,), exclude="id",
                                gold={str(i): str((i + 1) % 75) for i in range(60)})  # fmt: skip
        values.append((found.mean_normalised.value, found.at_pool_sizes[50].value))
    small, large = values
    assert small[0] - large[0] > 0.1
    assert abs(small[1] - large[1]) < 0.02
