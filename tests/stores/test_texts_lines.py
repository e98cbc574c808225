"""Plain text files: positions are kept, blank lines are named, nothing shifts."""

import pytest

import monosashi as ms


def write(folder, **files):
    paths = {}
    for name, text in files.items():
        paths[name] = folder / f"{name}.txt"
        paths[name].write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return paths


def refused(function, *arguments, **options):
    with pytest.raises(ms.DataError) as error:
        function(*arguments, **options)
    assert error.value.say("ja")
    return error.value.say("en")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_ids_are_line_numbers_and_only_newlines_end_a_line_b123(tmp_path, end, last):
    text = end.join(["a\u2028b", "c\x85d", "e"]) + (end if last else "")
    found = ms.read_texts(write(tmp_path, t=text)["t"])
    assert found.ids.tolist() == ["1", "2", "3"]
    assert found.texts.tolist() == ["a\u2028b", "c\x85d", "e"]


def test_blank_lines_are_named_or_dropped_without_moving_a_number(tmp_path):
    path = write(tmp_path, t="a\n\nb\n \n")["t"]
    assert "blank lines: 2 (lines 2, 4)" in refused(ms.read_texts, path)
    assert ms.read_texts(path, invalid="drop").ids.tolist() == ["1", "3"]


def test_options_of_tables_are_refused(tmp_path):
    said = refused(ms.read_texts, write(tmp_path, t="a\n")["t"], text="text", id="id")
    assert "text (--text), id (--id)" in said


def test_parallel_lines_stay_paired_b031(tmp_path):
    files = write(tmp_path, ja="あ\n\nう\n", en="a\nb\nc\n")
    said = refused(ms.read_parallel, files)
    assert "ja.txt: blank lines: 1 (lines 2)" in said
    assert "en.txt" not in said
    found = ms.read_parallel(files, invalid="drop")
    pairs = dict(zip(found.ids.tolist(), found.texts.tolist(), strict=True))
    assert pairs == {"1/ja": "あ", "1/en": "a", "2/en": "b", "3/ja": "う", "3/en": "c"}
    assert [str(note) for note in found.notices if "lines 2" in str(note)]
    assert [str(note) for note in found.notices if "no partner" in str(note)]


def test_different_numbers_of_lines_name_both_files(tmp_path):
    said = refused(ms.read_parallel, write(tmp_path, ja="a\nb\n", en="a\nb\nc\n"))
    assert "ja.txt: 2" in said
    assert "en.txt: 3" in said


def test_a_missing_last_newline_is_no_missing_line(tmp_path):
    assert ms.read_parallel(write(tmp_path, ja="あ\nい", en="a\nb\n")).n == 4


def test_every_file_that_cannot_be_read_is_named(tmp_path):
    files = write(tmp_path, ja="記事\n".encode("cp932"), en="a\n")
    said = refused(ms.read_parallel, {**files, "de": tmp_path / "none.txt"})
    assert "cp932" in said
    assert "none.txt" in said
    assert "two or more" in refused(ms.read_parallel, {"en": files["en"]})


def test_lines_that_end_in_cr_alone_are_named_not_one_text(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"a\rb\rc\r")
    with pytest.raises(ms.DataError, match="its 3 lines end in a carriage return") as error:
        ms.read_texts(path)
    assert error.value.say("ja")
    path.write_bytes(b"a\rb\nc\n")
    assert ms.read_texts(path).texts.tolist() == ["a\rb", "c"]


@pytest.mark.parametrize(
    ("encoding", "text"),
    [("iso2022_jp", "夏の夜"), ("iso2022_kr", "여름"), ("iso2022_jp_2", "丂")],
)
def test_iso_2022_is_named_and_read_when_it_is_said(tmp_path, encoding, text):
    path = tmp_path / "a.txt"
    path.write_bytes(f"plain\n{text}\n".encode(encoding))
    with pytest.raises(ms.DataError) as error:
        ms.read_texts(path)
    assert encoding in error.value.say("en")
    assert text in error.value.say("ja")
    assert ms.read_texts(path, encoding=encoding).texts.tolist() == ["plain", text]
    path.write_bytes(b"\x1b[31mred\x1b[0m costs \x1b$5\n")
    assert ms.read_texts(path).n == 1
