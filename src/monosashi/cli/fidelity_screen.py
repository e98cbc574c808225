"""The numbers of `monosashi fidelity` in a few lines of the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.cli.shape_columns import Lines, columns
from monosashi.report.numerals import DASH, number, written
from monosashi.words import current_language, say

LEAST = 4
FIRST = ("clipped_density", "clipped_coverage", "precision", "recall", "density", "coverage")
SIDE_BY_SIDE = 2


def fidelity_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """A line a metric, or a line a generator."""
    if document.get("kind") != "fidelity":
        return []
    results = document.get("results", {})
    if part := results.get("fidelity"):
        return columns(_scores(part), max(room, LEAST))
    if part := results.get("generators"):
        return columns(_generators(part), max(room, LEAST))
    return []


def _term(name: str) -> str:
    return say(f"fidelity.terms.{name}", current_language())


def _leading(metrics: Sequence[str]) -> list[str]:
    return [name for name in FIRST if name in metrics] + [
        name for name in metrics if name not in FIRST
    ]


def _scores(part: Mapping[str, Any]) -> Lines:
    forms = ["filtered", "corrected"] if part["corrected"] else []
    control = part["control"]
    heads = ["metric", "plain", *forms, *(["short_attainable"] if control else [])]
    lines = [["", *(_term(name) for name in heads[1:])]]
    for name in _leading(part["metrics"]):
        row = [name, written(part["scores"][name]) if part["scores"][name] else DASH]
        row += [_shown(part[form].get(name)) for form in forms]
        lines.append([*row, *([_shown(control["scores"].get(name))] if control else [])])
    return lines


def _generators(part: Mapping[str, Any]) -> Lines:
    shown = _leading(part["metrics"])[:SIDE_BY_SIDE]
    lines = [[_term("generator"), *(name.replace("_", " ") for name in shown)]]
    for name in part["names"]:
        mine = {row["metric"]: row for row in part["generators"] if row["generator"] == name}
        lines.append([name, *(_with_interval(mine[metric]) for metric in shown)])
    return lines


def _with_interval(row: Mapping[str, Any]) -> str:
    if row["value"] is None:
        return DASH
    if row["low"] is None or row["high"] is None:
        return number(row["value"])
    return f"{number(row['value'])} [{number(row['low'])}, {number(row['high'])}]"


def _shown(value: float | None) -> str:
    return DASH if value is None else number(value)
