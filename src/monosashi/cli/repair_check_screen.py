"""Means of a repair against today's, language by language, in a few lines of the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.cli.layout import cells, visible
from monosashi.report.numerals import DASH, number
from monosashi.words import say

GAP, LEAST, MOST = 2, 2, 8


def check_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """Distance and noise band of every language, those that drifted first."""
    check = document.get("results", {}).get("repair_check")
    if not check or not check["drift"]:
        return []
    asked = [{**row, "language": say("cli.repair_check.of_queries", language=row["language"])}
             for row in check.get("query_drift", [])]  # fmt: skip
    ordered = sorted([*check["drift"], *asked], key=lambda row: -_ratio(row))
    shown = ordered[: min(max(room - 2, LEAST), MOST)]
    table = [[say(f"cli.repair_check.{name}") for name in ("language", "sample", "distance",
              "band", "state")], *(_row(row) for row in shown)]  # fmt: skip
    widths = [max(cells(row[place]) for row in table) for place in range(len(table[0]))]
    left = len(ordered) - len(shown)
    tail = [f"  {say('cli.screen.more_rows', count=left)}"] if left else []
    return [*(_aligned(row, widths) for row in table), *tail]


def _ratio(row: Mapping[str, Any]) -> float:
    return float(row["distance"] / row["band"]) if row["band"] else 0.0


def _row(row: Mapping[str, Any]) -> list[str]:
    numbers = [DASH if row[name] is None else number(row[name]) for name in ("distance", "band")]
    return [visible(row["language"]), number(row["sample"]), *numbers,
            say(f"cli.repair_check.{_state(row)}")]  # fmt: skip


def _state(row: Mapping[str, Any]) -> str:
    if row.get("fitted_to_sample"):
        return "own"  # it cannot but agree
    if not row["judged"]:
        return "unjudged"
    return "drifted" if row["drifted"] else "fits"


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = [text + " " * (width - cells(text)) for text, width in zip(row, widths, strict=True)]
    return f"  {(' ' * GAP).join(padded)}".rstrip()
