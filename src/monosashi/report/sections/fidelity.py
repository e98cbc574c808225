"""Section: generated points against reals, plain, filtered and corrected side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from monosashi.fidelity.surely_below import AT_LEAST_ONE, cut_at_one
from monosashi.report.blocks import Cell, Section, Table
from monosashi.report.cut_scores import score_interval, why_cut
from monosashi.report.excerpts import excerpt
from monosashi.report.numerals import ends, interval, number, percent
from monosashi.report.sections.fidelity_figure import score_figure
from monosashi.report.sections.quantities import why
from monosashi.report.tongue import Tongue

LISTS = {
    "uncovered": ("id", "radius", "text"),
    "outside": ("id", "text"),
    "crowding": ("id", "balls", "text"),
    "copies": ("id", "real", "distance", "spacing", "text"),
}
SHOWN = 8
NO_FORM = "fidelity.reasons.no_form"


def fidelity_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """The scores, what reals reach, scores over k, classes, and the lists of points."""
    found = results.get("fidelity")
    if not found:
        return None
    tables = [_scores(found, tongue), _over_k(found, tongue), _classes(found, tongue),
              *(_list(found, name, tongue) for name in LISTS)]  # fmt: skip
    figure = score_figure(found, tongue)
    return Section(
        "fidelity",
        tongue.say("sections.fidelity"),
        tongue.say("short.fidelity"),
        _sentence(found, tongue),
        [] if figure is None else [figure],
        [table for table in tables if table.rows],
        limits=tongue.limits("report.fidelity.limits"),
    )


def _sentence(found: Mapping[str, Any], tongue: Tongue) -> str:
    counts = found["counts"]
    said = [
        tongue.say(
            "fidelity.sentence",
            n_real=number(found["n_real"]),
            n_generated=found["n_generated"],
            k=found["k"],
            uncovered=counts["uncovered"],
            outside=counts["outside"],
        )
    ]
    flagged = found["correction"].get("flagged_share_fidelity")
    if flagged is not None:
        covered = found["correction"].get("flagged_share_coverage", flagged)
        said.append(tongue.say("fidelity.flagged", fidelity=percent(flagged),
                               coverage=percent(covered)))  # fmt: skip
    return tongue.join(said)


def _scores(found: Mapping[str, Any], tongue: Tongue) -> Table:
    forms = ("filtered", "corrected") if found["corrected"] else ()
    control, reasons = found["control"], found.get("reasons", {})
    spans = found.get("intervals", {})
    heads = ["plain", *forms, *(["attainable"] if control else [])]
    rows = []
    for name in found["metrics"]:
        row = [Cell(tongue.term("fidelity", name)),
               _score(found["scores"][name], why(f"scores.{name}", reasons), tongue)]  # fmt: skip
        row += [_score(spans.get(f"{form}.{name}", found[form].get(name)),
                       _why_missing(f"{form}.{name}", reasons), tongue)
                for form in forms]  # fmt: skip
        if control:
            row.append(_reached(name, control, tongue))
        rows.append(row)
    columns = [tongue.say("quantity"), *(tongue.term("fidelity", name) for name in heads)]
    return Table(tongue.say("fidelity.scores"), columns, rows, _note(found, tongue))


def _score(quantity: Any, reason: Mapping[str, Any] | None, tongue: Tongue) -> Cell:
    """A score with its interval; where that lies above 1, the cut stands in its place."""
    cell = tongue.cell(quantity, reason)
    return replace(cell, note=AT_LEAST_ONE) if cut_at_one(*ends(quantity)) else cell


def _note(found: Mapping[str, Any], tongue: Tongue) -> str:
    """What reals reach, why filtered and corrected scores have no interval, what is cut."""
    control, alone = found["control"], found.get("reasons", {}).get("intervals")
    said = [] if alone is None else [tongue.why(alone)]
    if cut := why_cut(found, lambda name: tongue.term("fidelity", name)):
        said.append(tongue.why(cut))
    if names := _without_form(found):
        told = tongue.listing(tongue.term("fidelity", name) for name in names)
        said.append(tongue.say("fidelity.no_form", metrics=told))
    if control:
        said.insert(0, tongue.say("fidelity.control", n=number(control["n"]),
                                  m=number(control["m"]), repeats=control["repeats"]))  # fmt: skip
    return tongue.join(f"{one[:1].upper()}{one[1:]}" for one in said)


def _why_missing(key: str, reasons: Mapping[str, Any]) -> Mapping[str, Any]:
    """In a word where a metric has no such form: the note below the table says why."""
    reason = why(key, reasons)
    if reason is None or reason["code"] == "fidelity.reasons.not_corrected":
        return {"code": NO_FORM, "values": {}}
    return reason


def _without_form(found: Mapping[str, Any]) -> list[str]:
    reasons = found.get("reasons", {})
    missing = [name for name in found["metrics"]
               if found["corrected"] and found["corrected"].get(name) is None]  # fmt: skip
    return [name for name in missing
            if _why_missing(f"corrected.{name}", reasons)["code"] == NO_FORM]  # fmt: skip


def _reached(name: str, control: Mapping[str, Any], tongue: Tongue) -> Cell:
    """Mean over the splits, with the lowest and the highest."""
    if name not in control["scores"]:
        return tongue.cell(None, {"code": "fidelity.reasons.few_generated",
                                  "values": {"m": control["m"], "k": "-"}})  # fmt: skip
    ends = interval(control["lowest"][name], control["highest"][name])
    return Cell(number(control["scores"][name]), ends if control["repeats"] > 1 else "",
                numeric=True)  # fmt: skip


def _over_k(found: Mapping[str, Any], tongue: Tongue) -> Table:
    rows = found["sensitivity"]
    ks = sorted({row["k"] for row in rows})
    names = dict.fromkeys(row["metric"] for row in rows)
    held = {(row["metric"], row["k"]): row for row in rows}
    cells = [[Cell(tongue.term("fidelity", name)),
              *(_at_k(held[name, k], found, tongue) for k in ks)] for name in names]  # fmt: skip
    return Table(tongue.say("fidelity.over_k"), [tongue.say("quantity"), *(f"k = {k}" for k in ks)],
                 cells, tongue.join(_why_over_k(found, tongue)))  # fmt: skip


def _why_over_k(found: Mapping[str, Any], tongue: Tongue) -> list[str]:
    """Why scores at some k have no interval, each reason once, as sentences."""
    reasons = found.get("reasons") or {}
    told = [tongue.why(why) for name, why in reasons.items() if name.startswith("sensitivity.")]
    return [f"{one[:1].upper()}{one[1:]}" for one in dict.fromkeys(told)]


def _at_k(row: Mapping[str, Any], found: Mapping[str, Any], tongue: Tongue) -> Cell:
    """A score at one k with its interval."""
    k, value = row["k"], row["value"]
    if value is None:
        return tongue.cell(None, {"code": "fidelity.reasons.few_generated",
                                  "values": {"m": found["n_generated"], "k": k}})  # fmt: skip
    return Cell(number(value), score_interval(row.get("low"), row.get("high")), numeric=True)


def _classes(found: Mapping[str, Any], tongue: Tongue) -> Table:
    rows = found["classes"]
    there = any("precision" in row for row in rows)
    names = ["class", "n_real", "coverage", *(["n_generated", "precision"] if there else [])]
    cells = [[_class_cell(row, name, tongue) for name in names] for row in rows]
    return Table(tongue.say("fidelity.classes"),
                 [tongue.term("fidelity", name) for name in names], cells,
                 tongue.say("fidelity.classes_note"))  # fmt: skip


def _class_cell(row: Mapping[str, Any], name: str, tongue: Tongue) -> Cell:
    value = row.get(name)
    if name not in {"coverage", "precision"} or value is None:
        return tongue.cell(value, {"code": "fidelity.reasons.empty_class", "values": {}})
    return Cell(number(value), interval(row[f"{name}_low"], row[f"{name}_high"]), numeric=True)


def _list(found: Mapping[str, Any], name: str, tongue: Tongue) -> Table:
    rows: Sequence[Mapping[str, Any]] = found[name][:SHOWN]
    heads = [one for one in LISTS[name] if one != "text" or any("text" in row for row in rows)]
    cells = [[Cell(excerpt(row.get("text") or "")) if one == "text" else tongue.cell(row[one])
              for one in heads] for row in rows]  # fmt: skip
    return Table(tongue.heading("fidelity", name), [tongue.term("fidelity", one) for one in heads],
                 cells, tongue.say(f"fidelity.order_{name}"))  # fmt: skip
