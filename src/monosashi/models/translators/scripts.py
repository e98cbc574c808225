"""Scripts of texts and of languages, as far as letters tell them."""

from __future__ import annotations

import unicodedata
from collections import Counter

from monosashi.models.translators.apertium_codes import short

HAN, KANA, LATIN, CYRILLIC, ARABIC = "HAN", "KANA", "LATIN", "CYRILLIC", "ARABIC"
NAMES = {"CJK": HAN, "IDEOGRAPHIC": HAN, "HIRAGANA": KANA, "KATAKANA": KANA,
         "KATAKANA-HIRAGANA": KANA}  # fmt: skip
IN_LATIN = (
    "af az br bs ca cs cy da de en eo es et eu fi fo fr fy ga gd gl ha hr hu id ig is it jv la lb"
    " lt lv mg mi ms mt nb nl nn no oc pl pt qu ro sk sl so sq sr sh su sv sw tl tr uz vi wo xh yo"
    " zu kk"
)
IN_CYRILLIC = "ru uk be bg mk ky tg mn tt ba cv os sr sh bs uz kk az"
WRITTEN: dict[str, set[str]] = {
    "ja": {KANA, HAN}, "zh": {HAN}, "yue": {HAN}, "ko": {"HANGUL", HAN}, "el": {"GREEK"},
    "ar": {ARABIC}, "fa": {ARABIC}, "ur": {ARABIC}, "ps": {ARABIC}, "ug": {ARABIC},
    "he": {"HEBREW"}, "yi": {"HEBREW"}, "hi": {"DEVANAGARI"}, "mr": {"DEVANAGARI"},
    "ne": {"DEVANAGARI"}, "bn": {"BENGALI"}, "as": {"BENGALI"}, "ta": {"TAMIL"},
    "te": {"TELUGU"}, "kn": {"KANNADA"}, "ml": {"MALAYALAM"}, "gu": {"GUJARATI"},
    "pa": {"GURMUKHI", ARABIC}, "si": {"SINHALA"}, "th": {"THAI"}, "lo": {"LAO"},
    "km": {"KHMER"}, "my": {"MYANMAR"}, "ka": {"GEORGIAN"}, "hy": {"ARMENIAN"},
    "am": {"ETHIOPIC"}, "ti": {"ETHIOPIC"},
}  # fmt: skip
for _code in IN_LATIN.split():
    WRITTEN.setdefault(_code, set()).add(LATIN)
for _code in IN_CYRILLIC.split():
    WRITTEN.setdefault(_code, set()).add(CYRILLIC)
SUBTAGS = {"latn": LATIN, "cyrl": CYRILLIC, "arab": ARABIC, "hans": HAN, "hant": HAN,
           "deva": "DEVANAGARI"}  # fmt: skip


def scripts_in(text: str) -> Counter[str]:
    """Letters of a text by script.

    >>> dict(scripts_in("Debian の導入, 2 回"))
    {'LATIN': 6, 'KANA': 1, 'HAN': 3}
    """
    plain = unicodedata.normalize("NFKC", text)
    letters = [sign for sign in plain if unicodedata.category(sign)[0] == "L"]
    first = [unicodedata.name(sign, "").partition(" ")[0] for sign in letters]
    return Counter(NAMES.get(name, name) for name in first)


def scripts_of(language: str) -> set[str] | None:
    """Scripts in which a language is written; None where that is not known here.

    >>> sorted(scripts_of("sr")), scripts_of("sr-Latn"), scripts_of("rus"), scripts_of("xx")
    (['CYRILLIC', 'LATIN'], {'LATIN'}, {'CYRILLIC'}, None)
    """
    for subtag in language.lower().replace("_", "-").split("-")[1:]:
        if subtag in SUBTAGS:
            return {SUBTAGS[subtag]}
    return WRITTEN.get(short(language))
