"""The language of a text from its script: what it says, and what it must leave open."""

import unicodedata

import pytest

from monosashi.embeddings import DataError
from monosashi.embeddings.detection import detect_language


@pytest.mark.parametrize(("text", "language"), [
    ("持込申請は最悪状態完了", "ja"),
    ("Debian の apt-get install を使ってパッケージを取得します。", "ja"),
    ("ﾊﾝｶｸｶﾅ", "ja"),
    (unicodedata.normalize("NFD", "ガイド"), "ja"),
    ("한국어 문서입니다", "ko"),
    ("大韓民國 헌법", "ko"),
    ("Ελληνικό κείμενο με Linux", "el"),
    (unicodedata.normalize("NFD", "λόγος"), "el"),
    ("ภาษาไทย", "th"),
])  # fmt: skip
def test_scripts_of_one_language_say_it(text, language):
    assert detect_language(text) == language


@pytest.mark.parametrize("text", [
    "", " \n", "あ"[:0], "123 – 4.5 %", "😀🎉", "形", "東京都渋谷区", "臺北市", "plain words",
    "∑αβ", "f(α) + β", "μ",
    "Привет", "مرحبا", "한국어 と 日本語", "Ελληνικά и русский",
])  # fmt: skip
def test_what_a_script_does_not_say_stays_open(text):
    assert detect_language(text) == "und"


@pytest.mark.parametrize(("text", "among", "language"), [
    ("東京都渋谷区", ["ja", "en"], "ja"),
    ("臺北市", ["en", "zh-Hant"], "zh-Hant"),
    ("東京都渋谷区", ["ja", "zh"], "und"),
    ("plain words", ["ja", "en"], "en"),
    ("plain words", ["de", "en"], "und"),
    ("plain words", ["ja", "zh"], "und"),
    ("Привет", ["ru", "en"], "ru"),
    ("これは日本語です", ["en", "zh"], "und"),
    ("これは日本語です", ["en", "ja_JP"], "ja_JP"),
    ("", ["ja", "en"], "und"),
    ("f(α) is small", ["el", "en"], "en"),
    ("plain words", ["en", "und"], "en"),
])  # fmt: skip
def test_languages_that_are_possible_settle_what_only_one_of_them_writes(text, among, language):
    assert detect_language(text, among=among) == language


def test_a_few_quoted_words_do_not_decide():
    """Unlike shares of words: one Japanese word in an English page leaves it English."""
    text = "The word ものさし means ruler, and this page goes on in English for quite a while. " * 2
    assert detect_language(text, among=["en", "ja"]) == "en"
    assert detect_language(text) == "und"


@pytest.mark.parametrize("text", [None, 5, b"x", float("nan")])
@pytest.mark.parametrize("among", ["ja", None, [5]])
def test_what_is_no_text_and_no_list_is_told_together(text, among):
    with pytest.raises(DataError) as told:
        detect_language(text, among=among)
    assert [one.code.split(".")[-1] for one in told.value.faults] == ["detect_text", "detect_among"]
