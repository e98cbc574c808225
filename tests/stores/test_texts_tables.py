"""Texts from tables: which column, which ids, which encoding; faults with their lines."""

import gzip
import json

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

import monosashi as ms
from monosashi.embeddings.files.encodings import likely_encoding

ROWS = [
    {"id": "a", "text": "good morning", "label": "greeting", "v": [1.0, 0.0]},
    {"id": "記事", "text": "[1, 2]", "label": "list", "v": [0.0, 1.0]},
    {"id": "c", "text": "line\u2028separator", "label": "greeting", "v": [0.5, 0.5]},
]


def write_jsonl(path, rows):
    raw = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8")
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    return path


def refused(path, **options):
    with pytest.raises(ms.DataError) as error:
        ms.read_texts(path, **options)
    assert error.value.say("ja")
    return error.value.say("en")


def write_delimited(path, rows, encoding="utf-8"):
    separator = "\t" if path.suffix == ".tsv" else ","
    quoted = [[f'"{row[name]}"' for name in ("id", "text", "label")] for row in rows]
    lines = [separator.join(line) for line in [["id", "text", "label"], *quoted]]
    path.write_bytes("\r\n".join(lines).encode(encoding))
    return path


@pytest.mark.parametrize("name", ["t.jsonl", "t.jsonl.gz", "t.csv", "t.tsv", "t.parquet", "saved"])
def test_every_format_gives_the_same_texts_and_leaves_the_vectors_out(tmp_path, name):
    path = tmp_path / name
    if ".jsonl" in name:
        write_jsonl(path, ROWS)
    elif name == "t.parquet":
        parquet.write_table(pa.Table.from_pylist(ROWS), path)
    elif name == "saved":
        columns = {k: [row[k] for row in ROWS] for k in ("text", "label")}
        vectors, ids = [row["v"] for row in ROWS], [row["id"] for row in ROWS]
        ms.EmbeddingSet.from_arrays(vectors, ids=ids, columns=columns).save(path)
    else:
        write_delimited(path, ROWS)
    found = ms.read_texts(path)
    assert found.ids.tolist() == ["a", "記事", "c"]
    assert found.texts.tolist() == ["good morning", "[1, 2]", "line\u2028separator"]
    assert found.columns["label"].tolist() == ["greeting", "list", "greeting"]
    assert set(found.columns) == {"text", "label"}


def test_a_beir_corpus_puts_the_title_before_the_text_unless_told(tmp_path):
    rows = [{"_id": "d1", "title": "Rain", "text": "It rains."},
            {"_id": "d2", "title": "", "text": "No title."}]  # fmt: skip
    write_jsonl(tmp_path / "corpus.jsonl", rows)
    write_jsonl(tmp_path / "queries.jsonl", [{"_id": "q1", "text": "when?"}])
    found = ms.read_texts(tmp_path)
    assert found.ids.tolist() == ["d1", "d2"]
    assert found.texts.tolist() == ["Rain\nIt rains.", "No title."]
    assert ms.read_texts(tmp_path, text="text").texts.tolist() == ["It rains.", "No title."]
    assert ms.read_texts(tmp_path / "queries.jsonl").ids.tolist() == ["q1"]


def test_a_title_does_not_hide_an_empty_text(tmp_path):
    write_jsonl(tmp_path / "corpus.jsonl", [{"_id": "d", "title": "Rain", "text": ""}])
    assert '"d"' in refused(tmp_path)


@pytest.mark.parametrize(
    ("columns", "chosen"),
    [
        ({"id": "x", "body": "a long sentence here"}, "body"),
        ({"id": "x", "kind": "faq", "body": "a long sentence here"}, "body"),
        ({"id": "x", "kind": "faq", "body": "日本語の文章ですね。"}, "body"),
    ],
)
def test_the_only_column_that_reads_like_texts_is_taken_and_told(tmp_path, columns, chosen):
    found = ms.read_texts(write_jsonl(tmp_path / "t.jsonl", [columns]))
    assert found.texts[0] == columns[chosen]
    assert chosen in str(found.notices[0])


@pytest.mark.parametrize(
    "columns",
    [
        {"query": "xq-q-56beb4343aeaaa14008c925b", "doc": "xq-d0-and-more-letters"},
        {"s1": "one sentence is here", "s2": "another one is there"},
        {"id": "x"},
    ],
)
def test_columns_are_listed_when_none_or_several_could_be_texts(tmp_path, columns):
    said = refused(write_jsonl(tmp_path / "t.jsonl", [columns]))
    assert all(name in said for name in columns)


def test_wide_rows_become_long_and_say_who_lacks_a_partner(tmp_path):
    rows = [{"id": "a", "text": {"ja": "春", "en": "spring"}}, {"id": "b", "text": {"ja": "夏"}}]
    path = write_jsonl(tmp_path / "t.jsonl", rows)
    found = ms.read_texts(path, wide="text")
    assert found.ids.tolist() == ["a/ja", "a/en", "b/ja"]
    assert '"b"' in str(found.notices[0])
    assert ms.read_texts(path, wide="en,ja").columns["language"].tolist() == ["en", "ja", "ja"]
    assert 'wide="text"' in refused(path)
    assert "exclude" in refused(path, wide="text", text="text")


def test_empty_texts_are_named_by_id_and_line_or_dropped_and_counted(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("id,text\na,x\n\nb,\nc,  \nd,y\n", encoding="utf-8")
    said = refused(path)
    assert 'empty texts: 2, ids "b", "c" (lines 4-5)' in said
    found = ms.read_texts(path, invalid="drop")
    assert found.ids.tolist() == ["a", "d"]
    assert '"b", "c"' in str(found.notices[0])


def test_all_faults_come_together(tmp_path):
    rows = [{"id": "a", "text": "x"}, {"id": "a", "text": None}, {"id": "b", "text": 5}]
    said = refused(write_jsonl(tmp_path / "t.jsonl", rows))
    for words in (
        "t.jsonl [id]: 2 rows share an id",
        'empty texts: 1, ids "a" (lines 2)',
        'values such as 5 in 1 row(s), where a text is expected: ids "b"',
        "(Lines 1-2 of t.jsonl.)",
    ):
        assert words in said


JAPANESE = [{"id": "a", "text": "記事の本文です。", "label": "x"}]
LATIN = [{"id": "a", "text": "Müller trinkt café, déjà vu.", "label": "x"}]


@pytest.mark.parametrize(
    ("rows", "encoding", "named"),
    [
        (JAPANESE, "cp932", "cp932"),
        (JAPANESE, "euc_jp", "euc_jp"),
        (LATIN, "latin-1", "latin-1"),
    ],
)
@pytest.mark.parametrize("name", ["t.csv", "t.tsv", "t.txt", "t.jsonl"])
def test_another_encoding_is_named_and_read_when_given(tmp_path, rows, encoding, named, name):
    path = tmp_path / name
    if name == "t.txt":
        path.write_bytes((rows[0]["text"] + "\n").encode(encoding))
    elif name == "t.jsonl":
        path.write_bytes((json.dumps(rows[0], ensure_ascii=False) + "\n").encode(encoding))
    else:
        write_delimited(path, rows, encoding)
    said = refused(path)
    assert f"--encoding {named}" in said
    assert rows[0]["text"][:4] in said
    assert ms.read_texts(path, encoding=encoding).texts.tolist() == [rows[0]["text"]]


@pytest.mark.parametrize("name", ["t.csv", "t.txt"])
def test_a_few_lines_of_another_encoding_do_not_condemn_the_file(tmp_path, name):
    """Reading all of it as cp932 would spoil the lines that are right."""
    path = tmp_path / name
    path.write_bytes("id,text\na,記事\n".encode() + "b,本文\n".encode("cp932") + "c,終\n".encode())
    said = refused(path)
    assert "lines that are not UTF-8, while others are: 1 (lines 3)" in said
    assert "b,本文" in said
    assert "--encoding" not in said


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("name", ["t.csv", "t.jsonl", "t.txt"])
def test_a_byte_order_mark_says_the_encoding(tmp_path, encoding, name):
    body = {"t.csv": "id,text\na,記事\n", "t.jsonl": '{"id": "a", "text": "記事"}\n'}
    path = tmp_path / name
    path.write_bytes(body.get(name, "記事\n").encode(encoding))
    found = ms.read_texts(path)
    assert found.texts.tolist() == ["記事"]
    assert set(found.columns) == {"text"}


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("東京都 大阪府", "cp932"),
        ("日本の梅雨について。カタカナも", "euc_jp"),
        ("naïve – “quoted” l’été", "cp1252"),
        ("天气很好，我们走吧", "gb18030"),
        ("abc", "utf-16-le"),
        ("abc", "utf-16-be"),
    ],
)
def test_the_likely_encoding(text, encoding):
    assert likely_encoding(text.encode(encoding)) == encoding


def test_an_unknown_encoding_is_refused(tmp_path):
    path = write_jsonl(tmp_path / "t.jsonl", ROWS)
    assert "cp392" in refused(path, encoding="cp392")
    assert "hex" in refused(path, encoding="hex")


def test_what_holds_no_texts_says_so(tmp_path):
    np.save(tmp_path / "v.npy", np.ones((2, 2)))
    assert "no texts" in refused(tmp_path / "v.npy")
    assert "does not exist" in refused(tmp_path / "nothing.csv")


def test_a_dataset_folder_with_a_readme_is_no_site(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "README.md").write_text("# card\n\ntext\n", encoding="utf-8")
    (folder / "state.json").write_text(
        json.dumps({"_data_files": [{"filename": "data-00000-of-00001.arrow"}]}), encoding="utf-8"
    )
    table = pa.table({"id": ["a", "b"], "text": ["x", "y"]})
    with pa.ipc.new_stream(folder / "data-00000-of-00001.arrow", table.schema) as sink:
        sink.write_table(table)
    assert ms.read_texts(folder).texts.tolist() == ["x", "y"]


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp"])
def test_jsonl_in_another_encoding_is_one_fault_like_csv(tmp_path, encoding):
    """Thirty times "line n: not UTF-8" would hide the one sentence that helps."""
    path = tmp_path / "t.jsonl"
    line = json.dumps({"id": "a", "text": "記事の本文です。"}, ensure_ascii=False)
    path.write_bytes("".join(f"{line}\n" for _ in range(30)).encode(encoding))
    for read in (ms.read_texts, ms.read):
        with pytest.raises(ms.DataError) as error:
            read(path)
        (only,) = error.value.faults
        assert "lines that are not UTF-8: 30 (lines 1-30)" in only.say("en")
        assert f"--encoding {encoding}" in only.say("en")
        assert f"--encoding {encoding}" in only.say("ja")


@pytest.mark.parametrize("name", ["t.jsonl", "t.csv", "t.txt"])
def test_a_file_that_is_utf8_is_read_so_when_another_encoding_is_named(tmp_path, name):
    """--encoding holds for all files of a run; some of them may be UTF-8."""
    text = "日本語の文章です。café"
    body = {"t.csv": f"id,text\na,{text}\n", "t.jsonl": f'{{"id": "a", "text": "{text}"}}\n'}
    path = tmp_path / name
    path.write_text(body.get(name, f"{text}\n"), encoding="utf-8")
    found = ms.read_texts(path, encoding="cp932")
    assert found.texts.tolist() == [text]
    assert [note.say("en") for note in found.notices] == [
        f"{name} is UTF-8 and was read so, not as cp932."
    ]
    assert ms.read_texts(path).notices == ()


def test_a_file_in_neither_the_named_encoding_nor_utf8_is_not_said_to_be_cp932(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes("id,text\na,記事の本文です\n".encode("cp932") + b"b,\x81 \n")
    said = refused(path, encoding="cp932")
    assert "lines that are not cp932: 1 (lines 3)" in said
    assert "may have written cp932" not in said
    assert "--encoding" not in said


def test_lines_of_utf8_in_a_file_of_another_encoding_are_named(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(
        "id,text\na,記事の本文です\n".encode("cp932") + "b,日本語の文章です。café\n".encode()
    )
    said = refused(path, encoding="cp932")
    assert "lines that are not cp932, while others are: 1 (lines 3)" in said
    assert "probably utf-8" in said
    assert "b,日本語の文章です。café" in said


@pytest.mark.parametrize("name", ["v.csv", "v.jsonl"])
def test_vectors_too_are_read_in_the_encoding_named(tmp_path, name):
    body = {"v.csv": 'id,v\n記事,"[1, 2]"\n', "v.jsonl": '{"id": "記事", "v": [1, 2]}\n'}
    (tmp_path / name).write_bytes(body[name].encode("cp932"))
    assert ms.read(tmp_path / name, encoding="cp932").ids.tolist() == ["記事"]
    np.save(tmp_path / "v.npy", np.ones((2, 2)))
    with pytest.raises(ms.DataError, match="no encoding"):
        ms.read(tmp_path / "v.npy", encoding="cp932")


def test_an_id_that_stands_twice_and_an_empty_text_are_named_by_the_ids_of_the_file(tmp_path):
    """Row 1 has the id "x9": to call it "1" names a row that does not exist."""
    rows = [{"id": "a7", "text": "x"}, {"id": "x9", "text": ""}, {"id": "a7", "text": "y"},
            {"id": None, "text": " "}]  # fmt: skip
    said = refused(write_jsonl(tmp_path / "t.jsonl", rows))
    assert 't.jsonl [id]: 2 rows share an id: ids "a7" at rows 0, 2' in said
    assert 'empty texts: 2, ids "x9", "-" (lines 2, 4)' in said
    assert "(Lines 1, 3 of t.jsonl.)" in said
    assert "（t.jsonl の 1, 3 行目）" in refusal(tmp_path / "t.jsonl").say("ja")


def refusal(path):
    with pytest.raises(ms.DataError) as error:
        ms.read_texts(path)
    return error.value


@pytest.mark.parametrize(("names", "told"), [
    (("s1", "s2", "score"), True), (("sentence_a", "sentence_b", "label"), True),
    (("s1", "s2", None), False), (("title", "body", "views"), False),
])  # fmt: skip
def test_pairs_of_texts_with_a_score_are_told_to_be_measured_on_one_side(tmp_path, names, told):
    first, second, score = names
    rows = [{first: f"one text no. {i}", second: f"another text no. {i}"} for i in range(4)]
    rows = [{**row, **({score: i / 2} if score else {})} for i, row in enumerate(rows)]
    found = ms.read_texts(write_jsonl(tmp_path / "t.jsonl", rows), text=first)
    said = [str(one) for one in found.notices if one.code == "stores.notices.scored_pairs"]
    assert len(said) == told
    assert all(f"Only {first} is measured" in one for one in said)
