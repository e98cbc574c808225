"""Section: ways to mend language beside each other, and the one to take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Section, Table
from monosashi.report.flattening import reason_for
from monosashi.report.numerals import DASH, number, value_of
from monosashi.report.sections.language_choice_costs import costs_table
from monosashi.report.sections.language_choice_figures import loss_figure, map_figure
from monosashi.report.sections.language_choice_names import way_cell, way_name
from monosashi.report.tongue import Tongue

TIED = 0.005  # as in the choice: smaller differences between ties lost and won decide nothing
Options = Sequence[Mapping[str, Any]]


def language_choice_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Precision, what the own language loses, every way in a table, what serving it takes."""
    choice = results.get("language_choice")
    if not choice:
        return None
    ordered = best_first(choice)
    measured = [one for one in ordered if one["map"] is not None]
    return Section(
        "language_choice",
        tongue.say("sections.language_choice"),
        tongue.say("short.language_choice"),
        _sentence(choice, tongue),
        [map_figure(choice, measured, tongue), loss_figure(choice, measured, tongue)],
        [
            _decisive(choice, ordered, tongue),
            _besides(choice, ordered, tongue),
            costs_table(choice, ordered, tongue),
        ],
        _notes(choice, tongue),
        limits=tongue.limits("report.language_choice.limits"),
    )


def best_first(choice: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """By falling mAP; equals stay in the order of simplicity, what was not measured ends."""
    options = choice["options"].values()
    return sorted(options, key=lambda one: -(value_of(one["map"]) or -1.0))


def worst_directions(choice: Mapping[str, Any]) -> list[str]:
    """Directions by what language costs there without repair, the most first."""
    costs = choice.get("language_drops") or choice["drops"]
    return sorted(costs, key=lambda pair: -(value_of(costs[pair]) or 0.0))


def _sentence(choice: Mapping[str, Any], tongue: Tongue) -> str:
    taken, none = choice["options"][choice["pick"]], choice["options"]["none"]
    before, after = (number(value_of(one["map"]) or 0.0) for one in (none, taken))
    told = tongue.say(f"language_choice.{choice['why']}", name=way_name(choice["pick"], tongue),
                      before=before, after=after, count=len(choice["options"]))  # fmt: skip
    if not conditional(choice):
        return told
    return tongue.join([told, tongue.say("language_choice.unmeasured")])


def conditional(choice: Mapping[str, Any]) -> bool:
    """Whether the choice hangs on what was not measured: search inside one language."""
    return choice["pick"] != "none" and not choice["loss_measured"]


def _notes(choice: Mapping[str, Any], tongue: Tongue) -> list[str]:
    role = str(choice["query_role"]).replace(" ", "_")
    asked = tongue.say("language_choice.asked", queries=number(choice["n_queries"]),
                       items=number(choice["n_items"]), folds=choice["folds"])  # fmt: skip
    return [tongue.say(f"trust_queries.{role}"), asked, tongue.say("language_choice.simplicity")]


def _decisive(choice: Mapping[str, Any], ordered: Options, tongue: Tongue) -> Table:
    """What the choice rests on."""
    measured = choice["loss_measured"]
    quantities = ("map", "loss" if measured else "overlap", "gain", "over_blind")
    columns = [tongue.say("language_choice.way"), tongue.say("language_choice.standing"),
               *(tongue.term("language.choosing", name) for name in quantities)]  # fmt: skip
    rows = [[way_cell(one["name"], tongue), _state(choice, one, tongue),
             *_cells(choice, one, quantities, tongue)] for one in ordered]  # fmt: skip
    return Table(tongue.say("language_choice.table"), columns, rows,
                 tongue.say("language_choice.ties"))  # fmt: skip


def _besides(choice: Mapping[str, Any], ordered: Options, tongue: Tongue) -> Table:
    """By direction and inside one language; a table of its own, so that both fit a page."""
    directions = worst_directions(choice)[:2]
    own = ("same_language", "overlap") if choice["loss_measured"] else ()
    quantities = (*own, "share", "recovery")
    arrows = [tongue.say("language_choice.recall", direction=pair.replace("->", " → "))
              for pair in directions]  # fmt: skip
    columns = [tongue.say("language_choice.way"), *arrows,
               *(tongue.term("language.choosing", name) for name in quantities)]  # fmt: skip
    reasons = choice.get("reasons", {})
    rows = [[Cell(way_name(one["name"], tongue)),
             *(tongue.cell(one["recall"].get(pair), reason_for(f"options.{one['name']}", reasons))
               for pair in directions),
             *_cells(choice, one, quantities, tongue)]
            for one in ordered if one["map"] is not None]  # fmt: skip
    return Table(tongue.say("language_choice.besides"), columns, rows)


def _cells(
    choice: Mapping[str, Any], one: Mapping[str, Any], names: Sequence[str], tongue: Tongue
) -> list[Cell]:
    """The numbers; of what was not measured the reason stands once, beside its state."""
    if one["map"] is None:
        return [Cell(DASH)] * len(names)
    reasons, path = choice.get("reasons", {}), f"options.{one['name']}"
    return [tongue.cell(one[name], reason_for(f"{path}.{name}", reasons)) for name in names]


def _state(choice: Mapping[str, Any], one: Mapping[str, Any], tongue: Tongue) -> Cell:
    taken = one["name"] == choice["pick"]
    told = "conditional" if conditional(choice) else "taken"
    if taken:
        return Cell(tongue.say(f"language_choice.{told}"))
    why = "" if one["map"] is not None else _why_not_measured(choice, one, tongue)
    return Cell(tongue.plain(standing_of(choice, one)), why)


def _why_not_measured(choice: Mapping[str, Any], one: Mapping[str, Any], tongue: Tongue) -> str:
    return tongue.why(reason_for(f"options.{one['name']}.map", choice.get("reasons", {})))


def standing_of(choice: Mapping[str, Any], one: Mapping[str, Any]) -> str:
    """As it was settled; but ties decide where mAP lies on both sides of what was taken.

    Below it if ties are lost, above it if they are won: then "open" would say too much.
    """
    picked = choice["options"][choice["pick"]]
    found = (one["map"], one.get("map_optimistic"), picked["map"])
    lost, won, taken = map(value_of, found)
    if one["standing"] != "eligible" or lost is None or won is None or taken is None:
        return str(one["standing"])
    around = one["name"] != choice["pick"] and lost < taken < won - TIED
    return "ties_decide" if around else "eligible"
