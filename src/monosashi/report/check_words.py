"""What a check of a repair found, in words: its states, and fields of cards that differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.words import catalogue

COMMA = {"en": ", ", "ja": "、"}


def with_check_words(numbers: Mapping[str, Any], tongue: str) -> Mapping[str, Any]:
    """``states`` and ``changes`` as text; other numbers as they are.

    >>> with_check_words({"states": "drifted, grown"}, "en")
    {'states': 'drifted, index grown or shrunk'}
    """
    made = dict(numbers)
    known = catalogue(tongue)
    if isinstance(states := numbers.get("states"), str):
        names = [known.get(f"language.states.{name}", name) for name in states.split(", ")]
        made["states"] = COMMA[tongue].join(names)
    if isinstance(changes := numbers.get("changes"), Sequence):
        made["fields"] = ("；" if tongue == "ja" else "; ").join(
            _change(one, tongue) for one in changes)  # fmt: skip
    return made


def _change(one: Mapping[str, Any], tongue: str) -> str:
    places = COMMA[tongue].join(place_name(name, tongue) for name in one["where"])
    told = f"{field_name(one['field'], tongue)} {one['fitted']} → {one['found']}"
    return f"{told}（{places}）" if tongue == "ja" else f"{told} ({places})"


def field_name(field: str, tongue: str) -> str:
    """A field of a card as the report calls it."""
    return catalogue(tongue).get(f"language.card_fields.{field}", field)


def place_name(where: str, tongue: str) -> str:
    """Where a card was found: in the sample, in the index."""
    return catalogue(tongue).get(f"language.card_places.{where}", where)
