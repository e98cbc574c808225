"""Parquet: every way to store a vector column, without a Python list."""

import sys
import time

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from monosashi.embeddings import DataError
from monosashi.embeddings.files.arrow import matrix_of
from monosashi.embeddings.files.parquet import read_parquet

ROWS = [[1, 0], [0.8, 0.6], [0, 1]]
TYPES = {
    "list<float>": pa.list_(pa.float32()),
    "list<double>": pa.list_(pa.float64()),
    "list<half>": pa.list_(pa.float16()),
    "large_list<float>": pa.large_list(pa.float32()),
    "fixed<float>[2]": pa.list_(pa.float32(), 2),
    "fixed<double>[2]": pa.list_(pa.float64(), 2),
}


def write(path, **columns):
    parquet.write_table(pa.table(columns), path)
    return path


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("chunks", [1, 3])
def test_every_list_type_is_a_matrix_b001(tmp_path, name, chunks):
    rows = np.asarray(ROWS, dtype=np.float16) if "half" in name else ROWS
    emb = pa.array(list(rows), type=TYPES[name])
    column = pa.chunked_array([emb.slice(i, 3 // chunks) for i in range(0, 3, 3 // chunks)])
    table = pa.table({"id": ["a", "b", "c"], "emb": column})
    parquet.write_table(table, tmp_path / "t.parquet", row_group_size=2)
    found = read_parquet(tmp_path / "t.parquet")
    assert found.columns["emb"].shape == (3, 2)
    np.testing.assert_allclose(found.columns["emb"], ROWS, atol=1e-3 if "half" in name else 1e-7)
    assert found.columns["id"].tolist() == ["a", "b", "c"]
    assert found.vector_columns() == ["emb"]


@pytest.mark.parametrize("name", TYPES)
def test_sliced_columns_start_where_they_should(name):
    rows = [np.asarray(row, dtype=np.float16) for row in ROWS] if "half" in name else ROWS
    column = pa.chunked_array([pa.array(rows, type=TYPES[name])]).slice(1)
    np.testing.assert_allclose(matrix_of(column, "emb"), ROWS[1:], atol=1e-3)


@pytest.mark.parametrize("name", ["list<float>", "fixed<float>[2]", "large_list<float>"])
def test_null_rows_and_null_numbers_become_nan(name):
    emb = pa.chunked_array([pa.array([None, [1, None], [3, 4]], type=TYPES[name])])
    found = matrix_of(emb, "emb")
    np.testing.assert_array_equal(found, [[np.nan, np.nan], [1, np.nan], [3, 4]])
    assert found.dtype == np.float32


def test_integers_lists_in_lists_and_empty_chunks():
    whole = pa.chunked_array([pa.array([[1, 2], [3, 4]], type=pa.list_(pa.int8()))])
    np.testing.assert_array_equal(matrix_of(whole, "v"), [[1, 2], [3, 4]])
    nested = pa.list_(pa.list_(pa.float64()))
    inside = pa.chunked_array(
        [pa.array([], type=nested), pa.array([[[1, 2]], [[3, 4]]], type=nested)]
    )
    np.testing.assert_array_equal(matrix_of(inside, "v"), [[1, 2], [3, 4]])
    several = pa.chunked_array([pa.array([[[1, 2]], [[1, 2], [3, 4]], []], type=nested)])
    with pytest.raises(DataError, match="several vectors in 2 row"):
        matrix_of(several, "v")


def test_vectors_of_other_lengths_are_named_by_row(tmp_path):
    rows = [[1, 2], [1, 2, 3], [1, 2], [], None, [1]]
    write(tmp_path / "t.parquet", emb=pa.array(rows, type=pa.list_(pa.float32())))
    found, missing = read_parquet(tmp_path / "t.parquet").faults
    assert found.rows == (1, 3, 5)
    assert "0, 1, 3" in found.say("en")
    assert missing.rows == (4,)


def test_no_length_is_called_usual_where_none_is(tmp_path):
    rows = [[1, 2], None, [1]]
    write(tmp_path / "t.parquet", emb=pa.array(rows, type=pa.list_(pa.float32())))
    found, missing = read_parquet(tmp_path / "t.parquet").faults
    assert "usual length is" not in found.say("en")
    assert "1 (2); 2 (0)" in found.say("en")
    assert found.rows == (0, 2)
    assert missing.rows == (1,)


def test_a_column_of_nothing_is_refused():
    with pytest.raises(DataError, match="not numbers"):
        matrix_of(pa.chunked_array([pa.array([None, []], type=pa.list_(pa.float32()))]), "v")


def test_other_columns_keep_their_values(tmp_path):
    days = np.array(["2026-11-30", "2026-01-01"], dtype="datetime64[D]")
    write(
        tmp_path / "t.parquet",
        whole=pa.array([2**53 + 1, 2], type=pa.int64()),
        gap=pa.array([2**53 + 1, None], type=pa.int64()),
        text=pa.array(["春", None]),
        kind=pa.array(["x", "x"]).dictionary_encode(),
        day=pa.array(days),
        tags=pa.array([["a"], None]),
        title=pa.array([{"ja": "題", "en": "title"}, {"ja": None, "en": "t"}]),
        flag=pa.array([True, False]),
    )
    columns = read_parquet(tmp_path / "t.parquet").columns
    assert columns["whole"].tolist() == [2**53 + 1, 2]
    assert columns["gap"].tolist() == [2**53 + 1, None]
    assert columns["text"].tolist() == ["春", None]
    assert columns["kind"].tolist() == ["x", "x"]
    assert columns["tags"].tolist() == [["a"], None]
    assert columns["title"][1] == {"ja": None, "en": "t"}
    np.testing.assert_array_equal(columns["day"], days)
    assert columns["flag"].dtype == bool


def test_only_the_vectors_that_are_wanted_are_read(tmp_path):
    emb = pa.array(ROWS, type=TYPES["list<float>"])
    path = write(tmp_path / "t.parquet", a=emb, b=emb, c=emb)
    assert read_parquet(path).unread == ("a", "b", "c")
    table = read_parquet(path, {"b"}, guess=False)
    assert list(table.columns) == ["b"]
    assert table.unread == ("a", "c")
    assert list(read_parquet(path, {"a", "b"}).columns) == ["a", "b", "c"]


def test_a_broken_file_is_refused(tmp_path):
    path = tmp_path / "t.parquet"
    path.write_bytes(b"PAR1 no")
    with pytest.raises(DataError, match="cannot be read"):
        read_parquet(path)


def test_without_pyarrow_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DataError) as error:
        read_parquet(tmp_path / "t.parquet")
    for language in ("en", "ja"):
        assert "pip install 'monosashi[parquet]'" in error.value.say(language)


def test_ten_thousand_vectors_are_read_without_python_lists(tmp_path):
    numbers = np.random.default_rng(0).normal(size=10_000 * 384).astype(np.float32)
    emb = pa.ListArray.from_arrays(
        np.arange(0, 384 * 10_001, 384, dtype=np.int32), pa.array(numbers)
    )
    write(tmp_path / "t.parquet", emb=emb)
    start = time.perf_counter()
    found = read_parquet(tmp_path / "t.parquet").columns["emb"]
    assert time.perf_counter() - start < 2  # 0.05 s here; Python lists take several seconds
    np.testing.assert_array_equal(found.ravel(), numbers)
