"""The language of a text from its script alone, where that says it; ``und`` where it does not."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from typing import Any

from monosashi.embeddings.errors import DataError, fault

UNDETERMINED = "und"  # the code of BCP 47 for "not determined"
FOREIGN = 0.1  # share of letters that words quoted from elsewhere may have
LATIN, HAN, KANA, HANGUL = "LATIN", "CJK", "KANA", "HANGUL"
# scripts that one living language writes
ALONE = {
    KANA: "ja", HANGUL: "ko", "THAI": "th", "LAO": "lo", "KHMER": "km", "GREEK": "el",
    "ARMENIAN": "hy", "GEORGIAN": "ka", "TAMIL": "ta", "TELUGU": "te", "KANNADA": "kn",
    "MALAYALAM": "ml", "GUJARATI": "gu", "SINHALA": "si",
}  # fmt: skip
# scripts of several languages: which of them it is, only the user or the corpus can say
SHARED = {
    HAN: {"zh", "ja"},
    "CYRILLIC": {"ru", "uk", "be", "bg", "mk", "sr", "kk", "ky", "mn", "tg"},
    "ARABIC": {"ar", "fa", "ur", "ps", "ug", "sd"},
    "HEBREW": {"he", "yi"},
    "DEVANAGARI": {"hi", "mr", "ne", "sa"},
    "BENGALI": {"bn", "as"},
}
GREEK = r"[\u0300-\u036f\u0370-\u03ff\u1f00-\u1fff]"  # with accents that stand alone
SYMBOLS = re.compile(f"(?<!{GREEK}){GREEK}{{1,2}}(?!{GREEK})")  # as in formulas
SAME = {"HIRAGANA": KANA, "KATAKANA": KANA, "KATAKANA-HIRAGANA": KANA, "IDEOGRAPHIC": HAN}


def detect_language(text: str, *, among: Collection[str] = ()) -> str:
    """Say which language a text is written in, where its script says so; else ``"und"``.

    Any kana among its East Asian letters makes it Japanese, Hangul Korean. Han alone may be Chinese
    or Japanese, Latin letters may be any of many languages: these are undetermined, unless only one
    of the languages that are possible is written so. Nothing is guessed from words, and a label
    that somebody gave is better than this one.

    Parameters
    ----------
    text : str
    among : languages, optional
        Those that are possible, e.g. the languages of a corpus; a region does not count
        (``zh-Hant`` is ``zh``, and ``und`` is none).

    Returns
    -------
    str
        A code of two letters, one of ``among`` as it is written there, or ``"und"``: also for an
        empty text, one without letters (one or two Greek letters are symbols), and one of several
        scripts.

    Raises
    ------
    DataError
        A text that is none, or languages that are no list of names.

    Examples
    --------
    >>> detect_language("持込申請は最悪状態完了"), detect_language("持込申請"), detect_language("")
    ('ja', 'und', 'und')
    >>> [detect_language(text, among=["en", "ja"]) for text in ("持込申請", "a file")]
    ['ja', 'en']
    """
    _check(text, among)
    possible = {name.replace("_", "-").split("-")[0].lower(): name for name in among
                if not is_undetermined(name)}  # fmt: skip
    script = _script(text)
    if script is None:
        return UNDETERMINED
    if script in ALONE:
        code = ALONE[script]
        return possible.get(code, UNDETERMINED) if possible else code
    written = SHARED.get(script)
    able = [name for code, name in possible.items()
            if (code in written if written else code not in _OTHER_SCRIPTS)]  # fmt: skip
    return able[0] if len(able) == 1 and (written or script == LATIN) else UNDETERMINED


def is_undetermined(label: str) -> bool:
    """Whether a label says that nobody knows the language.

    >>> is_undetermined("und"), is_undetermined(" UND"), is_undetermined("en")
    (True, True, False)
    """
    return label.strip().casefold() == UNDETERMINED


def _check(text: Any, among: Any) -> None:
    """A text that is none and languages that are no list of names, named together."""
    faults = []
    if not isinstance(text, str):
        faults.append(fault("embeddings.errors.detect_text", given=f"{text!r:.60}"))
    names = isinstance(among, Collection) and not isinstance(among, str | bytes)
    if not names or not all(isinstance(name, str) for name in among):
        faults.append(fault("embeddings.errors.detect_among", given=f"{among!r:.60}"))
    if faults:
        raise DataError(*faults)


_OTHER_SCRIPTS = frozenset({*ALONE.values(), *(code for held in SHARED.values() for code in held)})


def _script(text: str) -> str | None:
    """The one script that decides; None of several, or where there are no letters."""
    letters: Counter[str] = Counter()
    for character, count in Counter(SYMBOLS.sub(" ", text)).items():
        if (script := _script_of(character)) is not None:
            letters[script] += count
    if letters[KANA] and not letters[HANGUL]:
        letters[KANA] += letters.pop(HAN, 0)
    if letters[HANGUL] and not letters[KANA]:
        letters[HANGUL] += letters.pop(HAN, 0)
    least = FOREIGN * sum(letters.values())
    told = [script for script, count in letters.items() if count > least and script != LATIN]
    if not told:  # a few words of another script are quoted
        return LATIN if letters[LATIN] >= sum(letters.values()) - least and letters[LATIN] else None
    return told[0] if len(told) == 1 else None


@lru_cache(maxsize=1 << 16)
def _script_of(character: str) -> str | None:
    """The first word of the name of a letter, which names its script; None for other signs."""
    if not unicodedata.category(character).startswith("L"):
        return None
    words = unicodedata.name(character, "").split(" ")
    first = (
        words[1] if words[0] in {"HALFWIDTH", "FULLWIDTH", "MODIFIER"} and words[1:] else words[0]
    )
    return SAME.get(first, first) or None
