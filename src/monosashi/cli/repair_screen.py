"""Ways to mend language side by side in a few lines of the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.cli.layout import cells, visible
from monosashi.cli.repair_use import use_lines
from monosashi.report.numerals import (
    DASH,
    ends,
    interval,
    percent,
    percent_interval,
    value_of,
)
from monosashi.report.sections.language_choice import standing_of, worst_directions
from monosashi.words import say
from monosashi.words.filling import fill

NAME, GAP, LEAST, MOST, DIRECTION = 24, 2, 3, 5, 15
Row = Sequence[str]


def choice_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """What was taken, no repair, then the highest; and how many more there are."""
    choice = document.get("results", {}).get("language_choice")
    if not choice:
        return []
    ordered, use = _ordered(choice), use_lines(choice)
    shown = ordered[: min(max(room - 2 - len(use), LEAST), MOST)]
    directions = worst_directions(choice)[:1]
    measured = choice["loss_measured"]
    rows = [_row(one, directions, choice, measured=measured) for one in shown]
    table = [_heads(directions, measured=measured), *rows]
    widths = [max(cells(row[place]) for row in table) for place in range(len(table[0]))]
    more = len(choice["options"]) - len(shown)
    tail = [f"  {say('cli.repair.more', count=more)}"] if more else []
    return [*(_aligned(row, widths) for row in table), *tail, *use]


def _arrow(direction: str) -> str:
    clean = visible(direction.replace("->", "→"))
    while cells(clean) > DIRECTION:
        clean = f"{clean[:-2]}…"
    return clean


def _ordered(choice: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The choice and "none" first, then by mAP; what was not measured is for the report."""
    options = [one for one in choice["options"].values() if one["map"] is not None]
    first = [choice["pick"], "none"]

    def place(one: Mapping[str, Any]) -> tuple[int, float]:
        rank = first.index(one["name"]) if one["name"] in first else len(first)
        return rank, -(value_of(one["map"]) or 0.0)

    return sorted(options, key=place)


def _heads(directions: Sequence[str], *, measured: bool) -> list[str]:
    guard = "same" if measured else "overlap"
    return [say("cli.repair.way"), "mAP", *map(_arrow, directions), say(f"cli.repair.{guard}"),
            say("cli.repair.state")]  # fmt: skip


def _row(
    one: Mapping[str, Any], directions: Sequence[str], choice: Mapping[str, Any], *, measured: bool
) -> list[str]:
    mark = "> " if one["name"] == choice["pick"] else "  "
    recalls = [_two(one["recall"].get(pair)) for pair in directions]
    guard = _two(one["same_language"]) if measured else _kept(one["overlap"])
    taken = one["name"] == choice["pick"]
    held = "taken" if measured else "conditional"
    standing = held if taken and one["name"] != "none" else standing_of(choice, one)
    state = say(f"cli.repair_states.{standing}")
    precision = f"{_three(one['map'])} {interval(*ends(one['map']))}".rstrip()
    return [mark + _short(one["name"]), precision, *recalls, guard, state]


def _three(found: Any) -> str:
    value = value_of(found)
    return DASH if value is None else fill("{value:.3f}", {"value": value})


def _two(found: Any) -> str:
    """A recall with its interval, two decimals each: three columns of three are too wide."""
    value, (low, high) = value_of(found), ends(found)
    if value is None or low is None or high is None:
        return DASH
    return fill("{value:.2f} [{low:.2f}, {high:.2f}]", {"value": value, "low": low, "high": high})


def _kept(found: Any) -> str:
    value, (low, high) = value_of(found), ends(found)
    if value is None or low == high:  # known, not estimated
        return DASH if value is None else percent(value)
    return f"{percent(value)} {percent_interval(low, high)}"


def _short(name: str) -> str:
    clean = visible(name)
    while cells(clean) > NAME:
        clean = f"{clean[:-2]}…"
    return clean


def _aligned(row: Row, widths: Sequence[int]) -> str:
    padded = [text + " " * (width - cells(text)) for text, width in zip(row, widths, strict=True)]
    return (" " * GAP).join(padded).rstrip()
