"""What became of rewritten texts, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.words import catalogue

AXES = frozenset({"weights", "axes"})


def with_rewrite_words(numbers: Mapping[str, Any], tongue: str) -> Mapping[str, Any]:
    """``status`` and the axes of ``weights`` as text; other numbers as they are.

    >>> with_rewrite_words({"status": "wrong_language"}, "en")
    {'status': 'wrong language'}
    >>> with_rewrite_words({"weights": "original 50 %, lexical 50 %"}, "en")
    {'weights': 'original 50%, wording 50%'}
    """
    told = catalogue(tongue)
    known = told.get(f"rewriting.status.{numbers.get('status')}")
    found = dict(numbers) if known is None else {**numbers, "status": known}
    for name in AXES.intersection(found):
        if isinstance(found[name], str):
            found[name] = ("、" if tongue == "ja" else ", ").join(_axes(found[name], told))
    return found


def _axes(listed: str, told: Mapping[str, str]) -> list[str]:
    """Names of axes as they are called; what has no other name stays."""
    parts = [part.replace(" %", "%").partition(" ") for part in listed.split(", ")]
    return [f"{told.get(f'robustness.words.{name}', name)}{space}{rest}"
            for name, space, rest in parts]  # fmt: skip
