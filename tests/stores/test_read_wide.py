"""Wide rows with one array a language and role."""

import numpy as np
import pytest
from stores.layouts import ITEMS, language_arrays, refused, write_jsonl

from monosashi.embeddings import Pairs
from monosashi.stores import read


@pytest.mark.parametrize("order", [[0, 1, 2, 3], [3, 1, 0, 2]])
def test_wide_rows_with_one_array_a_language_and_role(tmp_path, order):
    write_jsonl(tmp_path / "t.jsonl.gz", ITEMS)
    np.savez(tmp_path / "v.npz", **language_arrays(order))
    data = read(tmp_path / "t.jsonl.gz", vectors=tmp_path / "v.npz", wide="text")
    assert data.ids.tolist()[:3] == ["s0/ja", "s0/en", "s1/ja"]
    base = np.repeat(np.arange(8).reshape(4, 2), 2, axis=0)
    np.testing.assert_array_equal(data.vectors - base, [[1, 1], [3, 3]] * 4)
    np.testing.assert_array_equal(data.query_vectors - base, [[2, 2], [4, 4]] * 4)
    assert data.vectors.dtype == np.float32
    assert data.columns["section"].tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert data.columns["text"][1] == "spring 0"
    (note,) = data.notices
    assert '"de": 4 rows' in note.say("en")
    assert (
        read(tmp_path / "t.jsonl.gz", vectors=tmp_path / "v.npz", wide=["en", "ja"]).notices == ()
    )


def test_wide_rows_with_plain_language_names_and_no_queries(tmp_path):
    records = [{"slug": r["id"], "ja": r["text"]["ja"], "en": r["text"]["en"]} for r in ITEMS]
    records[2].pop("en")
    write_jsonl(tmp_path / "t.jsonl", records)
    np.savez(
        tmp_path / "v.npz", ids=["s3", "s2", "s1", "s0"], ja=np.eye(4)[::-1], en=-np.eye(4)[::-1]
    )
    data = read(tmp_path / "t.jsonl", vectors="v.npz", wide=["ja", "en"])
    assert data.query_vectors is None
    np.testing.assert_array_equal(data.vectors[data.columns["language"] == "ja"], np.eye(4))
    (note,) = data.notices
    assert '"s2" (rows 4)' in note.say("en")
    assert note in Pairs.from_set(data, key="key", language="language").notices
    assert data.columns["slug"].tolist() == data.columns["key"].tolist()


def test_an_archive_of_languages_needs_no_text(tmp_path):
    np.savez(tmp_path / "v.npz", **language_arrays([0, 1, 2, 3]), section=np.arange(4))
    data = read(tmp_path / "v.npz", wide=["ja", "en"])
    assert data.ids.tolist()[:2] == ["s0/ja", "s0/en"]
    assert data.columns["section"].tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert data.query_vectors is not None
    assert "wide=" in refused(tmp_path / "v.npz").say("en")
    assert "ja_passage" in refused(tmp_path / "v.npz", wide=["fr", "de"]).say("en")


def test_vectors_by_language_in_the_text_file_itself(tmp_path):
    records = [
        {"id": "a", "text": {"ja": "春", "en": "s"}, "v": {"ja": [1, 0], "en": [0, 1]}},
        {"id": "b", "text": {"ja": "秋"}, "v": {"ja": [1, 1]}},
    ]
    data = read(write_jsonl(tmp_path / "t.jsonl", records), wide="text")
    np.testing.assert_array_equal(data.vectors, [[1, 0], [0, 1], [1, 1]])
    one_each = [{"id": "a", "text": {"ja": "春", "en": "s"}, "v": [1, 0]}]
    for options in ({"vectors": "v"}, {}):
        said = refused(write_jsonl(tmp_path / "u.jsonl", one_each), wide="text", **options).say(
            "en"
        )
        assert "one vector an item" in said


def test_wide_rows_without_ids_are_joined_by_item(tmp_path):
    write_jsonl(tmp_path / "t.jsonl", ITEMS)
    np.savez(tmp_path / "v.npz", **language_arrays([0, 1, 2, 3], ids=None))
    data = read(tmp_path / "t.jsonl", vectors="v.npz", wide=["ja", "en"])
    base = np.repeat(np.arange(8).reshape(4, 2), 2, axis=0)
    np.testing.assert_array_equal(data.vectors - base, [[1, 1], [3, 3]] * 4)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"ja_query": None}, '"ja"'),
        ({"en_passage": np.ones((4, 3))}, "ja_passage: 2, en_passage: 3"),
        ({"en_passage": np.ones((3, 2))}, "3 rows for 4 ids"),
        ({"en_passage": np.ones(4)}, "shape (4,)"),
        ({"ids": ["s0", "s0", "s2", "s3"]}, 'ids "s0" at rows 0-1'),
        ({"ids": [1.0, 2.0, 3.0, 4.0]}, "values such as 1.0"),
        ({"ids": ["x0", "x1", "x2", "x3"]}, "no id in common"),
        ({"ids": ["s0", "s1", "s2"]}, "4 rows for 3 ids"),
        (dict.fromkeys(("ja_passage", "en_passage", "ja_query", "en_query")), "no array named"),
    ],
)
def test_archives_that_do_not_fit_are_refused(tmp_path, changes, words):
    write_jsonl(tmp_path / "t.jsonl", ITEMS)
    np.savez(tmp_path / "v.npz", **language_arrays([0, 1, 2, 3], **changes))
    said = refused(tmp_path / "t.jsonl", vectors="v.npz", wide=["ja", "en"], invalid="drop").say(
        "en"
    )
    assert words in said


def test_non_finite_vectors_in_a_language_array_are_named_by_id(tmp_path):
    spoilt = np.ones((4, 2), dtype=np.float16)
    spoilt[2, 1] = np.inf
    write_jsonl(tmp_path / "t.jsonl", ITEMS)
    np.savez(tmp_path / "v.npz", **language_arrays([0, 1, 2, 3], en_query=spoilt))
    options = {"vectors": "v.npz", "wide": ["ja", "en"]}
    assert '"s2/en"' in refused(tmp_path / "t.jsonl", **options).say("en")
    data = read(tmp_path / "t.jsonl", invalid="drop", **options)
    assert data.n == 7
    assert "s2" in data.notices[-1].say("ja")


def test_query_vectors_from_another_file_of_the_same_layout(tmp_path):
    write_jsonl(tmp_path / "t.jsonl", ITEMS)
    arrays = language_arrays([0, 1, 2, 3])
    np.savez(
        tmp_path / "d.npz", ids=arrays["ids"], ja=arrays["ja_passage"], en=arrays["en_passage"]
    )
    back = slice(None, None, -1)
    np.savez(
        tmp_path / "q.npz",
        ids=arrays["ids"][back],
        ja=arrays["ja_query"][back],
        en=arrays["en_query"][back],
    )
    both = read(tmp_path / "t.jsonl", vectors="d.npz", query_vectors="q.npz", wide=["ja", "en"])
    np.savez(tmp_path / "v.npz", **arrays)
    one = read(tmp_path / "t.jsonl", vectors="v.npz", wide=["ja", "en"])
    np.testing.assert_array_equal(both.vectors, one.vectors)
    np.testing.assert_array_equal(both.query_vectors, one.query_vectors)
