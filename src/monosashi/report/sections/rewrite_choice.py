"""Sections: what rewriting will take, and which generator to take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Section, Table
from monosashi.report.numerals import interval, number, percent, percent_interval
from monosashi.report.tongue import Tongue
from monosashi.words import say

PLANNED = ("transformation", "axis", "outcomes", "found", "calls")
CANDIDATE = ("generator", "error_rate", "p_adjusted", "edit_distance", "seconds_per_text",
             "cost_per_text", "judged")  # fmt: skip
STEMS = {"judged": "judged", "edit_distance": "edit"}  # of the names of their intervals


def rewrite_plan_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Calls, tokens and money of a run."""
    found = results.get("rewrite_plan")
    if not found:
        return None
    counts = {"n": found["n_outcomes"], "calls": found["calls"], "found": found["found"],
              "sent": found["prompt_tokens"], "received": found["completion_tokens"]}  # fmt: skip
    said = [tongue.say("rewrites.plan", generator=found["generator"], **counts)]
    if found["cost"] is not None:
        said.append(tongue.say("rewrites.plan_cost", cost=number(found["cost"]),
                               most=number(found["most_cost"])))  # fmt: skip
    cells = [[_axis(row[name], tongue) if name == "axis" else tongue.cell(row[name])
              for name in PLANNED] for row in found["transformations"]]  # fmt: skip
    table = Table(tongue.say("rewrites.planned"), _terms(PLANNED, tongue), cells)
    return Section("rewrite_plan", tongue.say("sections.rewrite_plan"),
                   tongue.say("short.rewrite_plan"), tongue.join(said), [], [table],
                   limits=[tongue.say("rewrites.plan_limit")])  # fmt: skip


def rewrite_selection_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Candidates, the one that fails least first."""
    found = results.get("rewrite_selection")
    if not found:
        return None
    best = found["candidates"][0]
    level = [row["generator"] for row in found["candidates"]
             if row["error_rate"] == best["error_rate"]]  # fmt: skip
    tied = [row["generator"] for row in found["candidates"][len(level) :] if row["tied"]]
    key = ("level_tied" if tied else "level") if len(level) > 1 else "tied" if tied else "best"
    sentence = tongue.say(f"rewrites.{key}", generator=tongue.listing(level),
                          tied=tongue.listing(tied))  # fmt: skip
    cells = [[_candidate(name, row, tongue) for name in CANDIDATE] for row in found["candidates"]]
    table = Table(tongue.say("rewrites.candidates"), _terms(CANDIDATE, tongue), cells)
    return Section("rewrite_selection", tongue.say("sections.rewrite_selection"),
                   tongue.say("short.rewrite_selection"), sentence, [], [table],
                   limits=tongue.limits("rewriting.limits"))  # fmt: skip


def _candidate(name: str, row: Mapping[str, Any], tongue: Tongue) -> Cell:
    if name == "error_rate":
        return Cell(percent(row[name]), percent_interval(row["low"], row["high"]), numeric=True)
    if name in STEMS and row[name] is not None:
        stem = STEMS[name]  # documents of earlier versions have no interval of edit distances
        ends = interval(row.get(f"{stem}_low"), row.get(f"{stem}_high"))
        return Cell(number(row[name]), ends, numeric=True)
    if row[name] is None:
        return Cell(say("rewriting.select.unknown", tongue.language), missing=True)
    return tongue.cell(row[name])


def _axis(name: str, tongue: Tongue) -> Cell:
    return Cell(say(f"rewriting.axes.{name}", tongue.language))


def _terms(names: tuple[str, ...], tongue: Tongue) -> list[str]:
    return [tongue.term("rewriting", name) for name in names]
