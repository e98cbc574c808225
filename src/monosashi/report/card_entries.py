"""What a model card holds, as the page shows it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from monosashi.report.tongue import Tongue

UTC = re.compile(r"^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(?:\+00:00|Z)$")


def card_entries(known: Mapping[str, Any], tongue: Tongue) -> list[str]:
    """Name and value of everything beside the name of the model."""
    return [
        tongue.say("card_entry", name=tongue.say(f"card.{name}"), value=_entry(name, value, tongue))
        for name, value in known.items()
        if name != "name"
    ]


def moment(written: str) -> str:
    """A time in UTC as people write it; any other text as it came.

    >>> moment("2026-11-30T08:19:44+00:00")
    '2026-11-30 08:19:44 UTC'
    """
    return UTC.sub(r"\1 \2 UTC", written)


def _entry(name: str, value: Any, tongue: Tongue) -> str:
    if name == "normalised" and isinstance(value, bool):
        return tongue.say("card_is" if value else "card_not")
    if isinstance(value, list):
        return ", ".join(map(str, value))
    text = tongue.cell(value).text
    if name == "text_cut":
        return tongue.say("card.first_characters", count=text)
    return moment(text) if name == "built_at" else text
