"""Numbers of documents by language, and what is lost in pools of equal size, on the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.cli.layout import shorten, visible, wrap
from monosashi.report.numerals import number
from monosashi.words import say

SAID = "language.notices.unequal_pools"
LINES = 2  # of sizes; many languages are in the report


def sizes_lines(document: Mapping[str, Any]) -> list[str]:
    """Nothing where all languages have as many documents; else how many, and equal pools."""
    results = document["results"]
    sizes = results["language"].get("documents") or {}
    if len(set(sizes.values())) < 2:
        return []
    told = ", ".join(f"{visible(name)} {n:,}" for name, n in sizes.items())
    equal = results.get("equal_pools")
    if not equal or not equal["rows"]:
        return shorten(wrap(say("cli.language.sizes", sizes=told), first="  ", rest="    "), LINES)
    return [*shorten(wrap(say("cli.language.sizes_drawn", sizes=told, size=equal["size"],
                              repeats=equal["repeats"]), first="  ", rest="    "), LINES),
            *_drawn(equal)]  # fmt: skip


def unsaid_notices(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The notices without those that the lines of `monosashi language` say already."""
    notices = (document.get("data") or {}).get("notices", [])
    if document.get("kind") != "language":
        return list(notices)
    return [one for one in notices if one.get("code") != SAID]


def _drawn(equal: Mapping[str, Any]) -> list[str]:
    """The two directions that lose most to language in equal pools, each in one line."""
    worst = sorted(equal["rows"], key=lambda row: -row["language_drop"])[:2]
    return [line for row in worst for line in wrap(_row(row), first="    ", rest="      ")]


def _row(row: Mapping[str, Any]) -> str:
    names = ("drop", "whole", "language_drop", "language_whole", "deviation", "language_deviation")
    return say("cli.language.drawn", source=visible(row["source"]), target=visible(row["target"]),
               **{name: number(row[name]) for name in names})  # fmt: skip
