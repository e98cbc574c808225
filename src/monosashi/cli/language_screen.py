"""Every direction in a few lines of the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.cli.layout import WIDTH, cells, shorten, visible, wrap
from monosashi.report.numerals import DASH, ends, interval, number, value_of
from monosashi.words import current_language, say

GAP, LEAST, MOST, LANGUAGE = 2, 3, 6, 12
IN_TWO_LINES = 3  # directions; of more the second part of the loss is for the report
HEADS = ("target_only", "mixed", "drop", "language_drop")
PARTS = ("language_drop", "candidates_drop")
DIGITS = 3  # as ``number`` prints a share


def language_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """Worst direction first: only the other language, mixed, and what is lost to what.

    What is lost never stands without its interval.
    """
    if document.get("kind") != "language":
        return []
    directions = document["results"]["language"]["directions"].values()
    ordered = sorted(directions, key=lambda one: -(value_of(one["language_drop"]) or 0.0))
    searched = [*_searched(document), *_turned(document)]
    if len(ordered) <= IN_TWO_LINES:
        return [*_in_parts(ordered), *searched]
    most = max(LEAST, min(room - 1 - len(searched), MOST))
    shown = ordered if len(ordered) <= most else ordered[: most - 1]
    left = len(ordered) - len(shown)
    more = [f"  {say('cli.screen.more_rows', count=left)}"] if left else []
    return [*_fitting(shown, HEADS), *more, *searched]


def _in_parts(shown: Sequence[Mapping[str, Any]]) -> list[str]:
    """Two lines a direction: what is lost, and its two parts; then what they tell."""
    head, *rows = _fitting(shown, HEADS[:-1])
    lines = [head]
    for row, one in zip(rows, shown, strict=True):
        parts = {name: _told(one[name]) for name in PARTS}
        lines += [row, f"    {say('cli.language.parts', **parts)}"]
    lines += wrap(say("cli.language.parts_note"), first="  ")
    if all(map(_adds_up, shown)):
        return lines
    return [*lines, *wrap(say("cli.language.parts_rounded"), first="  ")]


def _adds_up(one: Mapping[str, Any]) -> bool:
    """Whether both parts make the whole as they are printed."""
    whole, *parts = (round(value_of(one[name]) or 0.0, DIGITS) for name in ("drop", *PARTS))
    return round(sum(parts), DIGITS) == whole


def _fitting(shown: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """The columns; without the whole loss where the names of languages leave no room for it."""
    lines = _table(shown, names)
    if max(map(cells, lines)) <= WIDTH:
        return lines
    return _table(shown, [name for name in names if name != "drop"])


def _table(shown: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    heads = ["", *(say(f"cli.language.heads.{name}") for name in names)]
    return _lines([heads, *(_row(one, names) for one in shown)])


def _lines(table: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(cells(row[place]) for row in table) for place in range(len(table[0]))]
    return [_aligned(row, widths) for row in table]


def _row(one: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """A recall as it is, a loss with its interval."""
    arrow = " → ".join(_short(one[side]) for side in ("source", "target"))
    return [arrow, *(_told(one[name]) if name.endswith("drop")
                     else number(value_of(one[name]["recall"]["1"]) or 0.0)
                     for name in names)]  # fmt: skip


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
