"""Names of languages for running text; the codes stay where they label a direction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.words import catalogue

SIDES = ("source", "target")


def with_language_names(numbers: Mapping[str, Any], tongue: str) -> Mapping[str, Any]:
    """``source`` and ``target`` by name where the code is known, else as the data call them.

    >>> with_language_names({"source": "ja", "target": "x-1"}, "en")
    {'source': 'Japanese', 'target': 'x-1'}
    """
    known = catalogue(tongue)
    named = {side: known.get(f"language.names.{numbers[side]}", numbers[side])
             for side in SIDES if side in numbers}  # fmt: skip
    return {**numbers, **named}
