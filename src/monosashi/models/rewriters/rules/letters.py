"""Typing mistakes and case, for any script that has letters to slip on."""

from __future__ import annotations

import re

import numpy as np

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
WORD = re.compile(r"\b[A-Za-z]{4,}\b")
SIGNS = re.compile(r"[\u3040-\u309f]{2,}|[\u0400-\u04ff]{4,}|[\u0600-\u06ff]{4,}")
ONE_IN = 8  # words between two mistakes


def typos(text: str, rng: np.random.Generator) -> str:
    """One mistake in about eight words, at least one: swapped, doubled, dropped, beside the key.

    The first letter of a word stays. Numbers and addresses are left alone.

    >>> typos("reset my password please", np.random.default_rng(3)) != "reset my password please"
    True
    """
    spots = [match for pattern in (WORD, SIGNS) for match in pattern.finditer(text)
             if not _in_address(text, match.start())]  # fmt: skip
    if not spots:
        return text
    count = max(1, round(len(text.split()) / ONE_IN)) if " " in text else max(1, len(text) // 40)
    picked = rng.choice(len(spots), size=min(count, len(spots)), replace=False)
    made = text
    for match in sorted((spots[i] for i in picked), key=lambda one: -one.start()):
        made = made[: match.start()] + _slip(match[0], rng) + made[match.end() :]
    return made


def _slip(word: str, rng: np.random.Generator) -> str:
    """One mistake; where it changes nothing (two equal letters swapped) a letter is dropped."""
    at = int(rng.integers(1, len(word)))
    kinds = (_swapped, _doubled, _dropped, _beside)
    made = kinds[int(rng.integers(len(kinds)))](word, at, rng)
    return made if made != word else _dropped(word, at, rng)


def _swapped(word: str, at: int, _rng: np.random.Generator) -> str:
    at = min(at, len(word) - 2)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _doubled(word: str, at: int, _rng: np.random.Generator) -> str:
    return word[:at] + word[at] + word[at:]


def _dropped(word: str, at: int, _rng: np.random.Generator) -> str:
    return word[:at] + word[at + 1 :]


def _beside(word: str, at: int, rng: np.random.Generator) -> str:
    near = _neighbours(word[at].lower())
    if not near:
        return _doubled(word, at, rng)
    sign = near[int(rng.integers(len(near)))]
    return word[:at] + (sign.upper() if word[at].isupper() else sign) + word[at + 1 :]


def _neighbours(sign: str) -> str:
    for row in ROWS:
        if sign in row:
            place = row.index(sign)
            return row[max(0, place - 1) : place] + row[place + 1 : place + 2]
    return ""


def _in_address(text: str, start: int) -> bool:
    end = text.find(" ", start)
    word = text[text.rfind(" ", 0, start) + 1 : len(text) if end < 0 else end]
    return "@" in word or "://" in word or "www." in word


def case(text: str, rng: np.random.Generator) -> str:
    """All small, all capitals, or every word with a capital; another than the text has.

    >>> case("How do I log in?", np.random.default_rng(0))
    'How Do I Log In?'
    """
    forms = [form for form in (text.lower(), text.upper(), _titled(text)) if form != text]
    return forms[int(rng.integers(len(forms)))] if forms else text


def _titled(text: str) -> str:
    return re.sub(r"[^\W\d_]+(?:['’][^\W\d_]+)?", lambda m: m[0][:1].upper() + m[0][1:], text)
