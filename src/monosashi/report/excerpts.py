"""Texts of the user in tables: as much as helps, and never cut without a sign."""

from __future__ import annotations

from monosashi.report.figures.labels import harmless, width

# results keep the beginnings of texts, cut to these lengths without a mark
CUT_BEFORE = frozenset({120, 200})
ROOM, WHOLE = 72, 200


def excerpt(text: object, room: float = ROOM) -> str:
    """The beginning of a text, cut between words where it has spaces; "…" says that it goes on.

    ``room`` is in ems: Japanese signs take one, Latin letters about half of one.

    >>> excerpt("all is said"), excerpt("one two three", room=5)
    ('all is said', 'one two…')
    """
    clean = harmless(text).strip()
    if width(clean, 1) <= room:
        return f"{clean}…" if len(str(text)) in CUT_BEFORE and not _ended(clean) else clean
    kept = _fitting(clean, room - 1)
    space = kept.rfind(" ")
    whole_words = kept[:space] if space > 0.6 * len(kept) else kept
    return f"{whole_words.rstrip(' ,;:、，')}…"


def _ended(text: str) -> bool:
    return text.endswith((".", "。", "!", "?", "！", "？", "…"))


def _fitting(text: str, room: float) -> str:
    used = 0.0
    for place, sign in enumerate(text):
        used += width(sign, 1)
        if used > room:
            return text[:place]
    return text
