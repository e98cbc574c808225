"""The profile of every model, or the ratings of every transformation, in a few lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.cli.shape_columns import Lines, columns
from monosashi.report.numerals import DASH, MINUS
from monosashi.words import current_language, has_words, say

LEAST = 3


def robustness_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """Loss per model and axis of the first group and generator; or means of ratings."""
    if document.get("kind") != "robustness":
        return []
    results = document.get("results", {})
    if found := results.get("robustness"):
        return columns(_profile(found), max(room, LEAST))
    if found := results.get("ratings"):
        return columns(_ratings(found), max(room, LEAST))
    return []


def word_of(code: str) -> str:
    """What a group, axis or criterion is called."""
    key = f"robustness.words.{code}"
    return say(key) if has_words(key) else code


def _profile(found: Mapping[str, Any]) -> Lines:
    family = next(((row["dataset_group"], row["generator"]) for row in found["profile"]), None)
    mine = [row for row in found["profile"]
            if (row["dataset_group"], row["generator"]) == family]  # fmt: skip
    axes = list(dict.fromkeys(row["axis"] for row in mine))
    held = {(row["model"], row["axis"]): row["gap"] for row in mine}
    head = say("robustness.terms.gap", current_language())
    group = word_of(family[0]) if family else ""
    lines = [[f"{head}{'：' if current_language() == 'ja' else ', '}{group}", *map(word_of, axes)]]
    models = dict.fromkeys(row["model"] for row in mine)
    shown = ([model, *(_points(held.get((model, axis))) for axis in axes)] for model in models)
    return [*lines, *shown]


def _points(value: float | None) -> str:
    return DASH if value is None else f"{value:+.1f}".replace("-", MINUS)


def _ratings(found: Mapping[str, Any]) -> Lines:
    criteria = list(dict.fromkeys(row["criterion"] for row in found["rows"]))
    held: dict[str, dict[str, str]] = {}
    for row in found["rows"]:
        name = f"{row['transformation']} {row['generator']}".strip()
        held.setdefault(name, {})[row["criterion"]] = (
            DASH if row["mean"] is None else f"{row['mean']:.2f}"
        )
    first = say("robustness.terms.transformation", current_language())
    return [
        [first, *map(word_of, criteria)],
        *([name, *(one.get(c, DASH) for c in criteria)] for name, one in held.items()),
    ]
