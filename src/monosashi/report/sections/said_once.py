"""Rows without a value: their reasons once below a table, not in every cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from monosashi.report.tongue import Tongue

Row = Mapping[str, Any]


def apart(rows: Iterable[Row], value: str) -> tuple[list[Row], list[Row]]:
    """Rows that have ``value``, and those that have a reason in its place.

    >>> apart([{"gap": 1.5}, {"gap": None, "reason": {"text": "one seed"}}], "gap")
    ([{'gap': 1.5}], [{'gap': None, 'reason': {'text': 'one seed'}}])
    """
    held: tuple[list[Row], list[Row]] = ([], [])
    for row in rows:
        held[row.get(value) is None and bool(row.get("reason"))].append(row)
    return held


def reasons_once(rows: Sequence[Row], named: Callable[[Row], str], tongue: Tongue) -> list[str]:
    """Each reason once, after the names of the rows that it is the reason of."""
    held: dict[str, dict[str, None]] = {}
    for row in rows:
        held.setdefault(tongue.why(row["reason"]), {})[named(row)] = None
    return [tongue.titled(tongue.listing(names), why) for why, names in held.items()]
