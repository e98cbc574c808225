"""Misses by layer in a few lines of the terminal; one query side by side with what came."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.cli.layout import WIDTH, cells, shorten, visible, wrap
from monosashi.cli.shape_columns import columns
from monosashi.report.numerals import number, percent, percent_interval
from monosashi.report.sections.misses_words import about, also_line, trial_cells
from monosashi.report.tongue import Tongue
from monosashi.words import current_language, say

NEIGHBOURS, NAME, MOST = 4, 30, 8


def why_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """All misses: the layers. One query: it, its list, and what each layer says."""
    if document.get("kind") != "why":
        return []
    found = document["results"]["misses"]
    query = document.get("query")
    return _layers(found, room) if query is None else _story(query)


def _layers(found: Mapping[str, Any], room: int) -> list[str]:
    """A line a layer that holds misses; layers that were not tested, with why."""
    held = [one for one in found["layers"] if one["count"]]
    heads = _said("layer", "misses", "share", "by_chance")
    lines = columns([heads, *map(_row, held)], room) if held else []
    if found["n_not_here"]:
        ids = ", ".join(found["not_here"][:3])
        lines += wrap(say("misses.screen.not_here", count=found["n_not_here"], ids=ids))
    return [*lines, *_not_tried(found, room - len(lines))]


def _row(one: Mapping[str, Any]) -> list[str]:
    share = one["share"]
    shown = f"{percent(share['value'])} {percent_interval(share['low'], share['high'])}"
    chance = "" if one["by_chance"] is None else f"{one['by_chance']:.1f}"
    return [say(f"misses.layers.{one['layer']}"), number(one["count"]), shown, chance]


def _not_tried(found: Mapping[str, Any], room: int) -> list[str]:
    """Layers without a test, or not told from chance: one line each, three at most."""
    held = [one for one in found["layers"] if one["reason"] and not one["count"]]
    return [line for one in held[: max(0, min(3, room))] for line in _untold(one)]


def _untold(one: Mapping[str, Any]) -> list[str]:
    from monosashi.report.sentences import reason_sentence

    kind = "not_tried" if one["would_mend"] is None else "not_named"
    told = say(f"misses.screen.{kind}", layer=say(f"misses.layers.{one['layer']}"),
               reason=reason_sentence(one["reason"]))  # fmt: skip
    return shorten(wrap(told, first="  "), 1)


def _story(query: Mapping[str, Any]) -> list[str]:
    tongue = Tongue(current_language())
    lines = [] if query["query_text"] is None else (
        _one_line(say("misses.screen.asked", text=query["query_text"])))  # fmt: skip
    gold = say("misses.screen.answer", document=query["gold_id"], text=query["gold_text"] or "")
    lines += _one_line(gold)
    listed = [_neighbour(one, tongue) for one in query["neighbours"][:NEIGHBOURS]]
    lines += columns([_said("document", "place", "to_query", "to_gold", "about"), *listed], MOST)
    tried = [trial_cells(one, tongue) for one in query["answers"]]
    lines += columns([_said("tried", "layer", "mends_it", "rank", "by_chance"), *tried], MOST)
    return [*lines, *(wrap(also_line(query["also"], tongue)) if query["also"] else [])]


def _said(*names: str) -> list[str]:
    return [say(f"misses.screen.{name}") for name in names]


def _neighbour(one: Mapping[str, Any], tongue: Tongue) -> list[str]:
    to_gold = "" if one["to_gold"] is None else number(one["to_gold"])
    what = about(one, tongue)
    name = one["document"] if one["text"] is None else f"{one['document']} {one['text']}"
    return [_cut(name, NAME), str(one["place"]), number(one["cosine"]), to_gold, what]


def _cut(text: str, room: int) -> str:
    clean = " ".join(visible(text).split())
    if cells(clean) <= room:
        return clean
    while cells(clean) > room - 1:
        clean = clean[:-1]
    return f"{clean}…"


def _one_line(text: str, first: str = "") -> list[str]:
    return [first + _cut(text, WIDTH - len(first))]
