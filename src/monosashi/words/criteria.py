"""What the criteria of a comparison of models are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.words.catalogue import catalogue, current_language

REWRITTEN = "robustness."


def criterion_name(name: str | None, language: str | None = None) -> str:
    """The name of a criterion as people read it; a name that nobody knows stays.

    >>> criterion_name("ndcg@10", "en"), criterion_name("robustness.length (rules)", "en")
    ('nDCG@10', 'loss to length (rules)')
    """
    known = catalogue(language or current_language())
    if name is None:
        return ""
    if not name.startswith(REWRITTEN):
        return known.get(f"choosing.criteria.{name.replace('@', '_at_')}", name)
    axis, _, beside = name.removeprefix(REWRITTEN).partition(" ")
    told = known["choosing.criteria.robustness_axis"]
    called = known.get(f"robustness.words.{axis}", axis)
    return f"{told.format(axis=called)} {beside}".rstrip()


def with_criterion_words(numbers: Mapping[str, Any], language: str) -> Mapping[str, Any]:
    """Criteria that numbers name, as text in this language; other numbers as they are.

    >>> with_criterion_words({"criteria_by": "language"}, "en")["by"]
    'language drop'
    """
    comma, stop = ("、", "；") if language == "ja" else (", ", "; ")
    colon = "：" if language == "ja" else ": "
    made = dict(numbers)
    for place in ("by", "against"):
        if isinstance(name := numbers.get(f"criteria_{place}"), str):
            made[place] = criterion_name(name, language)
    if isinstance(names := numbers.get("criteria_open"), Sequence):
        made["open"] = comma.join(criterion_name(name, language) for name in names)
    for place in ("ahead", "weights"):
        if isinstance(held := numbers.get(f"criteria_{place}"), Mapping):
            mark, between = (colon, stop) if place == "ahead" else (" ", comma)
            made[place] = between.join(f"{criterion_name(name, language)}{mark}{value}"
                                       for name, value in held.items())  # fmt: skip
    return made
