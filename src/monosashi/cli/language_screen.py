"""Every direction in a few lines of the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.cli.layout import cells, visible
from monosashi.report.numerals import DASH, interval, number, value_of
from monosashi.words import say

GAP, LEAST, MOST, LANGUAGE = 2, 3, 6, 12


def language_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """Worst direction first: only the other language, mixed, and what is lost."""
    if document.get("kind") != "language":
        return []
    directions = document["results"]["language"]["directions"].values()
    ordered = sorted(directions, key=lambda one: -(value_of(one["drop"]) or 0.0))
    searched = _searched(document)
    most = max(LEAST, min(room - 1 - len(searched), MOST))
    shown = ordered if len(ordered) <= most else ordered[: most - 1]
    heads = ["", *(say(f"language.terms.{name}") for name in ("target_only", "mixed", "drop"))]
    table = [heads, *(_row(one) for one in shown)]
    widths = [max(cells(row[place]) for row in table) for place in range(len(heads))]
    left = len(ordered) - len(shown)
    more = [f"  {say('cli.screen.more_rows', count=left)}"] if left else []
    return [*(_aligned(row, widths) for row in table), *more, *searched]


def _row(one: Mapping[str, Any]) -> list[str]:
    name = " → ".join(_short(one[side]) for side in ("source", "target"))
    recalls = [number(value_of(one[pool]["recall"]["1"]) or 0.0)
               for pool in ("target_only", "mixed")]  # fmt: skip
    drop = one["drop"]
    return [name, *recalls, f"{number(drop['value'])} {interval(drop['low'], drop['high'])}"]


def _searched(document: Mapping[str, Any]) -> list[str]:
    """Queries with known answers, a line a language."""
    found = document["results"].get("language_search")
    rows = [row for row in found["rows"] if not row["repair"]] if found else []
    return [f"  {say('cli.language.searched', language=_short(row['language']), **_numbers(row))}"
            for row in rows[:2]]  # fmt: skip


def _numbers(row: Mapping[str, Any]) -> dict[str, str]:
    recalls = {side: DASH if row[side] is None else number(value_of(row[side]["1"]) or 0.0)
               for side in ("own", "cross")}  # fmt: skip
    return {"map": number(value_of(row["map"]) or 0.0), **recalls}


def _short(name: str) -> str:
    clean = visible(name)
    while cells(clean) > LANGUAGE:
        clean = f"{clean[:-2]}…"
    return clean


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = [text + " " * (width - cells(text)) for text, width in zip(row, widths, strict=True)]
    return f"  {(' ' * GAP).join(padded)}".rstrip()
