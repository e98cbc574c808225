"""What tells apart several results of one title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def differing(parts: Sequence[Mapping[str, Any]]) -> list[str]:
    """How vectors were made smaller, the file, settings: the first of these that differ in all.

    Where nothing tells them all apart, what is known joins a number.
    """
    known = [_marks(part) for part in parts]
    for names in (("compression",), ("source",), ("compression", "source"), ("dimension",)):
        marks = [", ".join(mark[name] for name in names if mark[name]) for mark in known]
        full = [mark or str(place) for place, mark in enumerate(marks, 1)]
        if any(marks) and len(set(full)) == len(full) and sum(map(bool, marks)) >= len(marks) - 1:
            return [mark or _full(known[place]) or str(place + 1)
                    for place, mark in enumerate(marks)]  # fmt: skip
    return [str(place) for place in range(1, len(parts) + 1)]


def unique_titles(
    titles: Sequence[str], parts: Sequence[Mapping[str, Any]], models: Sequence[str]
) -> list[str]:
    """Titles of which no two are alike: those that are get their model, else what differs.

    >>> unique_titles(["Retrieval", "Retrieval", "Hubs"], [{}, {}, {}], ["a", "b", "a"])
    ['Retrieval (a)', 'Retrieval (b)', 'Hubs']
    """
    made = list(titles)
    for title in dict.fromkeys(titles):
        alike = [place for place, one in enumerate(titles) if one == title]
        names = [models[place] for place in alike]
        told = all(names) and len(set(names)) == len(names)
        marks = names if told else differing([parts[place] for place in alike])
        for place, mark in zip(alike, marks, strict=True):
            made[place] = title if len(alike) == 1 else f"{title} ({mark})"
    return made


def _marks(part: Mapping[str, Any]) -> dict[str, str]:
    data = part.get("data") or {}
    card = data.get("model") or {}
    dimension = data.get("dimension")
    return {"compression": card.get("compression") or "", "source": data.get("source") or "",
            "dimension": f"{dimension} d" if dimension else ""}  # fmt: skip


def _full(mark: Mapping[str, str]) -> str:
    """What is not compressed has its number of dimensions."""
    return mark["dimension"]
