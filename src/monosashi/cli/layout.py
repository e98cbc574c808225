"""Fit words into 24 lines of 80 columns; a full-width sign takes two."""

from __future__ import annotations

import re
import unicodedata

WIDTH, HEIGHT = 80, 24
CLOSING = "、。，．）」』】〉》：；？！ー"  # never first on a line
CHUNK = re.compile(rf"(?:[^\s\u2e80-\uffef]+|[\u2e80-\uffef])[{CLOSING}]*[ ]*|\s+")


# what would steer the terminal or turn the reading direction of the rest of the line
STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    r"""The same text with signs that steer a terminal replaced.

    >>> visible("a\x1b[31m\u202eb")
    'a�[31m�b'
    """
    return STEERING.sub("\N{REPLACEMENT CHARACTER}", text)


def cells(text: str) -> int:
    """Columns a terminal needs for a text."""
    return sum(_cell(sign) for sign in text)


def _cell(sign: str) -> int:
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def wrap(text: str, *, first: str = "", rest: str = "  ", width: int = WIDTH) -> list[str]:
    """Lines of at most ``width`` columns; breaks at spaces and between Japanese signs."""
    lines, line = [], visible(first)
    for chunk in CHUNK.findall(" ".join(visible(text).split())):
        if cells(line + chunk.rstrip()) > width and line.strip() != first.strip():
            lines.append(line.rstrip())
            line = rest
        line += chunk
        while (cut := fitting(line, width)) < len(line.rstrip()):
            lines.append(line[:cut])
            line = rest + line[cut:]
    return [*lines, line.rstrip()]


def fitting(line: str, width: int) -> int:
    """How many signs of a line take at most ``width`` columns."""
    used = 0
    for position, sign in enumerate(line):
        used += _cell(sign)
        if used > width:
            return position
    return len(line)


def shorten(lines: list[str], most: int) -> list[str]:
    """The first ``most`` lines, with an ellipsis when something is cut.

    An interval is shown whole or not at all: half of one would be another statement.

    >>> shorten(["more by +0.060 [+0.027,", "+0.093]"], 1)
    ['more by +0.060 …']
    """
    if len(lines) <= most:
        return lines
    kept = "\n".join(_with_room(lines[:most]))
    begun = kept.rfind("[")
    if begun > max(kept.rfind("]"), 0):
        kept = kept[:begun].rstrip()
    *before, last = _with_room(kept.split("\n"))
    return [*before, f"{last} …"]


def _with_room(lines: list[str]) -> list[str]:
    """The last line with room for an ellipsis."""
    *before, last = lines
    while cells(last) > WIDTH - 2:
        last = last[:-1]
    return [*before, last]
