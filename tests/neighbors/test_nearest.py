"""``nearest``: what it promises and what it refuses."""

import re

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.neighbors import ENGINES, nearest, nearest_from_distances
from monosashi.neighbors.selection import select


def test_copies_list_each_other_and_never_themselves():
    found = nearest([[1, 0], [1, 0], [0, 1]], k=1)
    assert found.indices.ravel().tolist() == [1, 0, 0]
    assert found.distances[:2].ravel().tolist() == [0.0, 0.0]
    assert found.tied.tolist() == [False, False, True]
    assert found.ties == 1


def test_points_far_from_the_origin():
    assert nearest([[1000, 0], [1000, 1e-05]], k=1).distances[0, 0] == pytest.approx(1e-5, abs=1e-9)
    x = 1000 + 1e-5 * np.arange(20.0)[:, None] ** 2
    assert nearest(x, k=1).indices[1:, 0].tolist() == list(range(19))


def test_cosine_does_not_depend_on_length_and_is_never_negative():
    docs = [[0.0001, 0], [0.5, 0.8660254037844386], [5, 0.1], [0, 1]]
    found = nearest([[1, 0]], docs, k=4, metric="cosine")
    assert found.indices.tolist() == [[0, 2, 1, 3]]
    expected = [0.0, 1 - 0.9998000599800071, 0.5, 1.0]
    assert found.distances[0] == pytest.approx(expected, abs=1e-12)
    x = np.random.default_rng(0).normal(size=(200, 8)) * 1e-5 + 1
    found = nearest(np.concatenate([x, x]), k=3, metric="cosine")
    assert (found.distances >= 0).all()
    assert (found.distances[:, 0] == 0).all()


def test_two_sets_leave_nothing_out_unless_asked():
    x = EmbeddingSet.from_arrays(np.random.default_rng(0).normal(size=(30, 4)))
    assert nearest(x, x, k=1).indices.ravel().tolist() == list(range(30))
    among = nearest(x, k=5)
    left = nearest(x, x.vectors.copy(), k=5, exclude=np.arange(30))
    assert np.array_equal(among.indices, left.indices)
    none = nearest(x, x, k=30, exclude=np.full(30, -1))
    assert none.n_base == none.k == 30


@pytest.mark.parametrize("dtype", [np.float16, np.float32, ">f4", np.int8])
def test_dtype_and_input_stay(dtype):
    x = (np.random.default_rng(0).normal(size=(60, 4)) * 9).astype(dtype)
    before = x.copy()
    found = nearest(x, k=4)
    wide = nearest(x.astype(np.float64), k=4)
    assert np.array_equal(x, before)
    assert np.array_equal(found.indices, wide.indices)
    assert np.array_equal(found.distances, wide.distances)


def test_memmap(tmp_path):
    x = np.random.default_rng(0).normal(size=(60, 4)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    assert np.array_equal(nearest(mapped, k=3).indices, nearest(x, k=3).indices)


def test_rows_in_another_order():
    x = np.random.default_rng(0).normal(size=(200, 5))
    order = np.random.default_rng(1).permutation(200)
    one, other = nearest(x, k=6), nearest(x[order], k=6)
    assert np.array_equal(order[other.indices], one.indices[order])
    assert np.array_equal(other.distances, one.distances[order])


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"k": 5}, ["k=5", "4 rows", "most 3"]),
        ({"k": 0}, ["0"]),
        ({"k": 2.5}, ["2.5"]),
        ({"k": True}, ["True"]),
        ({"k": 1, "engine": "fast"}, ["'fast'", '"exact"']),
        ({"k": 1, "metric": "dot"}, ["metric", "euclidean, cosine", "dot"]),
        ({"k": 1, "exclude": [0, 1]}, ["(2,)", "4 queries"]),
        ({"k": 1, "exclude": [0, 1, -2, 4]}, ["2-3", "4"]),
    ],
)
def test_wrong_options(arguments, named):
    with pytest.raises(DataError) as error:
        nearest(np.random.default_rng(0).normal(size=(4, 4)), **arguments)
    assert all(word in str(error.value) for word in named), str(error.value)


def test_all_faults_together():
    base = EmbeddingSet.from_arrays(np.eye(3), model=ModelCard(name="new"))
    queries = EmbeddingSet.from_arrays(np.eye(2), model=ModelCard(name="old"))
    with pytest.raises(DataError) as error:
        nearest(queries, base, k=4)
    assert len(error.value.faults) == 3
    for words in ("2 dimensions", "'old'", "k=4"):
        assert words in str(error.value)


def test_a_single_row_has_nobody_to_list():
    with pytest.raises(DataError, match="two rows"):
        nearest([[1.0, 2.0]], k=1)


def test_zero_vectors_have_no_cosine():
    with pytest.raises(DataError, match=re.escape('rows 1 (ids "b")')):
        nearest(EmbeddingSet.from_arrays([[1, 0], [0, 0]], ids=["a", "b"]), k=1, metric="cosine")


def test_distances_beyond_float64_are_refused_by_row():
    with pytest.raises(DataError, match=r"rows 0-1 .*1\.8e308|1\.8e308.*rows 0-1"):
        nearest([[1.7e308], [-1.7e308]], k=1)


@pytest.mark.parametrize("name", list(ENGINES))
def test_every_engine_gives_the_same_bytes(name):
    x = np.random.default_rng(0).integers(0, 4, size=(150, 4))
    one, other = nearest(x, k=7, engine=name, n_jobs=1), nearest(x, k=7, n_jobs=2)
    assert one.indices.tobytes() == other.indices.tobytes()
    assert one.distances.tobytes() == other.distances.tobytes()


@pytest.mark.parametrize("k", [1, 5, 148, 149])
def test_a_table_of_distances_gives_the_same_lists(k):
    x = np.random.default_rng(0).integers(0, 4, size=(150, 4)).astype(float)
    table = np.sqrt(((x[:, None] - x) ** 2).sum(axis=-1))
    given, searched = nearest_from_distances(table, k=k), nearest(x, k=k)
    assert np.array_equal(given.indices, searched.indices)
    assert np.array_equal(given.tied, searched.tied)


def test_rows_whose_pairs_were_lost_are_refused():
    """Squares of huge or tiny numbers leave a row without distances to choose from."""
    rows, columns = np.array([0, 0, 1]), np.array([1, 2, 0])
    with pytest.raises(DataError, match="distances of 1 row cannot"):
        select(rows, columns, np.ones(3), 2, 2)
