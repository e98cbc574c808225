"""Every direction in a few lines of the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.cli.layout import WIDTH, cells, shorten, visible, wrap
from monosashi.report.numerals import DASH, ends, interval, number, value_of
from monosashi.words import current_language, say

GAP, LEAST, MOST, LANGUAGE = 2, 3, 6, 12


def language_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """Worst direction first: only the other language, mixed, and what is lost."""
    if document.get("kind") != "language":
        return []
    directions = document["results"]["language"]["directions"].values()
    ordered = sorted(directions, key=lambda one: -(value_of(one["drop"]) or 0.0))
    searched = [*_searched(document), *_turned(document)]
    most = max(LEAST, min(room - 1 - len(searched), MOST))
    shown = ordered if len(ordered) <= most else ordered[: most - 1]
    heads = ["", *(say(f"language.terms.{name}") for name in ("target_only", "mixed", "drop"))]
    table = [heads, *(_row(one, whole=True) for one in shown)]
    if max(cells(line) for line in _lines(table)) > WIDTH:
        table = [heads, *(_row(one, whole=False) for one in shown)]
    left = len(ordered) - len(shown)
    more = [f"  {say('cli.screen.more_rows', count=left)}"] if left else []
    return [*_lines(table), *more, *searched]


def _lines(table: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(cells(row[place]) for row in table) for place in range(len(table[0]))]
    return [_aligned(row, widths) for row in table]


def _row(one: Mapping[str, Any], *, whole: bool) -> list[str]:
    """Recalls have their intervals where the screen is wide enough; the loss always has."""
    name = " → ".join(_short(one[side]) for side in ("source", "target"))
    recalls = [one[pool]["recall"]["1"] for pool in ("target_only", "mixed")]
    told = [_told(found) if whole else number(value_of(found) or 0.0) for found in recalls]
    return [name, *told, _told(one["drop"])]


def _told(found: Any) -> str:
    """A number with its interval."""
    return DASH if found is None else f"{number(value_of(found) or 0.0)} {interval(*ends(found))}"


def _searched(document: Mapping[str, Any]) -> list[str]:
    """Queries with known answers, a line a language."""
    found = document["results"].get("language_search")
    rows = [row for row in found["rows"] if not row["repair"]] if found else []
    worst = sorted(rows, key=lambda row: -(value_of(row["cross_drop"]) or 0.0))[:2]
    told = (say("cli.language.searched", language=_short(row["language"]), **_numbers(row))
            for row in worst)  # fmt: skip
    return [line for text in told for line in wrap(text, first="  ", rest="    ")]


def _turned(document: Mapping[str, Any]) -> list[str]:
    """What the usual knobs change, in one sentence; their numbers stand in the report."""
    found = document["results"].get("experiments")
    if not found or not found["knobs"]:
        return []
    from monosashi.report.sections.language_experiments import knobs_sentence
    from monosashi.report.tongue import Tongue

    told = knobs_sentence(found["knobs"], Tongue(current_language()))
    return shorten(wrap(say("cli.language.knobs", told=told), first="  ", rest="    "), 3)


def _numbers(row: Mapping[str, Any]) -> dict[str, str]:
    recalls = {side: DASH if row[side] is None else _told(row[side]["1"])
               for side in ("own", "cross")}  # fmt: skip
    return {"map": _told(row["map"]), **recalls}


def _short(name: str) -> str:
    clean = visible(name)
    while cells(clean) > LANGUAGE:
        clean = f"{clean[:-2]}…"
    return clean


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = [text + " " * (width - cells(text)) for text, width in zip(row, widths, strict=True)]
    return f"  {(' ' * GAP).join(padded)}".rstrip()
