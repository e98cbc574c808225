"""A text that comes back as it was is no translation, however short, where letters can tell."""

import pytest

from monosashi.embeddings import DataError
from monosashi.models.translators import translate
from monosashi.models.translators.doubts import doubt


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("おやすみ", "en"), ("はい", "en"), ("パッケージ", "fr"), ("パッケージ", "zh"),
        ("東京", "en"),
        ("北京大学", "ru"), ("привет", "en"), ("да", "ja"), ("привет", "sr-Latn"), ("안녕", "en"),
        ("สวัสดี", "de"), ("שלום", "en"), ("سلام", "eng"), ("καλημέρα", "en"), ("नमस्ते", "zh"),
        ("Debianの導入", "en"), ("good night", "ja"), ("Install it now.", "ru"),
        ("ﾊﾟｯｹｰｼﾞ", "en"), ("the very same text in English", "fr"),
    ],
)  # fmt: skip
def test_an_echo(text, target):
    assert doubt(text, text, target) == "unchanged"
    assert doubt(text, f" {text.upper()} ", target) == "unchanged"


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("Debian", "ja"), ("GNU Emacs", "ja"), ("apt-get install vim", "ja"), ("vim", "zh"),
        ("Tom", "ru"), ("3.14", "ja"), ("東京", "zh"), ("北京大学", "ja"), ("の", "en"),
        ("Berlin", "en"), ("Moscow metro", "de"), ("привет", "sr"), ("привет", "bg"),
        ("おやすみ", "xx"), ("", "ja"), ("🙂🙂", "ja"), ("x + y", "ja"),
    ],
)  # fmt: skip
def test_what_may_be_the_same_in_both_languages(text, target):
    assert doubt(text, text, target) is None


class Echo:
    """Gives back what it gets, but for one text."""

    name, batch, worth_storing = "echo", 2, True

    def knows(self, source, target):
        return source != target

    def identity(self):
        return {"kind": "echo"}

    def translate(self, texts, source, target):
        assert source != target
        return ["good night" if text == "おやすみ" else text for text in texts]


def test_every_translator_is_watched_and_what_the_store_holds_too(tmp_path):
    texts, store = ["おやすみ", "ありがとう", "Debian"], tmp_path / "answers.sqlite"
    for _ in range(2):
        with pytest.raises(DataError, match=r"as they were .*\"b\".*ありがとう") as refused:
            translate(texts, Echo(), "ja", "en", ids=["a", "b", "c"], store=store)
        assert [one.rows for one in refused.value.faults] == [(1,)]
    found = translate(texts, Echo(), "ja", "en", invalid="drop", store=store)
    assert found.texts == ("good night", None, "Debian")
    assert found.cost.asked == 0
