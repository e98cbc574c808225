"""Why scores of several generators have no interval, and of which generators it is said."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

GENERAL = "intervals"  # a reason for all filtered and corrected scores


def missing_intervals(
    found: Mapping[str, Any], forms: Collection[str], metrics: Collection[str]
) -> list[tuple[str, Mapping[str, Any]]]:
    """Each reason once, after the names of its generators, which are left out if it is all.

    ``forms`` are those of the reasons: ``scores``, ``filtered``, ``corrected``; with either of the
    last two the reason that holds for both is told too.
    """
    told: list[tuple[list[str], Mapping[str, Any]]] = []
    for key, why in (found.get("reasons") or {}).items():
        who, field = _parted(key, found["names"])
        if who is None or not _asked(field, forms, metrics):
            continue
        names = next((names for names, known in told if known == why), None)
        if names is None:
            told.append(([who], why))
        elif who not in names:
            names.append(who)
    every = len(found["names"])
    return [("" if len(names) == every else f"{', '.join(names)}: ", why) for names, why in told]


def _parted(key: str, names: Collection[str]) -> tuple[str | None, str]:
    """``g1.0.scores.recall.interval``: names may hold points, and begin like another."""
    for name in sorted(names, key=len, reverse=True):
        if key.startswith(f"{name}."):
            return name, key.removeprefix(f"{name}.")
    return None, key


def _asked(field: str, forms: Collection[str], metrics: Collection[str]) -> bool:
    if field == GENERAL:
        return bool({"filtered", "corrected"} & set(forms))
    form, _, rest = field.partition(".")
    name, _, ending = rest.partition(".")
    return form in forms and name in metrics and ending == "interval"
