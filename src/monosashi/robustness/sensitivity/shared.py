"""What the rules of all languages share."""

from __future__ import annotations

import re

NUMBER = re.compile(r"[0-9０-９]+")


def change_last_number(text: str) -> tuple[str, int] | None:
    """Change the first digit of the last number, so that its size stays about the same.

    >>> change_last_number("3 of 250")
    ('3 of 650', 5)
    """
    found = list(NUMBER.finditer(text))
    if not found:
        return None
    at = found[-1].start()
    digit = text[at]
    base = ord("０") if digit >= "０" else ord("0")
    # 1 to 9 again, so that the number keeps its length
    other = chr(base + (ord(digit) - base + 3) % 9 + 1)
    return text[:at] + other + text[at + 1 :], at


def swap_last_two(
    text: str, names: list[re.Match[str]], joining: re.Pattern[str]
) -> tuple[str, int] | None:
    """Swap the last two different names that are not merely listed."""
    for second in range(len(names) - 1, 0, -1):
        for first in range(second - 1, -1, -1):
            a, b = names[first], names[second]
            between = text[a.end() : b.start()]
            if a.group() == b.group() or joining.fullmatch(between):
                continue
            return text[: a.start()] + b.group() + between + a.group() + text[b.end() :], a.start()
    return None
