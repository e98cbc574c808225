"""Numbers as they stand in files."""

from __future__ import annotations

import math
import re
from typing import Any

NUMERAL = re.compile(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*", re.ASCII)


def as_number(value: Any) -> float:
    """The finite number that a value is or that its text says; NaN for all else.

    Of texts only plain decimal numerals count: Python would also take ``1_000``, full-width
    digits, ``nan`` and ``inf``, which other readers of the same file refuse or read otherwise.

    >>> [as_number(value) for value in (2, "1e1", "1_000", "inf", 10**400)]
    [2.0, 10.0, nan, nan, nan]
    """
    if isinstance(value, str) and not NUMERAL.fullmatch(value):
        return math.nan
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan
    return number if math.isfinite(number) else math.nan
