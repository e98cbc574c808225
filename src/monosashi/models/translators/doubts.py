"""What a translation betrays by its letters alone: nothing was translated."""

from __future__ import annotations

import re

from monosashi.models.plain_text import plain
from monosashi.models.translators.scripts import LATIN as LATIN_SCRIPT
from monosashi.models.translators.scripts import scripts_in, scripts_of

KANA = re.compile("[\u3040-\u30ff]")
IDEOGRAPH = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
HANGUL = re.compile("[\uac00-\ud7af]")
LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
FEWEST_LETTERS = 20  # names, codes and numbers are the same in every language
FEWEST_FOREIGN = 2  # letters that the target is never written in
SENTENCE = re.compile(r"[^\W\d_]+(?:[ ,.;:!?'’]+[^\W\d_]+)+[.!?…]*")  # words, and no code
MOST_FOREIGN = 0.3


def doubt(text: str, translation: str, target: str) -> str | None:
    """``unchanged`` or ``wrong_language``; None where the letters raise no doubt.

    Only letters are looked at: Spanish in the place of French is not seen. A text that comes back
    as it was is noticed at any length where it has letters that the target is not written in
    (kana in the place of English, Han in the place of Russian). Names and commands stay Latin in
    every script, so that a Latin text counts from two small words on; where both languages share
    a script, from 20 letters on.

    >>> doubt("Install the package first, please.", "Install the package first, please.",
    ...       "es")
    'unchanged'
    >>> doubt("最初にパッケージをインストールしてください。", "Install the package.", "en")
    >>> doubt("おやすみ", "おやすみ", "en"), doubt("good night", "good night", "ja")
    ('unchanged', 'unchanged')
    >>> doubt("Debian GNU/Linux", "Debian GNU/Linux", "ja"), doubt("東京", "東京", "zh")
    (None, None)
    >>> doubt("Install the package first, please.", "Install it now, please, my friend.",
    ...       "ja")
    'wrong_language'
    """
    if plain(text) == plain(translation):
        return "unchanged" if _is_echo(text, target) else None
    if scripts_in(text).total() < FEWEST_LETTERS or _may_be(translation, target):
        return None
    return "wrong_language"


def _is_echo(text: str, target: str) -> bool:
    """Whether a text in the target language cannot be this very text."""
    letters, written = scripts_in(text), scripts_of(target)
    if letters.total() >= FEWEST_LETTERS:
        return True
    if written is None:
        return False
    foreign = sum(n for script, n in letters.items() if script not in {*written, LATIN_SCRIPT})
    if foreign >= FEWEST_FOREIGN:
        return True
    small = [word for word in re.findall(r"[^\W\d_]+", text) if word.islower() and len(word) > 1]
    return LATIN_SCRIPT not in written and len(small) > 1 and bool(SENTENCE.fullmatch(text.strip()))


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
