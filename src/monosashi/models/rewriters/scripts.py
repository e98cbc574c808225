"""The script of a text, which tells many languages apart without a dictionary."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from monosashi.models.translators.apertium_codes import short

BLOCKS = {
    "kana": re.compile("[\u3040-\u30ff\uff66-\uff9f]"),
    "han": re.compile("[\u3400-\u9fff\uf900-\ufaff々]"),
    "hangul": re.compile("[\u1100-\u11ff\uac00-\ud7af]"),
    "latin": re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]"),
    "arabic": re.compile("[\u0600-\u06ff\u0750-\u077f]"),
    "cyrillic": re.compile("[\u0400-\u052f]"),
    "greek": re.compile("[\u0370-\u03ff]"),
    "hebrew": re.compile("[\u0590-\u05ff]"),
    "devanagari": re.compile("[\u0900-\u097f]"),
    "thai": re.compile("[\u0e00-\u0e7f]"),
    "bengali": re.compile("[\u0980-\u09ff]"),
    "tamil": re.compile("[\u0b80-\u0bff]"),
}
OF = {
    "ja": ("kana", "han"), "zh": ("han",), "ko": ("hangul", "han"), "yue": ("han",),
    **dict.fromkeys(("ar", "fa", "ur", "ps"), ("arabic",)),
    **dict.fromkeys(("ru", "uk", "be", "bg", "mk", "kk", "mn"), ("cyrillic",)),
    **dict.fromkeys(("hi", "mr", "ne"), ("devanagari",)),
    "el": ("greek",), "he": ("hebrew",), "th": ("thai",), "bn": ("bengali",), "ta": ("tamil",),
}  # fmt: skip
OWN = {"ja": "kana", "ko": "hangul", "el": "greek", "he": "hebrew", "th": "thai",
       "bn": "bengali", "ta": "tamil", "zh": "han", "yue": "han"}  # fmt: skip
EITHER = frozenset({"sr", "sh", "uz", "az", "hbs"})  # written in two scripts
FEWEST_LETTERS = 20
LEAST_SHARE, SURE = 0.3, 0.9


def letters(text: str) -> int:
    """How many letters a text has."""
    return sum(unicodedata.category(sign)[0] == "L" for sign in text)


def script_shares(text: str) -> dict[str, float]:
    """Share of the letters of every script that occurs.

    >>> script_shares("Tokyo 東京")
    {'han': 0.2857142857142857, 'latin': 0.7142857142857143}
    """
    counts = {name: len(block.findall(text)) for name, block in BLOCKS.items()}
    total = sum(counts.values())
    return {name: count / total for name, count in counts.items() if count}


def scripts_of(language: str | None) -> tuple[str, ...]:
    """Scripts in which a language is written; Latin for those that are not listed."""
    if language is None:
        return ()
    code = short(language)
    return OF.get(code, () if code in EITHER else ("latin",))


def in_script(text: str, language: str | None) -> bool | None:
    """Whether a text can be in a language by its script; None if it has too few letters to say.

    >>> in_script("猫が木の枝の上に立って、遠くを見ています。", "en")
    False
    >>> in_script("OK", "ja") is None
    True
    """
    wanted = scripts_of(language)
    if not wanted or _weight(text) < FEWEST_LETTERS:
        return None
    shares = script_shares(text)
    if wanted == ("han",) and shares.get("kana", 0.0) > LEAST_SHARE / 3:
        return False
    if wanted == ("kana", "han") and not shares.get("kana") and _weight(text) > 60:
        return False  # a longer Japanese text has kana somewhere
    return sum(shares.get(name, 0.0) for name in wanted) >= LEAST_SHARE


def _weight(text: str) -> int:
    """Letters, those of scripts that write whole syllables or words counted twice and more."""
    shares = script_shares(text)
    dense = shares.get("han", 0) + shares.get("kana", 0) + shares.get("hangul", 0)
    return round(letters(text) * (1 + 1.5 * dense))


def tells_apart(source: str | None, target: str | None) -> bool:
    """Whether script alone tells one language from the other."""
    one, other = set(scripts_of(source)), set(scripts_of(target))
    return bool(one and other) and (one.isdisjoint(other) or {source, target} == {"ja", "zh"})


def identified(text: str, source: str | None, target: str | None) -> str | None:
    """``right`` or ``wrong`` by statistics of letters (extra ``langid``); None if unsure or absent.

    Only the languages in question are compared, and only a sure answer counts.
    """
    if source is None or target is None or source == target or letters(text) < FEWEST_LETTERS:
        return None
    judge = _judge(*sorted((short(source), short(target))))
    if judge is None:
        return None
    code, chance = judge.classify(text)
    if chance < SURE:
        return None
    return "right" if code == short(target) else "wrong"


def has_own_script(text: str, language: str | None) -> bool:
    """Whether a text is in a language that alone is written in its script, as far as we tell.

    >>> has_own_script("猫が眠っていました。", "ja"), has_own_script("Ihre Katze schlief.", "de")
    (True, False)
    """
    shares = script_shares(text)
    own = OWN.get(short(language or ""), "")
    return bool(own) and shares.get(own, 0.0) > 0


def stayed(source: str, made: str, language: str | None) -> str | None:
    """Whether a rewriting stayed in its language: ``right``, ``wrong``, or None if nothing can say.

    The likeliest of all languages is looked for; where that is another one, the two are compared.
    It is wrong if the text then is in its language and the rewriting surely in the other: short
    and mixed texts, which fool the statistics, are neither.
    """
    if language is None or min(letters(source), letters(made)) < FEWEST_LETTERS:
        return None
    judge = _judge()
    if judge is None:
        return None
    own, after = short(language), judge.classify(made)[0]
    if after == own:
        return "right"
    between = _judge(*sorted((own, after)))
    if between is None or between.classify(source)[0] != own:
        return None
    code, chance = between.classify(made)
    return "wrong" if code == after and chance >= SURE else None


@cache
def _judge(*languages: str) -> Any:
    """Tells languages apart, or all it knows; None where it is not there or knows one of them not.

    A package of the extra ``langid``.
    """
    if find_spec("py3langid") is None:
        return None
    module = import_module("py3langid.langid")
    judge = module.LanguageIdentifier.from_model_file(module.MODEL_FILE, norm_probs=True)
    try:
        if languages:
            judge.set_languages(list(languages))
    except (ValueError, KeyError):
        return None
    return judge
