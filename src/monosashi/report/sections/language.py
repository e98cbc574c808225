"""Section: what a pool of mixed languages costs, and what mends it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Section, Table
from monosashi.report.excerpts import excerpt
from monosashi.report.numerals import number, value_of
from monosashi.report.sections.language_figures import language_figures
from monosashi.report.sections.repairs import Repaired, repaired_directions, repairs_table
from monosashi.report.tongue import Tongue

SHOWN_DIRECTIONS, SHOWN_MISSES, LOOKED_INTO = 6, 5, 3
Directions = Sequence[tuple[str, Mapping[str, Any]]]


def language_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """recall@1 alone, mixed and mended; who fills the lists; where the translation went."""
    language = results.get("language")
    if not language:
        return None
    ordered = worst_first(language["directions"])
    shown = ordered[:SHOWN_DIRECTIONS]
    found = repaired_directions(results.get("repairs"), tongue)
    mended = {key: found[key] for key, _ in ordered if key in found}
    tables = [
        _recalls(ordered, tongue),
        repairs_table(mended, tongue),
        *(_misses(key, direction, tongue) for key, direction in ordered[:LOOKED_INTO]),
    ]
    notes = [tongue.say(f"trust_queries.{_role(language)}")]
    if results.get("retrieval") and _role(language) != "independent_queries":
        notes.append(tongue.say("language.not_these_queries"))
    if len(ordered) > len(shown):
        notes.append(tongue.say("language.some", shown=len(shown), total=len(ordered)))
    return Section(
        "language",
        tongue.say("sections.language"),
        tongue.say("short.language"),
        _sentence(ordered[0][1], mended.get(ordered[0][0], ()), language["languages"], tongue),
        language_figures(shown, mended, LOOKED_INTO, tongue),
        [table for table in tables if table.rows],
        notes,
        limits=tongue.limits("language.limits"),
    )


def worst_first(directions: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, Mapping[str, Any]]]:
    """Directions by falling drop, then by name."""
    return sorted(directions.items(), key=lambda item: (-(value_of(item[1]["drop"]) or 0), item[0]))


def _role(language: Mapping[str, Any]) -> str:
    return str(language["query_role"]).replace(" ", "_")


def _sentence(
    worst: Mapping[str, Any], mended: Sequence[Repaired], languages: Sequence[str], tongue: Tongue
) -> str:
    names = {"source": worst["source"], "target": worst["target"]}
    alone, mixed = (number(value_of(worst[pool]["recall"]["1"]) or 0.0)
                    for pool in ("target_only", "mixed"))  # fmt: skip
    several = "several" if len(languages) > 2 else "two"
    said = [tongue.say(f"language.sentence_{several}", alone=alone, mixed=mixed, **names)]
    if mended:
        after = number(value_of(mended[0].recall) or 0.0)
        said.append(tongue.say("language.mended", name=mended[0].name, after=after))
    return tongue.join(said)


def _recalls(directions: Directions, tongue: Tongue) -> Table:
    names = ("target_only", "mixed", "drop", "same_language_share", "neutral_share")
    columns = [tongue.say("language.direction"), *(tongue.term("language", n) for n in names)]
    rows = [_direction_cells(direction, tongue) for _, direction in directions]
    return Table(tongue.say("language.recalls"), columns, rows)


def _direction_cells(direction: Mapping[str, Any], tongue: Tongue) -> list[Cell]:
    guards = direction["guards"]
    recalls = [tongue.cell(direction[pool]["recall"]["1"]) for pool in ("target_only", "mixed")]
    return [
        Cell(direction_name(direction)),
        *recalls,
        tongue.cell(direction["drop"]),
        tongue.share(guards["same_language_share"]),
        tongue.share(guards["neutral_share"]),
    ]


def direction_name(direction: Mapping[str, Any]) -> str:
    """``ja → en``."""
    return f"{direction['source']} → {direction['target']}"


def _misses(key: str, direction: Mapping[str, Any], tongue: Tongue) -> Table:
    rows = [
        [Cell(_text(miss, "query")), Cell(_text(miss, "gold")), Cell(_text(miss, "first")),
         *(Cell(number(miss[rank]), numeric=True) for rank in ("rank_mixed", "rank_target_only"))]
        for miss in direction.get("examples", ())[:SHOWN_MISSES]
    ]  # fmt: skip
    names = ("query_id", "gold_id", "first_id", "rank_mixed", "rank_target_only")
    caption = tongue.say("language.misses", direction=direction_name(direction))
    return Table(caption, [tongue.term("language", name) for name in names], rows, about=key)


def _text(miss: Mapping[str, Any], who: str) -> str:
    return excerpt(miss[f"{who}_text"] or miss[f"{who}_id"])
