"""What a translation betrays by its letters alone: nothing was translated."""

from __future__ import annotations

import re
import unicodedata

from monosashi.models.plain_text import plain

KANA = re.compile("[\u3040-\u30ff]")
IDEOGRAPH = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
HANGUL = re.compile("[\uac00-\ud7af]")
LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
FEWEST_LETTERS = 20  # names, codes and numbers are the same in every language
MOST_FOREIGN = 0.3


def doubt(text: str, translation: str, target: str) -> str | None:
    """``unchanged`` or ``wrong_language``; None where the letters raise no doubt.

    Only scripts are looked at: Spanish in the place of French is not seen. Short texts pass.

    >>> doubt("Install the package first, please.", "Install the package first, please.",
    ...       "es")
    'unchanged'
    >>> doubt("最初にパッケージをインストールしてください。", "Install the package.", "en")
    >>> doubt("Install the package first, please.", "Install it now, please, my friend.",
    ...       "ja")
    'wrong_language'
    """
    if sum(unicodedata.category(sign)[0] == "L" for sign in text) < FEWEST_LETTERS:
        return None
    if plain(text) == plain(translation):
        return "unchanged"
    return None if _may_be(translation, target) else "wrong_language"


def _may_be(text: str, language: str) -> bool:
    """Whether the script of a text can be that of a language."""
    code = language.lower().partition("-")[0]
    kana, ideographs = len(KANA.findall(text)), len(IDEOGRAPH.findall(text))
    hangul, latin = len(HANGUL.findall(text)), len(LATIN.findall(text))
    letters = max(1, kana + ideographs + hangul + latin)
    if code == "ja":
        return kana + ideographs > 0 and hangul <= MOST_FOREIGN * letters
    if code == "zh":
        return ideographs > 0 and kana <= MOST_FOREIGN * letters
    if code == "ko":
        return hangul > 0
    return kana + ideographs + hangul <= MOST_FOREIGN * letters
