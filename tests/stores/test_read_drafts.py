"""Drafts: one page, folders, text files and tables; and pairs of ids."""

import pytest

from monosashi.embeddings import DataError
from monosashi.stores.draft_pages import read_drafts
from monosashi.stores.id_pairs import read_id_pairs


def write(folder, name, text):
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    return place


def test_pages_that_are_drafts_are_read(tmp_path):
    write(tmp_path, "ja/a.md", "---\ndraft: true\ntitle: 題\n---\n本文")
    write(tmp_path, "en/a.md", "# Title\n\nBody")
    held = read_drafts(tmp_path)
    assert held.ids.tolist() == ["en/a.md", "ja/a.md"]
    assert held.columns["language"].tolist() == ["en", "ja"]
    assert held.columns["key"].tolist() == ["a", "a"]
    assert held.texts.tolist() == ["Title\n\nBody", "題\n\n本文"]


def test_the_language_stands_in_the_name_the_head_or_the_option(tmp_path):
    assert read_drafts(write(tmp_path, "a.ja.md", "# x\n\ny")).columns["language"][0] == "ja"
    headed = write(tmp_path, "b.md", "---\nlang: fr\n---\n# x\n\ny")
    assert read_drafts(headed).columns["language"][0] == "fr"
    bare = write(tmp_path, "c.md", "# x\n\ny")
    assert "language" not in read_drafts(bare).columns
    assert read_drafts(bare, language="en").columns["language"][0] == "en"


def test_one_draft_without_a_language_among_others_is_named(tmp_path):
    write(tmp_path, "a.md", "---\nlang: fr\n---\n# x\n\ny")
    write(tmp_path, "b.md", "# x\n\ny")
    with pytest.raises(DataError, match=r"b\.md"):
        read_drafts(tmp_path)


def test_empty_drafts_are_named(tmp_path):
    write(tmp_path, "a.ja.md", "# x\n\ny")
    write(tmp_path, "b.ja.md", "---\ntitle: t\n---\n")
    with pytest.raises(DataError, match=r"b\.ja\.md"):
        read_drafts(tmp_path)


def test_a_text_file_is_one_draft(tmp_path):
    held = read_drafts(write(tmp_path, "a.txt", "one\n\ntwo\n"), language="en")
    assert held.texts.tolist() == ["one\n\ntwo"]
    assert held.columns["language"].tolist() == ["en"]


def test_a_table_keeps_its_own_languages(tmp_path):
    place = write(tmp_path, "a.csv", "id,text,language\nx,one,en\ny,二,ja\n")
    assert read_drafts(place, language="fr").columns["language"].tolist() == ["en", "ja"]
    bare = write(tmp_path, "b.csv", "id,text\nx,one\n")
    assert read_drafts(bare, language="fr").columns["language"].tolist() == ["fr"]


def test_pairs_of_ids(tmp_path):
    assert read_id_pairs(write(tmp_path, "p.jsonl", '{"a": "x", "b": "y"}\n')) == [("x", "y")]
    with pytest.raises(DataError, match="a and b"):
        read_id_pairs(write(tmp_path, "q.csv", "left,right\nx,y\n"))
    with pytest.raises(DataError, match="rows 1"):
        read_id_pairs(write(tmp_path, "r.csv", "a,b\nx,y\nx,\n"))
