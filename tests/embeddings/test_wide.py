"""Wide rows become long rows; nothing shifts, nothing is lost in silence."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from monosashi.embeddings import DataError
from monosashi.embeddings.files.table import Table
from monosashi.embeddings.files.wide import split_wide


def table(records, lines=None):
    names = list(dict.fromkeys(name for record in records for name in record))
    columns = {n: np.fromiter((r.get(n) for r in records), dtype=object) for n in names}
    return Table("pages.jsonl", columns, lines or list(range(1, len(records) + 1)))


def long_rows(long):
    columns = long.table.columns
    return list(zip(long.ids, columns["key"], columns["language"], columns["text"], strict=True))


def test_columns_named_after_languages():
    records = [
        {"slug": "p", "ja": "春", "en": "spring", "year": 1},
        {"slug": "q", "ja": "秋", "year": 2},
    ]
    long = split_wide(table(records, lines=[4, 7]), ["ja", "en"], None)
    assert long_rows(long) == [
        ("p/ja", "p", "ja", "春"),
        ("p/en", "p", "en", "spring"),
        ("q/ja", "q", "ja", "秋"),
    ]
    assert long.table.columns["year"].tolist() == [1, 1, 2]
    assert long.table.columns["slug"].tolist() == ["p", "p", "q"]
    assert list(long.table.lines) == [4, 4, 7]
    assert long.items.tolist() == [0, 0, 1]


MAPPED = [
    {
        "id": 7,
        "text": {"ja": "春", "en": "spring"},
        "title": {"en": "S", "ja": "ハ"},
        "tags": ["x"],
    },
    {"id": 8, "text": {"en": "autumn", "ja": None}, "title": {"en": "A"}, "other": {"a": 1}},
]


def test_a_column_of_languages():
    long = split_wide(table(MAPPED), "text", None)
    assert long_rows(long) == [
        ("7/ja", "7", "ja", "春"),
        ("7/en", "7", "en", "spring"),
        ("8/en", "8", "en", "autumn"),
    ]
    assert long.table.columns["title"].tolist() == ["ハ", "S", "A"]
    assert long.table.columns["other"].tolist() == [None, None, {"a": 1}]
    assert long.table.columns["tags"].tolist() == [["x"], ["x"], None]
    assert "id" not in long.table.columns


def test_some_languages_of_the_text_column_in_the_order_asked():
    long = split_wide(table(MAPPED), ["en"], "id")
    assert long.ids.tolist() == ["7/en", "8/en"]
    assert long.table.columns["title"].tolist() == ["S", "A"]


def test_an_empty_text_keeps_its_place_b031():
    records = [
        {"id": str(i), "ja": ja, "en": en}
        for i, (ja, en) in enumerate([("あ", "a"), ("", "b"), ("う", "c")])
    ]
    long = split_wide(table(records), ["ja", "en"], None)
    assert [row[3] for row in long_rows(long)] == ["あ", "a", "", "b", "う", "c"]


@given(st.lists(st.dictionaries(st.sampled_from(["ja", "en", "fr"]), st.text()), min_size=1))
def test_every_text_comes_out_once_in_file_order(items):
    if not any(items):
        return
    records = [{"id": str(i), "text": item} for i, item in enumerate(items)]
    long = split_wide(table(records), "text", None)
    expected = {(str(i), lang): text for i, item in enumerate(items) for lang, text in item.items()}
    found = {(key, lang): text for _, key, lang, text in long_rows(long)}
    assert found == expected
    assert long.items.tolist() == sorted(long.items.tolist())
    assert len(set(long.ids)) == len(expected)


@pytest.mark.parametrize(
    ("records", "wide", "words"),
    [
        (
            [{"id": "a", "text": "x"}, {"id": "b", "text": {"ja": "y"}}],
            "text",
            "is not in 1: rows 0",
        ),
        (
            [{"id": "a", "ja": 1, "en": "x"}, {"id": "b", "ja": "y"}],
            ["ja", "en"],
            "such as 1 in 1 row",
        ),
        ([{"id": "a", "ja": "x"}], ["ja", "de"], "no column 'de'"),
        ([{"id": "a", "text": {"ja": "x"}}], ["ja", "de"], 'no language "de"'),
        ([{"title": "a", "text": {"ja": "x"}}], "text", "names the items"),
        ([{"id": "a", "text": {"ja": "x"}}] * 2, "text", 'ids "a" at rows 0-1'),
        ([{"id": None, "text": {"ja": "x"}}], "text", "no value in 1 row(s)"),
        ([{"id": "a", "language": "x", "text": {"ja": "x"}}], "text", '"language"'),
        ([{"id": "a", "text": {"ja": None}}], "text", "holds no rows"),
        ([{"id": "a", "text": None}], "text", "{language: text}"),
    ],
)
def test_what_cannot_be_made_long_is_refused(records, wide, words):
    with pytest.raises(DataError) as error:
        split_wide(table(records), wide, None)
    assert words in error.value.say("en")
    assert error.value.say("ja")


def test_all_faults_of_wide_rows_come_together():
    records = [{"slug": "a", "ja": "x"}, {"slug": "a", "ja": 3}]
    with pytest.raises(DataError) as error:
        split_wide(table(records), ["ja", "de", "fr"], None)
    codes = [one.code.rsplit(".", 1)[1] for one in error.value.faults]
    assert codes == ["no_column", "no_column", "wide_not_text", "duplicate_ids"]
