"""Translations that people made: by text, by key, and what is missing."""

import json

import pytest

from monosashi.embeddings import DataError
from monosashi.models.translators import translate, translator
from monosashi.words import choose_language


@pytest.fixture(autouse=True)
def english():
    choose_language("en")
    yield
    choose_language(None)


def recorded(folder, *rows):
    place = folder / "human.jsonl"
    place.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows),
                     encoding="utf-8")  # fmt: skip
    return translator(f"recorded:{place}")


WIDE = {"id": "a", "text": {"ja": "おやすみ", "en": "good night", "fr": "bonne nuit"}}


def test_wide_rows_lead_every_way(tmp_path):
    held = recorded(tmp_path, WIDE)
    assert held.translate(["おやすみ"], "ja", "en") == ["good night"]
    assert held.translate(["bonne nuit", "salut"], "fr", "ja") == ["おやすみ", None]
    assert held.knows("fr", "en")
    assert not held.knows("en", "de")


def test_long_rows_lead_one_way(tmp_path):
    held = recorded(tmp_path, {"source": "ja", "target": "en", "text": "猫", "translation": "cat"})
    assert held.translate(["猫"], "ja", "en") == ["cat"]
    assert not held.knows("en", "ja")


def test_an_item_is_found_by_key_when_its_text_has_changed(tmp_path):
    held = recorded(tmp_path, WIDE, {"id": "b", "source": "ja", "target": "en",
                                     "translation": "cat"})  # fmt: skip
    made = translate(["おやすみなさい", "猫", "おやすみ"], held, "ja", "en",
                     keys=["a", "b", "other"])  # fmt: skip
    assert made.texts == ("good night", "cat", "good night")


def test_missing_ones_are_listed(tmp_path):
    with pytest.raises(DataError, match="for 2 texts") as caught:
        translate(["猫", "犬", "おやすみ"], recorded(tmp_path, WIDE), "ja", "en",
                  ids=["p1", "p2", "p3"])  # fmt: skip
    assert '"p1", "p2"' in str(caught.value)


def test_faults_of_a_file_are_listed_together(tmp_path):
    with pytest.raises(DataError) as caught:
        recorded(tmp_path, WIDE, [1], {"id": "x"}, {**WIDE, "text": {"ja": "別", "en": "other"}})
    told = str(caught.value)
    assert "lines 2-3" in told
    assert "lines 4" in told


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(DataError, match=r"none\.jsonl"):
        translator(f"recorded:{tmp_path}/none.jsonl")


@pytest.mark.parametrize(("line", "told"), [
    ("deepl:x", "command:COMMAND LINE"), ("recorded:", "FILE.jsonl"),
    ("openai:m?temprature=1", "temprature"), ("openai:m?timeout=fast", "timeout"),
    ("command:tr -k …?source=ja&target=en", "…"),
])  # fmt: skip
def test_lines_that_make_no_translator(line, told):
    with pytest.raises(DataError, match=told):
        translator(line)
