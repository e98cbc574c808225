"""One form of a text for counting its characters."""

from __future__ import annotations

from unicodedata import normalize


def plain(text: str) -> str:
    """One width, one case, single spaces.

    >>> plain("Ｇｏｏｄ  ﾓｰﾆﾝｸﾞ")
    'good モーニング'
    """
    return " ".join(normalize("NFKC", text).casefold().split())
