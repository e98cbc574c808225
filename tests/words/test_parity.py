"""Both languages say the same things: same files, same keys, same placeholders."""

from importlib.resources import files
from string import Formatter

import pytest

from monosashi.words import LANGUAGES, catalogue


def placeholders(template):
    parts = list(Formatter().parse(template))
    names = {name for _, name, _, _ in parts if name is not None}
    nested = {name for _, _, spec, _ in parts if spec for name in placeholders(spec)}
    return names | nested


def rooms(language):
    folder = files("monosashi.words") / language
    return sorted(page.name for page in folder.iterdir() if page.name.endswith(".toml"))


def test_same_files():
    assert rooms("en") == rooms("ja")


@pytest.mark.parametrize("room", sorted({*rooms("en"), *rooms("ja")}))
def test_same_keys(room):
    prefix = room.removesuffix(".toml") + "."
    keys = {name: {k for k in catalogue(name) if k.startswith(prefix)} for name in LANGUAGES}
    assert sorted(keys["en"] - keys["ja"]) == [], "only in English"
    assert sorted(keys["ja"] - keys["en"]) == [], "only in Japanese"


@pytest.mark.parametrize("key", sorted({*catalogue("en")} & {*catalogue("ja")}))
def test_same_placeholders(key):
    assert placeholders(catalogue("en")[key]) == placeholders(catalogue("ja")[key])


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_have_names(language):
    unnamed = [k for k, text in catalogue(language).items() if placeholders(text) & {"", "0"}]
    assert unnamed == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty_or_untrimmed(language):
    assert [k for k, text in catalogue(language).items() if not text.strip()] == []
    assert [k for k, text in catalogue(language).items() if text != text.strip()] == []


def test_japanese_is_japanese():
    def latin_only(text):
        words = "".join(part for part, *_ in Formatter().parse(text))
        return len(words) > 40 and not any("\u3040" <= sign <= "\u30ff" for sign in words)

    assert [key for key, text in catalogue("ja").items() if latin_only(text)] == []
