"""Texts in tables end with a sign where they were cut, and never inside a word."""

import pytest

from monosashi.report.excerpts import excerpt


def test_short_texts_stay():
    assert excerpt("Edit the file.") == "Edit the file."
    assert excerpt("") == ""


def test_cut_between_words():
    said = excerpt("word " * 60)
    assert said.endswith("word…")
    assert len(said) < 140


def test_japanese_is_cut_by_its_width():
    assert excerpt("設定" * 100) == "設定" * 35 + "設…"


@pytest.mark.parametrize("length", [120, 200])
def test_a_result_that_cut_the_text_without_a_sign(length):
    assert excerpt("x" * length, room=500) == "x" * length + "…"
    assert excerpt("x" * (length - 1) + ".", room=500).endswith("x.")
