"""Batches become one matrix: no second copy, whatever comes."""

import tracemalloc

import numpy as np
import pytest
from stores.store_engines import faults_of

from monosashi.embeddings import DataError
from monosashi.stores.gathering import Gathering, as_values
from monosashi.stores.store_protocols import Batch, Space, as_matrix, one_name
from monosashi.stores.store_rows import same_rows


def batch(start, rows, **columns):
    keys = [str(start + row) for row in range(len(rows))]
    return Batch(keys, {"id": keys, **columns}, {"vector": as_matrix(rows, None)})


def peak_of(batches, n, d):
    gathering = Gathering(["vector"], n)
    tracemalloc.start()
    for start in range(0, n, n // batches):
        part = np.full((n // batches, d), start, dtype=np.float32)
        gathering.take(Batch([None] * len(part), {}, {"vector": part}))
        del part
    table = gathering.table("x", [])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert table.columns["vector"].shape == (n, d)
    return peak / table.columns["vector"].nbytes


def test_ten_times_the_rows_take_no_more_than_their_own_matrix():
    assert peak_of(10, 2_000, 256) < 1.3
    assert peak_of(100, 20_000, 256) < 1.1


@pytest.mark.parametrize("expected", [0, 3, 5, 50])
def test_more_or_fewer_rows_than_were_counted(expected):
    gathering = Gathering(["vector"], expected)
    gathering.take(batch(0, [[1.0, 2.0], [3.0, 4.0]]))
    gathering.take(batch(2, [[5.0, 6.0], None, [7.0, 8.0]]))
    held = gathering.table("x", []).columns
    assert held["id"].tolist() == list("01234")
    assert np.isnan(held["vector"][3]).all()
    assert held["vector"][[0, 1, 2, 4]].tolist() == [[1, 2], [3, 4], [5, 6], [7, 8]]


def test_columns_that_come_late_or_stop_are_filled_up():
    gathering = Gathering(["vector"], 4)
    gathering.take(batch(0, [[1.0], [2.0]], a=["x", "y"]))
    gathering.take(batch(2, [[3.0], [4.0]], b=[7, 8]))
    held = gathering.table("x", []).columns
    assert held["a"].tolist() == ["x", "y", None, None]
    assert held["b"].tolist() == [None, None, 7, 8]


def test_another_length_in_another_batch_is_found_with_its_row():
    gathering = Gathering(["vector"], 4)
    gathering.take(batch(0, [[1.0, 2.0], [3.0, 4.0], [0.0, 1.0]]))
    gathering.take(batch(3, [[1.0, 2.0, 3.0]]))
    faults = gathering.table("x", []).faults
    assert [(one.code.rsplit(".")[-1], one.rows) for one in faults] == [("ragged", (3,))]


def test_no_vector_at_all_is_a_fault_and_not_an_empty_matrix():
    gathering = Gathering(["vector"], 2)
    gathering.take(Batch(["a", "b"], {"id": ["a", "b"]}, {"vector": [None, None]}))
    table = gathering.table("x", [])
    assert "vector" not in table.columns
    assert table.faults[0].rows == (0, 1)


def test_no_rows():
    with pytest.raises(DataError) as error:
        Gathering([], 0).table("x", [])
    assert "no_records" in faults_of(error)


@pytest.mark.parametrize(
    ("values", "kind"),
    [([1, 2], "i"), ([1, 2.5], "f"), ([True, False], "b"), ([True, 1], "O"), ([1, None], "O"),
     ([2**70, 1], "O"), (["a", 1], "O"), ([{"a": 1}], "O")],
)  # fmt: skip
def test_kinds_of_columns(values, kind):
    found = as_values(values)
    assert found.dtype.kind == kind
    assert found.tolist() == values


@pytest.mark.parametrize(
    ("names", "expected"),
    [(["emb"], "emb"), (["emb", "emb_mended"], "emb"), (["a", "b"], None), ([], None),
     (["x_mended"], "x_mended"), (["a", "b_mended"], None)],
)  # fmt: skip
def test_what_was_mended_is_no_rival_of_the_raw_vectors(names, expected):
    assert one_name(names) == expected


def test_vectors_are_the_same_up_to_rounding_of_the_store():
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(4, 8)) * [[1e-12], [1.0], [1e12], [3.0]]
    stored = rows.astype(np.float32)
    assert same_rows(stored, rows, Space(8)).all()
    stored[3, 2] += 0.01
    stored[1] = np.nan
    assert same_rows(stored, rows, Space(8)).tolist() == [True, False, True, False]
    unit = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    assert same_rows(unit, rows, Space(8, keeps_lengths=False)).all()
    assert same_rows(2 * unit, rows, Space(8)).tolist() == [False] * 4
    assert same_rows(np.zeros((1, 8)), np.zeros((1, 8)), Space(8)).all()
