"""Section: several generators against the same reals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.cut_scores import score_interval, why_cut_of
from monosashi.report.figures import Course, DotRow, both, courses, dot_rows
from monosashi.report.missing_intervals import missing_intervals
from monosashi.report.numerals import interval, number
from monosashi.report.tongue import Tongue

LEADING = ("clipped_density", "clipped_coverage", "precision", "recall", "density", "coverage")
DRAWN = 4
FORMS = ("value", "filtered", "corrected")
NONE = {"code": "fidelity.reasons.not_compared", "values": {}}


def generators_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Scores, the curve over the knob, paired differences, agreement with people."""
    found = results.get("generators")
    if not found:
        return None
    tables = [*(_scores(found, form, tongue) for form in FORMS), _differences(found, tongue),
              _trends(found, tongue), _human(found, tongue)]  # fmt: skip
    return Section(
        "generators",
        tongue.say("sections.generators"),
        tongue.say("short.generators"),
        tongue.say("generators.sentence", generators=len(found["names"]),
                   n_real=number(found["n_real"]), k=found["k"]),
        [_curve(found, tongue) if found["knob"] else _dots(found, tongue)],
        [table for table in tables if table.rows],
        limits=tongue.limits("report.generators.limits"),
    )  # fmt: skip


def _leading(found: Mapping[str, Any]) -> list[str]:
    return [name for name in LEADING if name in found["metrics"]] or list(found["metrics"])


def _rows_of(found: Mapping[str, Any], metric: str) -> list[Mapping[str, Any]]:
    return [row for row in found["generators"] if row["metric"] == metric]


def _dots(found: Mapping[str, Any], tongue: Tongue) -> Figure:
    name = _leading(found)[0]
    rows = [DotRow(row["generator"], row["value"], row["low"], row["high"],
                   f"{number(row['value'])} {score_interval(row['low'], row['high'])}".rstrip())
            for row in _rows_of(found, name) if row["value"] is not None]  # fmt: skip
    term = tongue.term("fidelity", name)
    title, caption = tongue.say("generators.figure", metric=term), tongue.say("generators.caption")
    svg = both(dot_rows, rows, axis=term, title=title, description=caption)
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(svg, caption, Table(title, [tongue.term("fidelity", "generator"), term], cells))


def _curve(found: Mapping[str, Any], tongue: Tongue) -> Figure:
    """Plain scores over the knob, those whose values are all known."""
    names = [name for name in _leading(found)
             if all(row["value"] is not None for row in _rows_of(found, name))][:DRAWN]  # fmt: skip
    places = [float(one) for one in found["knob"]]
    lines = [Course(tongue.term("fidelity", name), places,
                    [row["value"] for row in _rows_of(found, name)])
             for name in names]  # fmt: skip
    title, caption = tongue.say("generators.curve"), tongue.say("generators.curve_caption")
    knob = tongue.term("fidelity", "knob")
    svg = both(courses, lines, horizontal=knob, vertical=tongue.say("generators.vertical"),
               title=title, description=caption)  # fmt: skip
    cells = [[Cell(number(place), numeric=True),
              *(Cell(number(line.values[i]), numeric=True) for line in lines)]
             for i, place in enumerate(places)]  # fmt: skip
    return Figure(svg, caption, Table(title, [knob, *(line.name for line in lines)], cells))


def _scores(found: Mapping[str, Any], form: str, tongue: Tongue) -> Table:
    names = [name for name in found["metrics"]
             if any(row.get(form) is not None for row in _rows_of(found, name))]  # fmt: skip
    rows = [
        [Cell(who), *(_score(row, form, tongue) for name in names
                      for row in _rows_of(found, name) if row["generator"] == who)]
        for who in (found["names"] if names else [])
    ]  # fmt: skip
    title = tongue.say("generators.scores", form=tongue.term("fidelity", _form(form)))
    columns = [tongue.term("fidelity", "generator"),
               *(tongue.term("fidelity", name) for name in names)]  # fmt: skip
    return Table(title, columns, rows, _note(found, form, tongue))


def _note(found: Mapping[str, Any], form: str, tongue: Tongue) -> str:
    """What is cut at 1, and why scores of this form have no interval: each reason once."""
    cut = why_cut_of(found["generators"], form)
    missing = missing_intervals(found, ["scores" if form == "value" else form], found["metrics"])
    told = [_capital(tongue.why(cut))] if cut else []
    told += [f"{who}{tongue.why(why)}" if who else _capital(tongue.why(why))
             for who, why in missing]  # fmt: skip
    return tongue.join(told)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _form(form: str) -> str:
    return "plain" if form == "value" else form


def _score(row: Mapping[str, Any], form: str, tongue: Tongue) -> Cell:
    value = row.get(form)
    if value is None:
        return tongue.cell(None, NONE)
    low, high = ("low", "high") if form == "value" else (f"{form}_low", f"{form}_high")
    return Cell(number(value), score_interval(row.get(low), row.get(high)), numeric=True)


def _differences(found: Mapping[str, Any], tongue: Tongue) -> Table:
    rows = [
        [Cell(tongue.term("fidelity", row["metric"])), Cell(row["generator_a"]),
         Cell(row["generator_b"]),
         _with_interval(row, "difference", tongue)]
        for row in found["differences"] if row["metric"] in _leading(found)
    ]  # fmt: skip
    heads = ("metric", "generator_a", "generator_b", "difference")
    return Table(tongue.say("generators.differences"),
                 [tongue.term("fidelity", name) for name in heads], rows,
                 tongue.say("generators.differences_note"))  # fmt: skip


def _with_interval(
    row: Mapping[str, Any], name: str, tongue: Tongue, missing: str = "no_interval"
) -> Cell:
    """A number with its interval, or why there is none."""
    told = interval(row["low"], row["high"]) or tongue.say(f"generators.{missing}")
    return Cell(number(row[name]), told, numeric=True)


def _missing(form: str) -> str:
    """Why a correlation, or a difference of two, has no interval."""
    return "unmoved" if form == "corrected_minus_plain" else "at_one"


def _trends(found: Mapping[str, Any], tongue: Tongue) -> Table:
    rows = [
        [Cell(tongue.term("fidelity", row["metric"])),
         _with_interval(row, "slope", tongue),
         _told(row["spearman"], row["spearman_low"], row["spearman_high"], tongue)]
        for row in found["trends"]
    ]  # fmt: skip
    heads = ("metric", "slope", "spearman")
    return Table(tongue.say("generators.trends"),
                 [tongue.term("fidelity", name) for name in heads], rows,
                 tongue.say("generators.trends_note"))  # fmt: skip


def _told(value: float | None, low: float | None, high: float | None, tongue: Tongue) -> Cell:
    if value is None:
        return tongue.cell(None, {"code": "fidelity.reasons.level", "values": {}})
    return Cell(number(value), interval(low, high), numeric=True)


def _human(found: Mapping[str, Any], tongue: Tongue) -> Table:
    rows: Sequence[Sequence[Cell]] = [
        [Cell(tongue.term("fidelity", row["metric"])), Cell(tongue.term("fidelity", row["form"])),
         Cell(tongue.term("fidelity", row["correlation"])),
         _with_interval(row, "value", tongue, _missing(row["form"]))]
        for row in found["human"]
    ]  # fmt: skip
    heads = ("metric", "form", "correlation", "value")
    return Table(tongue.say("generators.human"),
                 [tongue.term("fidelity", name) for name in heads], rows,
                 tongue.say("generators.human_note"))  # fmt: skip
