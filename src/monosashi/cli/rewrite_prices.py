"""Prices of several generators on one command line."""

from __future__ import annotations

from collections.abc import Sequence

from monosashi.cli.wrong_usage import WrongUsageError


def read_prices(given: Sequence[str] | None) -> dict[str, tuple[float, float]]:
    """``NAME=IN/OUT``, for a million tokens.

    >>> read_prices(["gemma-3-27b=0.1/0.4"])
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
        if not equals or not name or len(numbers) != 2 or min(numbers) < 0:
            raise WrongUsageError("cli.errors.rewrite_price", given=one)
        found[name] = (numbers[0], numbers[1])
    return found
