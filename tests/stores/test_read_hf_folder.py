import json
import sys

import numpy as np
import pytest
from stores.every_format import arrow_table, write_dataset
from stores.layouts import refused

from monosashi.stores import read

pa = pytest.importorskip("pyarrow")
X = np.random.default_rng(0).normal(size=(7, 3)).astype(np.float32)
IDS = [f"記{i}" for i in range(7)]


def test_the_parts_of_a_data_set_are_one_table_in_order(tmp_path):
    table = arrow_table(IDS, X).append_column("lang", pa.array(["ja", "en"] * 3 + [None]))
    (tmp_path / "set.card.json").write_text('{"name": "m-v1", "dimension": 3}', encoding="utf-8")
    data = read(write_dataset(tmp_path / "set", table, parts=3))
    assert np.array_equal(data.vectors, X)
    assert data.ids.tolist() == IDS
    assert data.columns["lang"].tolist()[-2:] == ["en", None]
    assert data.model.name == "m-v1"


def test_of_several_splits_one_must_be_chosen(tmp_path):
    for name in ("train", "test"):
        write_dataset(tmp_path / "set" / name, arrow_table(IDS, X))
    (tmp_path / "set" / "dataset_dict.json").write_text(
        '{"splits": ["train", "test"]}', encoding="utf-8"
    )
    said = refused(tmp_path / "set").say("en")
    assert '"train", "test"' in said
    assert str(tmp_path / "set" / "train") in said
    assert read(tmp_path / "set" / "test").n == 7


def test_rows_chosen_by_an_index_are_refused(tmp_path):
    place = write_dataset(tmp_path / "set", arrow_table(IDS, X))
    state = json.loads((place / "state.json").read_text(encoding="utf-8"))
    state["_indices_data_files"] = [{"filename": "indices.arrow"}]
    (place / "state.json").write_text(json.dumps(state), encoding="utf-8")
    assert "flatten_indices" in refused(place).say("en")


@pytest.mark.parametrize("state", ["", "[]", '{"_data_files": []}', '{"_data_files": [3]}'])
def test_a_broken_list_of_files_is_refused(state, tmp_path):
    place = write_dataset(tmp_path / "set", arrow_table(IDS, X))
    (place / "state.json").write_text(state, encoding="utf-8")
    refused(place)


def test_files_outside_the_folder_are_never_read(tmp_path):
    write_dataset(tmp_path / "other", arrow_table(IDS, X), parts=1)
    place = write_dataset(tmp_path / "set", arrow_table(IDS, X), parts=1)
    outside = {"_data_files": [{"filename": "../other/state.json"}]}
    (place / "state.json").write_text(json.dumps(outside), encoding="utf-8")
    error = refused(place)
    assert "state.json" in error.say("en")


@pytest.mark.parametrize("ending", ["arrow", "feather", "ipc"])
@pytest.mark.parametrize("how", ["file", "stream", "lz4"])
def test_files_and_streams_of_arrow_are_read_under_every_ending(ending, how, tmp_path):
    path = tmp_path / f"v.{ending}"
    options = pa.ipc.IpcWriteOptions(compression="lz4" if how == "lz4" else None)
    opened = pa.ipc.new_stream if how == "stream" else pa.ipc.new_file
    table = arrow_table(IDS, X)
    with opened(str(path), table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=3)
    assert np.array_equal(read(path).vectors, X)


def test_both_roles_need_no_names_when_they_have_the_usual_ones(tmp_path):
    table = arrow_table(IDS, X).rename_columns(["id", "vectors"])
    table = table.append_column("query_vectors", pa.array((-X).tolist(), pa.list_(pa.float32())))
    data = read(write_dataset(tmp_path / "set", table))
    assert np.array_equal(data.query_vectors, -X)


def test_columns_of_one_name_are_refused(tmp_path):
    table = arrow_table(IDS, X).rename_columns(["v", "v"])
    assert '"v"' in refused(write_dataset(tmp_path / "set", table)).say("en")


def test_the_first_version_of_feather_is_refused_by_name(tmp_path):
    (tmp_path / "v.feather").write_bytes(b"FEA1" + b"\0" * 40)
    assert "version 1" in refused(tmp_path / "v.feather").say("en")


def test_reading_arrow_needs_the_extra_and_says_so(tmp_path, monkeypatch):
    place = write_dataset(tmp_path / "set", arrow_table(IDS, X))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "monosashi[parquet]" in refused(place).say("en")


def test_a_single_split_is_taken_and_one_that_is_gone_is_named(tmp_path):
    write_dataset(tmp_path / "set" / "train", arrow_table(IDS, X))
    head = tmp_path / "set" / "dataset_dict.json"
    head.write_text('{"splits": ["train"]}', encoding="utf-8")
    assert read(tmp_path / "set").ids.tolist() == IDS
    head.write_text('{"splits": ["test"]}', encoding="utf-8")
    said = refused(tmp_path / "set").say("en")
    assert 'the split "test"' in said
    assert "several" not in said
    head.write_text('{"splits": []}', encoding="utf-8")
    assert "dataset_dict.json" in refused(tmp_path / "set").say("en")
