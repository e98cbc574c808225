"""Comma lists of the command line: names, numbers, whole numbers."""

from __future__ import annotations

import math


def listed_names(given: str | None) -> list[str]:
    """Names; blanks around them and empty places do not count.

    >>> listed_names("topic, language,")
    ['topic', 'language']
    """
    return [name for part in (given or "").split(",") if (name := part.strip())]


def listed_numbers(option: str, given: str) -> list[float]:
    """Finite numbers; anything else is wrong usage.

    >>> listed_numbers("--values", "0, 2.5")
    [0.0, 2.5]
    """
    from monosashi.cli.wrong_usage import WrongUsageError

    try:
        found = [float(part) for part in listed_names(given)]
    except ValueError:
        found = []
    if not found or not all(map(math.isfinite, found)):
        raise WrongUsageError("cli.errors.shape_numbers", option=option, given=given)
    return found


def listed_counts(option: str, given: str) -> list[int]:
    """Whole numbers; anything else is wrong usage.

    >>> listed_counts("--group-counts", "5,10")
    [5, 10]
    """
    from monosashi.cli.wrong_usage import WrongUsageError

    found = listed_names(given)
    if not found or not all(part.isdecimal() for part in found):
        raise WrongUsageError("cli.errors.shape_counts", option=option, given=given)
    return [int(part) for part in found]
