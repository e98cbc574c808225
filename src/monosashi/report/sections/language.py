"""Section: what a pool of mixed languages costs, and what mends it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Section, Table
from monosashi.report.numerals import number, value_of, written
from monosashi.report.sections.language_details import (
    changes_table,
    hubs_table,
    kinds_table,
    metrics_table,
    misses_table,
    precision_table,
)
from monosashi.report.sections.language_figures import language_figures
from monosashi.report.sections.language_matrix import drop_matrix
from monosashi.report.sections.repairs import Repaired, repaired_directions, repairs_table
from monosashi.report.tongue import Tongue

SHOWN_DIRECTIONS, LOOKED_INTO = 6, 3
PARTS = ("language_drop", "candidates_drop")  # of the drop
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
    effect = results.get("repairs")
    tables = [
        _recalls(ordered, tongue),
        metrics_table(ordered, tongue),
        repairs_table(mended, tongue),
        precision_table(effect, tongue),
        changes_table(effect, tongue),
        hubs_table(language, effect, tongue),
        *(table for key, direction in ordered[:LOOKED_INTO]
          for table in (kinds_table(key, direction, tongue),
                        misses_table(key, direction, tongue))),
    ]  # fmt: skip
    notes = [tongue.say(f"trust_queries.{_role(language)}")]
    if results.get("retrieval") and _role(language) != "independent_queries":
        notes.append(tongue.say("language.not_these_queries"))
    notes += [tongue.say(f"language.translated_{kind}", count=number(count))
              for kind, count in (language.get("translated") or {}).items()]  # fmt: skip
    if len(ordered) > len(shown):
        notes.append(tongue.say("language.some", shown=len(shown), total=len(ordered)))
    square = drop_matrix(language, tongue)
    return Section(
        "language",
        tongue.say("sections.language"),
        tongue.say("short.language"),
        _sentence(ordered[0][1], mended.get(ordered[0][0], ()), language["languages"], tongue),
        [*([square] if square else []), *language_figures(shown, mended, LOOKED_INTO, tongue)],
        [table for table in tables if table.rows],
        notes,
        limits=tongue.limits("language.limits"),
    )


def worst_first(directions: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, Mapping[str, Any]]]:
    """Directions by falling loss to language, then by name."""
    return sorted(directions.items(), key=lambda item: (-language_loss(item[1]), item[0]))


def language_loss(direction: Mapping[str, Any]) -> float:
    """The part of the drop that language costs; results of earlier versions have the whole only."""
    return value_of(direction.get("language_drop") or direction["drop"]) or 0.0


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
    if not any(value_of(worst[name]) for name in ("drop", *PARTS) if name in worst):
        return tongue.join([*said, tongue.say("language.sentence_nothing")])
    if all(name in worst for name in PARTS):
        lost = {name: written(worst[name]) for name in PARTS}
        said.append(tongue.say("language.sentence_parts", **lost))
    if mended and mended[0].surely_gains:
        after = number(value_of(mended[0].recall) or 0.0)
        said.append(tongue.say("language.mended", name=mended[0].name, after=after))
    return tongue.join(said)


def _recalls(directions: Directions, tongue: Tongue) -> Table:
    parts = [name for name in PARTS if name in directions[0][1]]
    names = ("target_only", "mixed", "drop", *parts, "same_language_share", "neutral_share")
    columns = [tongue.say("language.direction"), *(tongue.term("language", n) for n in names)]
    rows = [_direction_cells(direction, parts, tongue) for _, direction in directions]
    return Table(tongue.say("language.recalls"), columns, rows)


def _direction_cells(
    direction: Mapping[str, Any], parts: Sequence[str], tongue: Tongue
) -> list[Cell]:
    guards = direction["guards"]
    recalls = [tongue.cell(direction[pool]["recall"]["1"]) for pool in ("target_only", "mixed")]
    return [
        Cell(direction_name(direction)),
        *recalls,
        *(tongue.cell(direction[name]) for name in ("drop", *parts)),
        tongue.share(guards["same_language_share"]),
        tongue.share(guards["neutral_share"]),
    ]


def direction_name(direction: Mapping[str, Any]) -> str:
    """``ja → en``."""
    return f"{direction['source']} → {direction['target']}"
