"""The profile of every model, or the ratings of every transformation, in a few lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.cli.robustness_losses import LEAST, loss_lines, word_of
from monosashi.cli.shape_columns import Lines, columns
from monosashi.report.numerals import DASH, interval, number
from monosashi.words import current_language, filling, say

ALL = "all"  # the rows over all transformations


def robustness_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """Loss per model and axis of the first group and generator; means of ratings; movements."""
    if document.get("kind") != "robustness":
        return []
    results = document.get("results", {})
    if "robustness" in results:
        return loss_lines(results, room)
    if found := results.get("ratings"):
        return columns(_ratings(found), max(room, LEAST))
    if found := results.get("sensitivity"):
        return columns(_movements(found), max(room, LEAST))
    return []


def _movements(found: Mapping[str, Any]) -> Lines:
    """How far each kind of change moves the vectors, beside harmless rewordings."""
    tongue = current_language()
    held = [(word_of(row["kind"]), row) for row in found["kinds"]]
    if found["harmless"] is not None:
        held.append((say("robustness.terms.harmless", tongue), found["harmless"]))
    head = [say(f"robustness.terms.{name}", tongue) for name in ("kind", "movement", "n")]
    return [head, *([name, _movement(row), str(row["n"])] for name, row in held)]


def _movement(row: Mapping[str, Any]) -> str:
    if row["movement"] is None:
        return DASH
    return f"{number(row['movement'])} {interval(row['low'], row['high'])}".rstrip()


def _ratings(found: Mapping[str, Any]) -> Lines:
    criteria = list(dict.fromkeys(row["criterion"] for row in found["rows"]))
    held: dict[str, dict[str, str]] = {}
    for row in found["rows"]:
        name = f"{row['transformation']} {row['generator']}".strip()
        held.setdefault(name, {})[row["criterion"]] = (
            DASH
            if row["mean"] is None
            else filling.with_minus(
                " ".join(
                    [
                        f"{row['mean']:.2f}",
                        *(
                            []
                            if row["low"] is None
                            else [filling.ends(row["low"], row["high"], ".2f")]
                        ),
                    ]
                )
            )
        )
    first = say("robustness.terms.transformation", current_language())
    return [
        [first, *map(word_of, criteria)],
        *([name, *(one.get(c, DASH) for c in criteria)] for name, one in held.items()),
        *(_agreement(found, criteria, name) for name in ("ac2", "alpha")),
    ]


def _agreement(found: Mapping[str, Any], criteria: Sequence[str], name: str) -> list[str]:
    """How far the raters agree over all transformations, which means alone do not show."""
    whole = {row["criterion"]: row for row in found["rows"] if row["transformation"] == ALL}
    cells = [DASH if whole[c][name] is None else " ".join([
        filling.fill("{value:.2f}", {"value": whole[c][name]}), *_two_ends(whole[c], name)])
        for c in criteria]  # fmt: skip
    return [say(f"robustness.terms.{name}", current_language()), *cells]


def _two_ends(row: Mapping[str, Any], name: str) -> list[str]:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return [] if low is None or high is None else [filling.ends(low, high, ".2f")]
