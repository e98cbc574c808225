"""What is wrong with a file is said all at once, with rows, ids and lines."""

import json
import os

import pyarrow as pa
import pytest
from pyarrow import parquet
from stores.layouts import RECORDS, refused, write_jsonl

import monosashi as ms
from monosashi import stores
from monosashi.stores import read


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_all_faults_of_a_file_come_together_with_their_lines(tmp_path, ending):
    records = [{"id": "a", "v": [1.0, 0.0]}, {"id": None, "v": [1.0]}, {"id": "a", "v": None}]
    path = tmp_path / f"t.{ending}"
    if ending == "jsonl":
        path.write_text("\n" + "\n".join(json.dumps(r) for r in records), encoding="utf-8")
        said = refused(path).say("en")
        assert "no value in 1 row(s): rows 1" in said
        assert "different lengths, and none of them is the usual one: 1 (1); 2 (0)" in said
        assert 'ids "a" at rows 0, 2' in said
        assert "(Lines 2, 4 of t.jsonl.)" in said
    else:
        parquet.write_table(pa.Table.from_pylist(records), path)
        said = refused(path).say("en")
        assert "no value in 1 row(s): rows 1" in said
        assert "different lengths, and none of them is the usual one: 1 (1); 2 (0)" in said
        assert "v: no value in 1 row(s): rows 2" in said


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_null_vectors_are_refused_by_row_or_dropped(tmp_path, ending):
    records = [{"id": "a", "v": [1.0, 0.0]}, {"id": "b", "v": None}, {"id": "c", "v": [None, 1.0]}]
    path = tmp_path / f"t.{ending}"
    if ending == "jsonl":
        write_jsonl(path, records)
    else:
        parquet.write_table(pa.Table.from_pylist(records), path)
    assert '2 vectors hold NaN, infinity or nothing (null): rows 1-2 (ids "b", "c")' in str(
        refused(path)
    )
    assert read(path, invalid="drop").ids.tolist() == ["a"]


def test_an_empty_id_is_named_by_line_and_long_numbers_stay_b113(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text('id,x\n1234567890123456789,"[1]"\n,"[2]"\n', encoding="utf-8")
    said = refused(path).say("en")
    assert "t.csv [id]: no value in 1 row(s): rows 1" in said
    assert "(Lines 3 of t.csv.)" in said
    path.write_text('id,x\n1234567890123456789,"[1]"\n', encoding="utf-8")
    assert read(path).ids.tolist() == ["1234567890123456789"]


def test_mixed_id_types_are_refused_b077(tmp_path):
    records = [{"id": 4, "v": [1]}, {"id": "4", "v": [2]}]
    assert "both as number and as text" in str(refused(write_jsonl(tmp_path / "t.jsonl", records)))


def test_a_byte_order_mark_is_dropped_b121(tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_bytes(bytes.fromhex("efbbbf7b226964223a2261222c2276223a5b312c305d7d0a"))
    data = read(path)
    assert data.ids.tolist() == ["a"]
    assert data.vectors.tolist() == [[1, 0]]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("missing.jsonl", "does not exist"),
        ("qdrant://localhost/pages", "qdrant://"),
        ("notes.txt", ".parquet"),
        ("archive.tar.gz", "not known"),
    ],
)
def test_paths_that_cannot_be_read(tmp_path, monkeypatch, name, words):
    monkeypatch.chdir(tmp_path)
    for existing in ("notes.txt", "archive.tar.gz"):
        (tmp_path / existing).write_text("x", encoding="utf-8")
    assert words in refused(name).say("en")


def test_other_mistakes_are_named(tmp_path):
    path = write_jsonl(tmp_path / "t.jsonl", [{"id": "a", "t": "x"}])
    assert "holds no vectors (columns: id, t)" in str(refused(path))
    assert "neither from here nor beside t.jsonl" in str(refused(path, vectors="v.npz"))
    assert "no column 'v'" in str(refused(path, vectors="v"))
    assert "error, drop" in str(refused(path, invalid="skip"))
    assert read(f"file://{write_jsonl(tmp_path / 'u.jsonl', RECORDS)}", vectors="emb").n == 3


def test_vectors_and_queries_of_other_dimensions_name_both_numbers_b033(tmp_path):
    records = [{"id": "a", "v": [1, 0], "q": [1, 0, 0]}, {"id": "b", "v": [0, 1], "q": [0, 1, 0]}]
    said = str(refused(write_jsonl(tmp_path / "t.jsonl", records), vectors="v", query_vectors="q"))
    assert "(2, 3)" in said
    assert "(2, 2)" in said


def test_a_file_that_cannot_be_opened_is_named(tmp_path, monkeypatch):
    path = write_jsonl(tmp_path / "t.jsonl", [{"id": "a", "v": [1]}])

    def closed(*_args, **_kwargs):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(type(path), "open", closed)
    said = refused(path).say("en")
    assert "t.jsonl cannot be opened (Permission denied)" in said


def test_bad_vectors_of_rows_with_unusable_ids_are_named_by_these_ids(tmp_path):
    rows = [
        {"id": "a", "v": [1, 0]},
        {"id": "b7", "v": [float("nan"), 0]},
        {"id": "a", "v": [1, 1]},
    ]
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    said = refused(path).say("en")
    assert "t.jsonl [id]: 2 rows share an id" in said
    assert 'rows 1 (ids "b7")' in said


def test_what_is_no_file_is_refused_instead_of_waited_for(tmp_path):
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    os.mkfifo(tmp_path / "p.csv")
    for reading in (ms.read, ms.read_texts, ms.read_gold, ms.read_rankings):
        with pytest.raises(ms.DataError, match="neither a file nor a folder") as error:
            reading(tmp_path / "p.csv")
        assert error.value.say("ja")


def test_the_folder_of_a_result_is_called_that(tmp_path):
    (tmp_path / "result.json").write_text("{}", encoding="utf-8")
    error = refused(tmp_path)
    assert [one.code for one in error.faults] == ["stores.errors.result_folder"]
    assert "monosashi report" in error.say("en")
    assert "monosashi gate" in error.say("ja")


def test_arguments_of_another_kind_are_named_not_stumbled_over(tmp_path):
    data, rows, place = ms.EmbeddingSet.from_arrays([[1.0, 0.0]]), [[1.0, 0.0]], tmp_path / "x.npz"
    for call in (
        lambda: ms.read(5), lambda: ms.read(None),
        lambda: stores.write(rows, place), lambda: stores.write(data, None),
        lambda: stores.write_beside(rows, place), lambda: stores.write_beside(data, 5),
        lambda: stores.write_beside(data, place, raw=rows),
        lambda: ms.EmbeddingSet.from_arrays(rows, columns=[1]),
        lambda: ms.EmbeddingSet.from_arrays(rows, model="m"),
    ):  # fmt: skip
        with pytest.raises(ms.DataError, match=r"must be .*, not "):
            call()
    assert not list(tmp_path.iterdir())


def test_a_file_of_a_kind_that_nobody_writes_becomes_no_folder(tmp_path):
    data = ms.EmbeddingSet.from_arrays([[1.0, 0.0]])
    with pytest.raises(ms.DataError, match=r"\.foo"):
        stores.write(data, tmp_path / "x.foo")
    assert not list(tmp_path.iterdir())
    stores.write(data, tmp_path / "pages.v2")
    assert (tmp_path / "pages.v2").is_dir()
