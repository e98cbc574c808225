"""Every direction in a few lines of the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.cli.language_sizes import sizes_lines
from monosashi.cli.layout import WIDTH, cells, shorten, visible, wrap
from monosashi.report.numerals import DASH, ends, interval, number, value_of
from monosashi.words import current_language, say

GAP, LEAST, MOST, LANGUAGE = 2, 3, 6, 12
IN_TWO_LINES = 3  # directions; of more the second part of the loss is for the report
HEADS = ("target_only", "mixed", "drop", "language_drop")
PARTS = ("language_drop", "candidates_drop")
KNOB_LINES = 2  # of each sentence about knobs
DIGITS = 3  # as ``number`` prints a share


def language_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """Worst direction first: only the other language, mixed, and what is lost to what.

    What is lost never stands without its interval. Where lines are few, explanations give way
    before numbers do, so that findings keep theirs.
    """
    if document.get("kind") != "language":
        return []
    directions = document["results"]["language"]["directions"].values()
    ordered = sorted(directions, key=lambda one: -(value_of(one["language_drop"]) or 0.0))
    beside = [*sizes_lines(document), *_searched(document), *_turned(document)]
    if len(ordered) <= IN_TWO_LINES:
        return _most_that_fit(ordered, beside, room, _note(document))
    most = max(LEAST, min(room - 1 - len(beside), MOST))
    shown = ordered if len(ordered) <= most else ordered[: most - 1]
    left = len(ordered) - len(shown)
    more = [f"  {say('cli.screen.more_rows', count=left)}"] if left else []
    return [*_fitting(shown, HEADS), *more, *beside]


def _most_that_fit(
    shown: Sequence[Mapping[str, Any]], beside: Sequence[str], room: int, note: str
) -> list[str]:
    """Both parts of every loss with what they tell; without that; in one line a direction."""
    told = [*wrap(say(f"cli.language.{note}"), first="  "), *_rounded(shown)]
    forms = [[*_in_parts(shown), *told, *beside], [*_in_parts(shown), *beside]]
    fitting = (form for form in forms if len(form) <= room)
    return next(fitting, [*_fitting(shown, HEADS), *beside])


def _note(document: Mapping[str, Any]) -> str:
    """What the parts tell; where pages are cut differently, less."""
    cut = any("chunks" in finding["numbers"] for finding in document["findings"])
    return "parts_note_chunks" if cut else "parts_note"


def _in_parts(shown: Sequence[Mapping[str, Any]]) -> list[str]:
    """Two lines a direction: what is lost, and its two parts."""
    head, *rows = _fitting(shown, HEADS[:-1])
    lines = [head]
    for row, one in zip(rows, shown, strict=True):
        parts = {name: _told(one[name]) for name in PARTS}
        lines += [row, f"    {say('cli.language.parts', **parts)}"]
    return lines


def _rounded(shown: Sequence[Mapping[str, Any]]) -> list[str]:
    """That sums are off, where they are."""
    if all(map(_adds_up, shown)):
        return []
    return wrap(say("cli.language.parts_rounded"), first="  ")


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
    """What the usual knobs change; their numbers stand in the report.

    What helps, what does harm and what changes nothing each begin a line, so that none is cut
    away with the one before.
    """
    found = document["results"].get("experiments")
    if not found or not found["knobs"]:
        return []
    from monosashi.report.sections.language_experiments import knobs_sentences
    from monosashi.report.tongue import Tongue

    first, *rest = knobs_sentences(found["knobs"], Tongue(current_language()))
    said = [say("cli.language.knobs", told=first), *rest]
    return [line for one in said
            for line in shorten(wrap(one, first="  ", rest="    "), KNOB_LINES)]  # fmt: skip


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
