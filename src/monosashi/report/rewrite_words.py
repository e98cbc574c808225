"""What became of rewritten texts, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.words import catalogue


def with_rewrite_words(numbers: Mapping[str, Any], tongue: str) -> Mapping[str, Any]:
    """``status`` as text; other numbers as they are.

    >>> with_rewrite_words({"status": "wrong_language"}, "en")
    {'status': 'wrong language'}
    """
    known = catalogue(tongue).get(f"rewriting.status.{numbers.get('status')}")
    return numbers if known is None else {**numbers, "status": known}
