"""Signs that a program puts before words it does not know."""

from __future__ import annotations

import re


def without_marks(line: str, source: str, marks: str) -> tuple[str, int]:
    """The line without marks before words, and how many words had one.

    A mark stays where the source has the same word with it: a hashtag is no unknown word.

    >>> without_marks("una *star y #tag", "a star and #tag", "*#@")
    ('una star y #tag', 1)
    """
    if not marks or not any(mark in line for mark in marks):
        return line, 0
    pattern = re.compile(rf"(?<!\w)([{re.escape(marks)}])(?=\w)(\w+)")
    count = 0

    def bare(found: re.Match[str]) -> str:
        nonlocal count
        if found[0] in source:
            return found[0]
        count += 1
        return found[2]

    return pattern.sub(bare, line), count
