"""Texts without what is not to be counted or shown."""

from __future__ import annotations

import re
from unicodedata import normalize


def plain(text: str) -> str:
    """One width, one case, single spaces.

    >>> plain("Ｇｏｏｄ  ﾓｰﾆﾝｸﾞ")
    'good モーニング'
    """
    return " ".join(normalize("NFKC", text).casefold().split())


def without_blocks(text: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> str:
    """A text without all that stands from an opening mark to the next closing one.

    Looks at every sign once; one pattern of the form ``<a>.*?</a>`` would look from every opening
    mark to the end of a text that closes none.

    >>> without_blocks("a(b)c(d", re.compile(r"[(]"), re.compile(r"[)]"))
    'ac(d'
    """
    kept, at = [], 0
    while (begun := opening.search(text, at)) and (ended := closing.search(text, begun.end())):
        kept.append(text[at : begun.start()])
        at = ended.end()
    return "".join((*kept, text[at:]))
