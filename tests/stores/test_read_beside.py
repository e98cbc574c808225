"""Vectors in a file beside the text: joined by id, never in silence by position."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from stores.layouts import IDS, ITEMS, VECTORS, language_arrays, refused, write_jsonl

from monosashi.embeddings import Pairs
from monosashi.stores import read


@given(st.permutations(range(4)))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=12)
def test_long_rows_are_joined_by_id_whatever_the_order(tmp_path, order):
    ids = ["a/ja", "a/en", "b/ja", "b/en"]
    records = [{"id": i, "key": i[0], "language": i[2:], "text": i} for i in ids]
    write_jsonl(tmp_path / "t.jsonl", records)
    vectors = np.arange(8.0).reshape(4, 2) + 1
    np.savez(
        tmp_path / "v.npz",
        vectors=vectors[order],
        ids=np.array(ids)[order],
        query_vectors=-vectors[order],
    )
    data = read(tmp_path / "t.jsonl", vectors="v.npz")
    assert data.ids.tolist() == ids
    np.testing.assert_array_equal(data.vectors, vectors)
    np.testing.assert_array_equal(data.query_vectors, -vectors)
    assert Pairs.from_set(data, key="key", language="language").keys.tolist() == ["a", "b"]


@pytest.mark.parametrize("wide", [True, False])
def test_ids_that_only_one_file_has_are_named_or_dropped_and_counted(tmp_path, wide):
    if wide:
        write_jsonl(tmp_path / "t.jsonl", [ITEMS[0], ITEMS[1], {**ITEMS[2], "id": "new"}])
        np.savez(tmp_path / "v.npz", **language_arrays([0, 1, 2, 3]))
        options = {"vectors": "v.npz", "wide": ["ja", "en"]}
    else:
        write_jsonl(tmp_path / "t.jsonl", [{"id": i, "n": 1} for i in ("s0", "s1", "new")])
        np.savez(tmp_path / "v.npz", vectors=np.eye(4), ids=["s0", "s1", "s2", "s3"])
        options = {"vectors": "v.npz"}
    error = refused(tmp_path / "t.jsonl", **options)
    assert 'ids "new"' in error.say("en")
    assert '"s2", "s3"' in error.say("en")
    assert error.faults[0].rows == ((4, 5) if wide else (2,))
    assert "(Lines 3 of t.jsonl.)" in error.say("en")
    data = read(tmp_path / "t.jsonl", invalid="drop", **options)
    assert sorted({name.split("/")[0] for name in data.ids}) == ["s0", "s1"]
    assert [n.code for n in data.notices] == [
        "embeddings.notices.no_vector_for",
        "embeddings.notices.no_text_for",
    ]


@pytest.mark.parametrize("invalid", ["error", "drop"])
def test_ids_equal_only_after_normalisation_are_refused_with_code_points_b119(tmp_path, invalid):
    write_jsonl(tmp_path / "t.jsonl", [{"id": "がん"}, {"id": "b"}])
    np.savez(tmp_path / "v.npz", vectors=np.eye(2), ids=["か\u3099ん", "b"])
    said = refused(tmp_path / "t.jsonl", vectors="v.npz", invalid=invalid).say("en")
    assert "U+304B U+3099 U+3093" in said
    assert "U+304C U+3093" in said


def test_files_without_ids_are_joined_by_position_only_when_lengths_agree(tmp_path):
    write_jsonl(tmp_path / "t.jsonl", [{"id": i} for i in IDS])
    np.save(tmp_path / "v.npy", VECTORS)
    np.savez(tmp_path / "v.npz", v=VECTORS[:2])
    data = read(tmp_path / "t.jsonl", vectors="v.npy")
    np.testing.assert_array_equal(data.vectors, VECTORS)
    assert "by position" in data.notices[0].say("en")
    assert "2 rows, t.jsonl has 3" in refused(tmp_path / "t.jsonl", vectors="v.npz").say("en")
    write_jsonl(tmp_path / "u.jsonl", [{"t": "x"}] * 3)
    np.savez(tmp_path / "w.npz", ids=["0", "1", "2"], v=VECTORS)
    assert "no column of ids" in refused(tmp_path / "u.jsonl", vectors="w.npz").say("en")
