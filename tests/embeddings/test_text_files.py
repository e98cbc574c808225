"""JSON Lines, CSV and TSV: lines, encodings and broken records."""

import gzip
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.embeddings.files.delimited import read_delimited
from monosashi.embeddings.files.jsonl import read_jsonl


def jsonl(tmp_path, content, name="rows.jsonl"):
    path = tmp_path / name
    raw = content if isinstance(content, bytes) else content.encode("utf-8")
    path.write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
    return path


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.gz"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_marks_and_line_ends_do_not_matter_b121(tmp_path, name, bom, end, last):
    content = bom + end.join([b'{"id": "a", "v": [1, 0]}', b'{"id": "b", "v": [0, 1]}'])
    table = read_jsonl(jsonl(tmp_path, content + (end if last else b""), name))
    assert table.columns["id"].tolist() == ["a", "b"]
    assert table.columns["v"].tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
def test_only_newlines_end_a_record_b123(tmp_path, sign):
    text = json.dumps({"t": f"a{sign}b"}, ensure_ascii=False) + '\n{"t": "c"}\n'
    assert read_jsonl(jsonl(tmp_path, text)).columns["t"].tolist() == [f"a{sign}b", "c"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(
    st.lists(
        st.dictionaries(st.text(max_size=3), st.one_of(st.none(), st.text(), st.integers())),
        min_size=1,
        max_size=5,
    )
)
def test_any_records_come_back(tmp_path, records):
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    raw = "\n".join(lines).encode("utf-8")
    table = read_jsonl(jsonl(tmp_path, raw))
    for name, values in table.columns.items():
        assert values.tolist() == [record.get(name) for record in records]
    assert list(table.lines) == list(range(1, len(records) + 1))


def test_blank_lines_are_skipped_and_lines_keep_their_numbers(tmp_path):
    table = read_jsonl(jsonl(tmp_path, '\n{"id": "a"}\n  \r\n\n{"id": "b"}\n\n'))
    assert table.columns["id"].tolist() == ["a", "b"]
    assert list(table.lines) == [2, 5]


def test_absent_fields_are_gaps(tmp_path):
    table = read_jsonl(jsonl(tmp_path, '{"a": 1}\n{"b": 2}\n'))
    assert table.columns["a"].tolist() == [1, None]
    assert table.columns["b"].tolist() == [None, 2]


def test_every_broken_line_is_named(tmp_path):
    content = b'{"id": "a"}\n{"id": "b"\n[1, 2]\n"text"\n{"id": "e"}\n' + "記".encode("cp932")
    with pytest.raises(DataError) as error:
        read_jsonl(jsonl(tmp_path, content))
    said = error.value.say("en")
    assert "3 lines cannot be read: lines 2-4" in said
    for words in (
        "line 2: not JSON",
        "line 3: a JSON list",
        "line 4: a JSON str",
        "lines that are not UTF-8: 1 (lines 6)",
    ):
        assert words in said
    assert "1 行が UTF-8 ではありません：6 行目" in error.value.say("ja")


def test_many_broken_lines_stay_readable(tmp_path):
    with pytest.raises(DataError) as error:
        read_jsonl(jsonl(tmp_path, "x\n" * 5000))
    assert "5000 lines cannot be read: lines 1-5000" in error.value.say("en")
    assert len(error.value.say("en").split("\n")) < 30


@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf"])
def test_a_file_without_rows_is_refused(tmp_path, content):
    with pytest.raises(DataError, match="holds no rows"):
        read_jsonl(jsonl(tmp_path, content))


@pytest.mark.parametrize(
    "content",
    [
        b"not gzip",
        gzip.compress(data=b'{"id": "a"}\n' * 1000, mtime=0)[:-9],
        gzip.compress(data=b'{"id": "a"}\n', mtime=0)[:12],
    ],
)
def test_a_broken_archive_is_refused(tmp_path, content):
    path = tmp_path / "rows.jsonl.gz"
    path.write_bytes(content)
    with pytest.raises(DataError, match="cannot be read"):
        read_jsonl(path)


def delimited(tmp_path, text, name="rows.csv"):
    path = tmp_path / name
    path.write_bytes(text.encode("utf-8"))
    return path


@pytest.mark.parametrize("separator", [",", "\t"])
def test_every_value_is_text_b113(tmp_path, separator):
    rows = [["id", "t"], ["1234567890123456789", "a\u2028b"], ["007", '"x, ""y"""']]
    text = "\ufeff" + "\r\n".join(separator.join(row) for row in rows)
    table = read_delimited(delimited(tmp_path, text, "r.csv" if separator == "," else "r.tsv"))
    assert table.columns["id"].tolist() == ["1234567890123456789", "007"]
    assert table.columns["t"].tolist() == ["a\u2028b", 'x, "y"']
    assert list(table.lines) == [2, 3]


def test_vectors_and_gaps_in_a_csv(tmp_path):
    text = 'id,v,t\na,"[1, 0.5]",\n\nb,"[0,1]","[note]\nsecond line"\nc,"[1,1]",z\n'
    table = read_delimited(delimited(tmp_path, text))
    assert table.columns["v"].tolist() == [[1, 0.5], [0, 1], [1, 1]]
    assert table.columns["t"].tolist() == [None, "[note]\nsecond line", "z"]
    assert list(table.lines) == [2, 4, 6]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n1,2\n1\n1,2,3\n", "lines 3-4"),
        ("a,a\n1,2\n", '"a"'),
        ("a,b\n", "no rows"),
        ('a,b\n"x"y,2\n', "quotes do not match from line 2"),
    ],
)
def test_broken_tables_are_refused(tmp_path, text, words):
    with pytest.raises(DataError) as error:
        read_delimited(delimited(tmp_path, text))
    assert words in error.value.say("en")


def test_a_table_of_another_encoding_is_refused(tmp_path):
    path = tmp_path / "r.csv"
    path.write_bytes("id,t\na,記事\n".encode("cp932"))
    with pytest.raises(DataError, match="not UTF-8"):
        read_delimited(path)


@pytest.mark.parametrize(
    "value",
    [
        [0.5] * 20,
        [0.5, *[None] * 19],
        [0.5, *["0.5"] * 19],
        [0.5, [1.0], *[2.0] * 17],
        list(range(20)),
    ],
)
def test_long_lists_keep_their_values(tmp_path, value):
    found = read_jsonl(jsonl(tmp_path, json.dumps({"v": value}))).columns["v"][0]
    assert list(found) == value


def test_true_and_false_are_no_vectors(tmp_path):
    """False may mean 0 or -1: nobody can tell."""
    lines = [json.dumps({"vector": [True, False, i == 1]}) + "\n" for i in range(3)]
    table = read_jsonl(jsonl(tmp_path, "".join(lines)))
    with pytest.raises(DataError, match="list of numbers"):
        EmbeddingSet.from_arrays(table.columns["vector"])
