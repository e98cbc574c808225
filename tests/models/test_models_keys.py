"""What is said of a key that is not there: the variable and what to do, never the key."""

import pytest

from monosashi.embeddings import DataError
from monosashi.models import OpenAICompatible
from monosashi.models.keys import key_for
from monosashi.models.translators import ChatTranslator, translator
from monosashi.words import LANGUAGES

URL = "https://example.org/v1"
KEY = "sk-abcdefghijkl0123456789"


def said(call):
    with pytest.raises(DataError) as refused:
        call()
    return [refused.value.say(language) for language in LANGUAGES]


@pytest.mark.parametrize(("value", "code"), [(None, "not set"), ("", "empty"), ("  ", "empty")])
def test_a_variable_without_a_key(monkeypatch, value, code):
    monkeypatch.delenv("MY_KEY", raising=False)
    if value is not None:
        monkeypatch.setenv("MY_KEY", value)
    asked = ChatTranslator("m", url=URL, key_env="MY_KEY", attempts=1)
    english, japanese = said(lambda: asked.translate(["text"], "ja", "en"))
    assert code in english
    for told in (english, japanese):
        assert "MY_KEY" in told
        assert "export MY_KEY=" in told
        assert "key_env" in told


def test_a_value_that_cannot_be_a_key_is_not_shown(monkeypatch):
    monkeypatch.setenv("MY_KEY", f"{KEY}\n{KEY}")
    for told in said(lambda: key_for(URL, ["MY_KEY"])):
        assert "MY_KEY" in told
        assert KEY not in told


@pytest.mark.parametrize(
    "key", [KEY, "AIzaSyA0123456789abcdef", "my key", "a=b", "9KEY", "x" * 200]
)
@pytest.mark.parametrize(
    "make",
    [
        lambda key: ChatTranslator("m", url=URL, key_env=key),
        lambda key: OpenAICompatible("m", url=URL, key_env=key),
        lambda key: translator(f"openai:m?url={URL}&key_env={key.replace('=', '%3D')}"),
    ],
)
def test_a_key_in_the_place_of_a_name_is_refused_and_not_shown(make, key):
    for told in said(lambda: make(key)):
        assert key not in told
        assert "key_env" in told


def test_no_variable_where_none_is_needed(monkeypatch):
    monkeypatch.delenv("MY_KEY", raising=False)
    assert key_for(URL, []) is None
    assert key_for("http://127.0.0.1:8000/v1", ["MY_KEY"]) is None
