"""Quotes and blanks in tables, marks between files, and ISO-2022 in every file of text."""

import json

import pytest

from monosashi.embeddings import DataError
from monosashi.embeddings.files.delimited import read_delimited
from monosashi.embeddings.files.encodings import decode
from monosashi.embeddings.files.jsonl import read_jsonl

JAPANESE = "日本語のテキスト"


def written(path, text, encoding="utf-8"):
    path.write_bytes(text.encode(encoding))
    return path


def codes(error):
    return [one.code.rpartition(".")[2] for one in error.value.faults]


@pytest.mark.parametrize("text", ['id\ttext\n1\t"a\n2\tb"\n', 'id\ttext\r\n\r\n1\t"a\r\n2\tb\r\n',
                                  'id\ttext\n1\t"a" b\n2\tc\n'])  # fmt: skip
def test_quotes_that_join_lines_or_do_not_match_are_text_in_a_tsv(tmp_path, text):
    table = read_delimited(written(tmp_path / "t.tsv", text))
    assert table.columns["id"].tolist() == ["1", "2"]
    assert table.columns["text"][0].startswith('"a')
    assert [one.code for one in table.notices] == ["embeddings.notices.quotes_kept"]
    number = text[: text.index("1\t")].count("\n") + 1
    assert list(table.lines) == [number, number + 1]


def test_quotes_of_a_tsv_that_was_quoted_stay_quotes(tmp_path):
    """A line end inside a value: split plainly, the lines have different widths."""
    table = read_delimited(written(tmp_path / "t.tsv", 'id\ttext\n1\t"a\nb"\n2\t"c"\n'))
    assert table.columns["text"].tolist() == ["a\nb", "c"]
    assert table.notices == ()
    inside = read_delimited(written(tmp_path / "u.tsv", 'id\ttext\n1\t"a ""b"""\n'))
    assert inside.columns["text"].tolist() == ['a "b"']


def test_quotes_that_do_not_match_are_refused_where_widths_differ_too(tmp_path):
    with pytest.raises(DataError) as error:
        read_delimited(written(tmp_path / "t.tsv", 'id\ttext\n1\t"a\n2\tb\tc\n'))
    assert codes(error) == ["delimited_quotes"]
    with pytest.raises(DataError) as error:
        read_delimited(written(tmp_path / "t.csv", 'id,text\n1,"a\n2,b\n'))
    assert codes(error) == ["delimited_quotes"]


def test_blanks_around_names_of_the_header_are_left_out_and_told(tmp_path):
    table = read_delimited(written(tmp_path / "t.csv", " id , text \n1, a \n"))
    assert {name: values.tolist() for name, values in table.columns.items()} == {
        "id": ["1"], "text": [" a "]
    }  # fmt: skip
    (note,) = table.notices
    assert note.code == "embeddings.notices.header_blanks"
    assert note.values["ids"] == '" id ", " text "'
    with pytest.raises(DataError) as error:
        read_delimited(written(tmp_path / "u.csv", "id,id \n1,2\n"))
    assert codes(error) == ["delimited_header"]


@pytest.mark.parametrize(("name", "sign"), [("a.csv", ";"), ("a.csv", "\t"), ("a.csv", "|"),
                                            ("a.tsv", ","), ("a.tsv", ";")])  # fmt: skip
def test_another_separator_is_named(tmp_path, name, sign):
    with pytest.raises(DataError) as error:
        read_delimited(written(tmp_path / name, f"id{sign}text\n1{sign}a\n2{sign}b\n"))
    assert codes(error) == ["other_separator"]


def test_one_column_with_such_a_sign_here_and_there_is_read(tmp_path):
    table = read_delimited(written(tmp_path / "a.csv", "note; short\nplain\na; b\n"))
    assert table.columns["note; short"].tolist() == ["plain", "a; b"]


@pytest.mark.parametrize("encoding", ["iso2022_jp", "iso2022_jp_2", "iso2022_kr"])
def test_escape_sequences_are_refused_in_bytes_of_any_file(encoding):
    words = JAPANESE if encoding != "iso2022_kr" else "한국어 글"
    raw = f"id,text\n1,{words}\n".encode(encoding)
    with pytest.raises(DataError) as error:
        decode(raw, "t.csv")
    assert codes(error) == ["escapes"]
    assert words in decode(raw, "t.csv", encoding)[0]


def test_escape_sequences_in_json_lines_are_one_fault_with_the_other_lines_after_it(tmp_path):
    records = [json.dumps({"id": i, "text": JAPANESE}, ensure_ascii=False) for i in range(2)]
    path = written(tmp_path / "t.jsonl", "\n".join([*records, "{"]), "iso2022_jp")
    with pytest.raises(DataError) as error:
        read_jsonl(path)
    assert codes(error) == ["escapes", "line_not_json"]
    assert error.value.faults[0].rows == (1, 2)
    good = written(tmp_path / "u.jsonl", "\n".join(records), "iso2022_jp")
    assert read_jsonl(good, "iso2022_jp").columns["text"].tolist() == [JAPANESE] * 2


def test_lines_of_another_encoding_and_broken_lines_are_told_together(tmp_path):
    raw = '{"id": "記事の本文です"}\n{\n{"id": "二つ目の記事です"}\n'.encode("cp932")
    (tmp_path / "t.jsonl").write_bytes(raw)
    with pytest.raises(DataError) as error:
        read_jsonl(tmp_path / "t.jsonl")
    assert codes(error) == ["other_encoding", "line_not_json"]
    assert error.value.faults[0].rows == (1, 3)


def test_a_mark_between_two_files_put_together_is_called_so(tmp_path):
    path = written(tmp_path / "t.jsonl", '\ufeff{"id": "a"}\n\ufeff{"id": "b"}\n')
    with pytest.raises(DataError) as error:
        read_jsonl(path)
    assert codes(error) == ["line_mark"]
    assert (error.value.faults[0].values["line"], error.value.faults[0].values["column"]) == (2, 1)
