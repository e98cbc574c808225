"""Labels inside figures: harmless, short enough, and with room left for them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

SIZE = 12.5
EM = {"W": 1.0, "F": 1.0, "A": 0.75, "H": 0.56, "Na": 0.56, "N": 0.56}


def harmless(text: object) -> str:
    """Text that any XML may hold: control signs and lone surrogates are shown as a mark."""
    return "".join(_visible(sign) for sign in str(text))


def _visible(sign: str) -> str:
    if sign in "\n\r\t\u2028\u2029\x85":
        return " "
    bad = unicodedata.category(sign) in {"Cc", "Cs", "Cn", "Co"} or sign in _TURNERS
    return "\N{REPLACEMENT CHARACTER}" if bad else sign


_TURNERS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def width(text: str, size: float = SIZE) -> float:
    """Estimated width in units of the drawing; the reader's font decides the true one."""
    return size * sum(_em(sign) for sign in text)


def _em(sign: str) -> float:
    if unicodedata.combining(sign):
        return 0.0
    return EM[unicodedata.east_asian_width(sign)]


def shorten(text: object, room: float, size: float = SIZE) -> str:
    """Cut to the room there is; beginning and end stay, since names often differ in either."""
    clean = harmless(text)
    if width(clean, size) <= room:
        return clean
    left = room - width("…", size)
    head = _fitting(clean, 0.6 * left, size)
    tail = _fitting(clean[::-1], left - width(head, size), size)[::-1]
    return f"{head.rstrip()}…{tail.lstrip()}"


def shorten_apart(texts: Sequence[object], rooms: Sequence[float], size: float = SIZE) -> list[str]:
    """Each cut to its room; names that a cut would make alike show where they differ.

    >>> shorten_apart(["mean, told by year", "mean, told by page"], [75, 75])
    ['mean,…year', 'mean,…page']
    """
    names = [harmless(text) for text in texts]
    usual = [shorten(name, room, size) for name, room in zip(names, rooms, strict=True)]
    cut = list(usual)
    for place, name in enumerate(names):
        alike = [other for other, one in zip(names, usual, strict=True)
                 if one == usual[place] and other != name]  # fmt: skip
        if alike:
            first = max(_parting(name, other) for other in alike)
            cut[place] = _from(name, first, rooms[place], size)
    return cut


def _parting(one: str, other: str) -> int:
    """Where two names begin to differ."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
                min(len(one), len(other)))  # fmt: skip


def _from(name: str, first: int, room: float, size: float) -> str:
    """The first signs, and what stands where the name differs from others."""
    head = _fitting(name, 0.2 * room, size)
    left = room - width(f"{head}…", size)
    rest = name[max(first - 1, len(head)) :].lstrip()
    if width(rest, size) <= left:
        start = _fitting(name[::-1], left, size)[::-1].lstrip()
        return f"{head.rstrip()}…{start}"
    return f"{head.rstrip()}…{_fitting(rest, left - width('…', size), size).rstrip()}…"


def _fitting(text: str, room: float, size: float) -> str:
    """As many signs from the front as fit."""
    used = 0.0
    for place, sign in enumerate(text):
        used += width(sign, size)
        if used > room:
            return text[:place]
    return text
