"""The numbers of `monosashi hubs` in a few lines of the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.cli.shape_columns import Lines, columns
from monosashi.report.numerals import DASH, number, percent, percent_interval
from monosashi.words import current_language, say

LEAST = 3
NAMES = ("antihub_share", "top_share_ratio", "robin_hood")


def hubs_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """A line a correction, or a line a set; nothing where findings say it all."""
    if document.get("kind") != "hubs":
        return []
    results = document.get("results", {})
    if "hub_sets" in results:
        return columns(_sets(results["hub_sets"]["rows"]), max(room, LEAST))
    if "reductions" in results:
        return columns(_reductions(results["reductions"]), max(room, LEAST))
    return []


def _term(name: str) -> str:
    return say(f"hubs.terms.{name}", current_language())


def _sets(rows: list[Mapping[str, Any]]) -> Lines:
    corrected = any(row["method"] != "none" for row in rows)
    recall = any("recall" in row for row in rows)
    heads = ["set", *(["method"] if corrected else []), "n", "short_antihubs", "short_top",
             "short_robin_hood", *(["recall"] if recall else [])]  # fmt: skip
    lines = [[_term(name) for name in heads]]
    lines += [
        [
            row["set"], *([_method(row["method"])] if corrected else []), number(row["n"]),
            _share(row), number(row["top_share_ratio"]),
            number(row["robin_hood"]),
            *([DASH if row.get("recall") is None else number(row["recall"])] if recall else []),
        ]
        for row in rows
    ]  # fmt: skip
    return lines


def _method(name: str) -> str:
    return _term("none") if name == "none" else name


def _share(row: Mapping[str, Any]) -> str:
    """Items in no list, with the interval: 0 of few items may be some of many."""
    low, high = row["antihub_share_low"], row["antihub_share_high"]
    return f"{percent(row['antihub_share'])} {percent_interval(low, high)}".rstrip()


def _reductions(found: Mapping[str, Any]) -> Lines:
    recall = found["recall_before"]
    heads = ["method", "short_antihubs", "short_top", "short_robin_hood", "kept",
             *(["recall"] if recall else [])]  # fmt: skip
    lines = [[_term(name) for name in heads]]
    before = [number(found["before"][name]["value"]) for name in NAMES[1:]]
    lines.append([_term("none"), percent(found["before"]["antihub_share"]["value"]), *before,
                  percent(1.0), *([number(recall["value"])] if recall else [])])  # fmt: skip
    effects = found["effects"]
    ordered = sorted(effects, key=lambda name: effects[name]["change"]["robin_hood"]["after"])
    for name in ordered:
        one = effects[name]
        after = [one["change"][key]["after"] for key in NAMES]
        told = [number(one["recall"]["value"])] if recall else []
        lines.append([name, percent(after[0]), number(after[1]), number(after[2]),
                      percent(one["kept"]), *told])  # fmt: skip
    return lines
