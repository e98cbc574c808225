"""Prices of several generators on one command line."""

from __future__ import annotations

import math
from collections.abc import Sequence

from monosashi.cli.wrong_usage import WrongUsageError


def read_prices(
    given: Sequence[str] | None, known: Sequence[str]
) -> dict[str, tuple[float, float]]:
    """``NAME=IN/OUT``, for a million tokens; names are those of candidates.

    >>> read_prices(["gemma-3-27b=0.1/0.4"], ["gemma-3-27b"])
    {'gemma-3-27b': (0.1, 0.4)}
    """
    found: dict[str, tuple[float, float]] = {}
    for one in given or ():
        name, equals, prices = one.rpartition("=")
        parts = prices.split("/")
        try:
            numbers = [float(part) for part in parts]
        except ValueError:
            numbers = []
        fine = len(numbers) == 2 and all(0 <= number < math.inf for number in numbers)
        if not equals or not name or not fine:
            raise WrongUsageError("cli.errors.rewrite_price", given=one)
        found[name] = (numbers[0], numbers[1])
    if unknown := [name for name in found if name not in known]:
        raise WrongUsageError("cli.errors.price_unknown", names=", ".join(unknown),
                              known=", ".join(known))  # fmt: skip
    return found
