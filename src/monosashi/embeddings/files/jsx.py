"""Take JSX tags and ``{expressions}`` out of a paragraph of MDX, leaving the words between them."""

from __future__ import annotations

SIGNS = "<{"
HELD = {ord(sign): chr(0xE000 + place) for place, sign in enumerate(SIGNS)}
BACK = {ord(held): chr(sign) for sign, held in HELD.items()}
CLOSERS = {"{": "}", "<": ">"}
LONGEST = 5_000  # signs of a tag or expression; what is longer stays


def protect(code: str) -> str:
    """Hide the signs that begin a tag, so that code inside a sentence stays as it is."""
    return code.translate(HELD)


def restore(text: str) -> str:
    """Bring the hidden signs back."""
    return text.translate(BACK)


def without_jsx(text: str) -> str:
    """Leave out tags and expressions; a sign that opens nothing stays.

    >>> without_jsx('<Note type="a > b">Read {count > 1 ? "all" : "it"}</Note> if a < b.')
    'Read  if a < b.'
    """
    kept: list[str] = []
    place = 0
    while place < len(text):
        end = _end(text, place) if text[place] in SIGNS else None
        if end is None:
            kept.append(text[place])
            place += 1
        else:
            place = end
    return "".join(kept)


def _end(text: str, start: int) -> int | None:
    """Place after the tag or expression that begins here; None when it does not end."""
    if text[start] == "<" and not _opens_tag(text[start + 1 : start + 2]):
        return None
    closer, depth, quote = CLOSERS[text[start]], 0, ""
    for place in range(start + 1, min(len(text), start + LONGEST)):
        sign = text[place]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'`":
            quote = sign
        elif sign == closer and not depth:
            return place + 1
        else:
            depth += (sign == "{") - (sign == "}")
    return None


def _opens_tag(following: str) -> bool:
    return following.isalpha() or following in {"/", ">", "_", "$"}
