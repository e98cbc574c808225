"""Take JSX tags and ``{expressions}`` out of a paragraph of MDX, leaving the words between them."""

from __future__ import annotations

from monosashi.embeddings.files.jsx_ends import ends_from

SIGNS = "<{"
HIDDEN = "<{}>\"'`"  # all that means something inside a tag or an expression
HELD = {ord(sign): chr(0xFDD0 + place) for place, sign in enumerate(HIDDEN)}  # never in a text
BACK = {ord(held): chr(sign) for sign, held in HELD.items()}
WITHOUT_END = 16  # scans that find no end; text that needs more is no JSX, and the rest stays


def protect(code: str) -> str:
    """Hide the signs that mean something in JSX, so that code inside a sentence stays as it is."""
    return code.translate(HELD)


def restore(text: str) -> str:
    """Bring the hidden signs back."""
    return text.translate(BACK)


def without_jsx(text: str) -> str:
    """Leave out tags and expressions; a sign that opens nothing stays.

    One scan answers for every sign that it passes, so the time grows with the length of the text.

    >>> without_jsx('<Note type="a > b">Read {count > 1 ? "all" : "it"}</Note> if a < b.')
    'Read  if a < b.'
    """
    kept: list[str] = []
    ends: dict[int, int | None] = {}
    place, failed = 0, 0
    while place < len(text):
        opens = text[place] in SIGNS and opens_here(text, place)
        if opens and place not in ends and failed < WITHOUT_END:
            ends |= ends_from(text, place)
            failed += ends[place] is None
        end = ends.get(place) if opens else None
        if end is None:
            kept.append(text[place])
        place = end or place + 1
    return "".join(kept)


def opens_here(text: str, place: int) -> bool:
    """Whether a brace, or a sign that a name follows, stands here."""
    following = text[place + 1 : place + 2]
    return text[place] == "{" or following.isalpha() or following in {"/", ">", "_", "$"}
