"""Fill numbers into sentences, all of them written in one way.

Templates name numbers as ``str.format`` does. Here, and nowhere else, a negative number gets a
true minus sign and a count its separators, so that sentences and tables show the same signs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter
from typing import Any

MINUS = "\N{MINUS SIGN}"
SMALLEST_P_SHOWN, TWO_DIGITS_BELOW = 0.0001, 0.01
PERCENT_WHOLE_FROM, TWO_PLACES_BELOW, LEAST_PERCENT = 0.095, 0.002, 0.00005
ANY_DIGIT = re.compile(r"[1-9a-zA-Z]")  # letters: nan, inf
HYPHEN_OF_NUMBER = re.compile(r"(?<![A-Za-z0-9_.\-])-(?=[\d.])|(?<=\de)-(?=\d)")


class _Numbers(Formatter):
    """``str.format`` with a true minus sign, and with separators in plain counts."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return str(format(value, format_spec))
        plain_count = isinstance(value, int) and not format_spec
        told = format(value, "," if plain_count else format_spec)
        if value <= 0 and not ANY_DIGIT.search(told):  # rounded to nothing: no sign of its own
            told = format(type(value)(0), format_spec)
        return told.replace("-", MINUS)


def fill(template: str, values: Mapping[str, Any]) -> str:
    """Fill a sentence in; texts stay as they are, but for numbers already written (``..._text``).

    >>> fill("{n} items, {gain:+.2f} {gain_text}", {"n": 1352, "gain": -0.04, "gain_text": "[-1]"})
    '1,352 items, −0.04 [−1]'

    What rounds to nothing has no minus sign:

    >>> fill("{gain:+.2f} {low:.3f}", {"gain": -0.004, "low": -0.0})
    '+0.00 0.000'
    """
    ready = {
        name: with_minus(value) if name.endswith("_text") and isinstance(value, str) else value
        for name, value in values.items()
    }
    return _Numbers().vformat(template, (), ready)


def with_minus(numbers: str) -> str:
    """A true minus sign before every negative number of a text that holds numbers."""
    return HYPHEN_OF_NUMBER.sub(MINUS, numbers)


def percent(share: float) -> str:
    """A share in per cent; what is not nothing is never shown as 0 %.

    >>> percent(0.1834), percent(0.0004), percent(0.0), percent(-0.0213)
    ('18%', '0.04%', '0%', '−2.1%')
    >>> percent(0.000762), percent(0.000624), percent(0.00001)
    ('0.08%', '0.06%', '<0.01%')
    """
    if share < 0:
        return f"{MINUS}{percent(-share)}"
    if share == 0 or share >= PERCENT_WHOLE_FROM:
        return f"{share:.0%}"
    if share < LEAST_PERCENT:
        return "<0.01%"
    return f"{share:.2%}" if share < TWO_PLACES_BELOW else f"{share:.1%}"


def p_digits(p_value: float, *, floor: bool = False) -> tuple[str, str]:
    """Sign and digits of a p: three decimals, two digits below 0.01, and none below 0.0001.

    No model of the data is more exact than that.

    >>> p_digits(0.0457), p_digits(0.0004882), p_digits(0.001, floor=True), p_digits(1.1e-63)
    (('=', '0.046'), ('=', '0.00049'), ('≤', '0.001'), ('<', '0.0001'))
    """
    if p_value < SMALLEST_P_SHOWN:
        return "<", f"{SMALLEST_P_SHOWN:.4f}"
    digits = f"{p_value:.3f}" if p_value >= TWO_DIGITS_BELOW else f"{p_value:.2g}"
    return "≤" if floor else "=", digits
