"""Fill numbers into sentences, all of them written in one way.

Templates name numbers as ``str.format`` does. Here, and nowhere else, a negative number gets a
true minus sign and a count its separators, so that sentences and tables show the same signs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

MINUS = "\N{MINUS SIGN}"
SMALLEST_P_SHOWN, TWO_DIGITS_BELOW = 0.0001, 0.01
PERCENT_WHOLE_FROM, TWO_PLACES_BELOW, LEAST_PERCENT = 0.095, 0.002, 0.00005
BY_COUNT = ("#", "~")  # before words that a count decides: ``{n:#item} {n:~is|are}``
NOTHING = 1e-12  # what is left of sums of floats
END = re.compile(r"(?:^|_)(?:low|high)$")  # the names of an interval's ends
DECIMALS = re.compile(r"(?<=\.)\d+(?=[f%]$)")
ANY_DIGIT = re.compile(r"[1-9a-zA-Z]")  # letters: nan, inf
HYPHEN_OF_NUMBER = re.compile(r"(?<![A-Za-z0-9_.\-])-(?=[\d.])|(?<=\de)-(?=\d)")


class _End(float):
    """An end of an interval."""


class _Ends(Formatter):
    """``str.format``, but for the ends of intervals."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        value = super().get_value(key, args, kwargs)
        is_end = isinstance(value, float) and isinstance(key, str) and END.search(key)
        return _End(value) if is_end else value

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec.startswith(BY_COUNT):
            return counted(value, format_spec)
        is_end = isinstance(value, _End)
        return end(value, format_spec) if is_end else str(format(value, format_spec))


class _Numbers(_Ends):
    """With a true minus sign too, and with separators in plain counts."""

    def format_field(self, value: Any, format_spec: str) -> str:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or isinstance(value, _End) or format_spec.startswith(BY_COUNT):
            return super().format_field(value, format_spec)
        plain_count = isinstance(value, int) and not format_spec
        told = format(value, "," if plain_count else format_spec)
        if value > NOTHING and told.endswith("%") and not ANY_DIGIT.search(told):
            return ("+" if "+" in format_spec else "") + percent(value)
        if value <= 0 and not ANY_DIGIT.search(told):  # rounded to nothing: no sign of its own
            told = format(type(value)(0), format_spec)
        return told.replace("-", MINUS)


def fill_plain(template: str, values: Mapping[str, Any]) -> str:
    """``str.format``, but for ends of intervals: numbers may be years or lines, not counts.

    >>> fill_plain("{year}: {value:.2f} [{low:.2f}, {high:.2f}]",
    ...            {"year": 2026, "value": 0.1, "low": -0.001, "high": 0.2})
    '2026: 0.10 [−0.001, 0.20]'
    """
    return _Ends().vformat(template, (), values)


def fill(template: str, values: Mapping[str, Any]) -> str:
    """Fill a sentence in; texts stay as they are, but for numbers already written (``..._text``).

    >>> fill("{n} items, {gain:+.2f} {gain_text}", {"n": 1352, "gain": -0.04, "gain_text": "[-1]"})
    '1,352 items, −0.04 [−1]'

    What rounds to nothing has no minus sign:

    >>> fill("{gain:+.2f} {low:.3f}", {"gain": -0.004, "low": -0.0})
    '+0.00 0.000'

    What is above 0 is never 0 %:

    >>> fill("{share:.0%} {gain:+.1%} {none:.0%}", {"share": 0.003, "gain": 0.0004, "none": 0.0})
    '0.3% +0.04% 0%'

    But an end of an interval shows on which side of 0 it lies (``end``).

    One is not many:

    >>> [fill("{n:#item} {n:~is|are} in {n:#query|queries}", {"n": n}) for n in (1, 2_000)]
    ['1 item is in 1 query', '2,000 items are in 2,000 queries']
    """
    ready = {
        name: with_minus(value) if name.endswith("_text") and isinstance(value, str) else value
        for name, value in values.items()
    }
    return _Numbers().vformat(template, (), ready)


def counted(count: Any, spec: str) -> str:
    """A count with its noun, or only the word that agrees with it.

    ``#one|many``, or ``#one`` where many only has an s more; ``~one|many`` without the count.

    >>> counted(1, "#generated point"), counted(0, "#query|queries"), counted(2, "~lies|lie")
    ('1 generated point', '0 queries', 'lie')
    """
    one, _, many = spec[1:].partition("|")
    word = one if count == 1 else many or f"{one}s"
    told = f"{count:,}" if isinstance(count, int | float) else str(count)
    return f"{told} {word}" if spec.startswith("#") else word


def end(value: float, spec: str = ".3f") -> str:
    """An end of an interval; what would round to nothing gets decimals until a digit shows.

    Else ``[0.000, 0.011]`` would hide whether the interval holds 0.

    >>> end(-0.0004), end(0.0312), end(-0.00004, "+.2f"), end(0.004, ".0%"), end(0.0)
    ('−0.0004', '0.031', '−0.00004', '0.4%', '0.000')
    """
    spread = 0.0 if abs(value) < NOTHING else float(value)
    told = format(spread, spec)
    if spread and math.isfinite(spread) and not ANY_DIGIT.search(told):
        size = spread * (100 if spec.endswith("%") else 1)
        told = format(spread, DECIMALS.sub(str(_decimals(size)), spec))
    return told.replace("-", MINUS)


def _decimals(value: float) -> int:
    """How many decimals one significant digit takes, as rounded.

    >>> _decimals(0.0004), _decimals(0.00096)
    (4, 3)
    """
    return -int(f"{value:.0e}".partition("e")[2])


def ends(low: float, high: float, spec: str = ".3f") -> str:
    """An interval in brackets.

    >>> ends(-0.0004, 0.011), ends(0.697, 0.766, ".2f")
    ('[−0.0004, 0.011]', '[0.70, 0.77]')
    """
    return f"[{end(low, spec)}, {end(high, spec)}]"


def with_minus(numbers: str) -> str:
    """A true minus sign before every negative number of a text that holds numbers."""
    return HYPHEN_OF_NUMBER.sub(MINUS, numbers)


def percent(share: float) -> str:
    """A share in per cent; what is not nothing is never shown as 0 %.

    >>> percent(0.1834), percent(0.0004), percent(0.0), percent(-0.0213)
    ('18%', '0.04%', '0%', '−2.1%')
    >>> percent(0.000762), percent(0.000624), percent(0.00001), percent(-0.00001)
    ('0.08%', '0.06%', '<0.01%', '>−0.01%')
    """
    if abs(share) < NOTHING:
        return "0%"
    if share < 0:
        return f"{MINUS}{percent(-share)}".replace(f"{MINUS}<", f">{MINUS}")
    if share >= PERCENT_WHOLE_FROM:
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
