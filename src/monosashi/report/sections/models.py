"""Section: several models in one table, criterion by criterion, and the choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import DASH, interval, number, percent, percent_interval
from monosashi.report.sections.models_choice import choice_tables
from monosashi.report.sections.p_values import p_cell
from monosashi.report.sentences import reason_sentence, sentence
from monosashi.report.tongue import Tongue
from monosashi.words.criteria import criterion_name

SHARES = ("ndcg@10", "recall@10", "r_squared", "language")  # as they are told elsewhere
PERCENT = ("antihubs", "truncation")
Found = Mapping[str, Any]


def models_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Points of every model, values with intervals, paired differences, the choice."""
    found = results.get("models")
    if not found:
        return None
    tables = [*choice_tables(found, tongue), _values(found, tongue), _differences(found, tongue)]
    return Section(
        "models",
        say("title", tongue),
        say("short", tongue),
        _sentence(found, tongue),
        [_figure(found, tongue)],
        [table for table in tables if table.rows],
        limits=tongue.limits("choosing.limits"),
    )


def say(name: str, tongue: Tongue, **numbers: Any) -> str:
    """A sentence of this section."""
    return sentence(f"choosing.page.{name}", tongue.language, numbers)


def _sentence(found: Found, tongue: Tongue) -> str:
    choice = found["choice"]
    if choice is None:
        return say("separate", tongue)
    if choice["identical"]:
        return say("identical", tongue)
    tied = choice["tied_with_best"]
    if len(tied) > 1:
        return say("tied", tongue, models=tongue.listing(tied))
    by = criterion_name(choice["decided_by"], tongue.language)
    return say("chosen", tongue, best=choice["best"], by=by)


def criteria_of(found: Found) -> list[str]:
    """Names of the criteria that any model has a value in, in the order of the table."""
    return list(dict.fromkeys(row["criterion"] for row in found["rows"]
                              if row["value"] is not None))  # fmt: skip


def _figure(found: Found, tongue: Tongue) -> Figure:
    """A heading a criterion, a dot a model: points with the interval of the value, in points."""
    rows: list[DotRow] = []
    for name in criteria_of(found):
        rows.append(DotRow(criterion_name(name, tongue.language)))
        rows += [_dot(row) for row in found["rows"] if row["criterion"] == name
                 and row["value"] is not None]  # fmt: skip
    title, caption = say("figure", tongue), say("figure_caption", tongue)
    svg = both(dot_rows, rows, axis=say("axis", tongue), title=title, description=caption,
               span=(-2.0, 102.0), whole_labels=True)  # fmt: skip
    columns = [say("model", tongue), say("points", tongue)]
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(svg, caption, Table(title, columns, cells))


def _dot(row: Found) -> DotRow:
    ends = row["points_low"], row["points_high"]
    shown = f"{row['points']:.1f}"
    if None not in ends:
        shown = f"{shown} [{ends[0]:.1f}, {ends[1]:.1f}]"
    return DotRow(row["model"], row["points"], *ends, shown,
                  "after" if row["tied_with_best"] else "plain")  # fmt: skip


def _values(found: Found, tongue: Tongue) -> Table:
    """A row a model, a column a criterion."""
    names = list(dict.fromkeys(row["criterion"] for row in found["rows"]))
    cells = {(row["model"], row["criterion"]): _cell(row, tongue) for row in found["rows"]}
    columns = [say("model", tongue), *(criterion_name(name, tongue.language) for name in names)]
    rows = [[Cell(model), *(cells[model, name] for name in names)] for model in found["models"]]
    return Table(say("models", tongue), columns, rows, say("models_note", tongue))


def _cell(row: Found, tongue: Tongue) -> Cell:
    if row["value"] is None:
        return Cell(DASH, reason_sentence(row["reason"], tongue.language), missing=True)
    told, low, high = shown(row["criterion"], row["value"]), row["low"], row["high"]
    between = percent_interval if row["criterion"] in PERCENT else interval
    ends = "" if low is None else between(low, high)
    return Cell(f"{told} ◆" if row["tied_with_best"] else told, ends, numeric=True)


def shown(criterion: str, value: float) -> str:
    """A value as the criterion is told elsewhere: shares in per cent, points, plain numbers.

    >>> shown("antihubs", 0.125), shown("robustness.length", 2.34), shown("size", 1536.0)
    ('12%', '2.3', '1,536')
    """
    if criterion in PERCENT:
        return percent(value)
    if criterion in SHARES:
        return number(value)
    if criterion.startswith("robustness."):
        return f"{value:.1f}"
    return f"{value:,.0f}"


def _differences(found: Found, tongue: Tongue) -> Table:
    rows = [
        [Cell(criterion_name(row["criterion"], tongue.language)),
         Cell(f"{row['model_a']} − {row['model_b']}"), _difference(row),
         _tested(row, tongue)]
        for row in found["differences"]
    ]  # fmt: skip
    columns = [say(name, tongue) for name in ("criterion", "pair", "difference", "p_adjusted")]
    return Table(say("differences", tongue), columns, rows, say("differences_note", tongue))


def _difference(row: Found) -> Cell:
    ends = "" if row["low"] is None else interval(row["low"], row["high"])
    return Cell(number(row["difference"]), ends, numeric=True)


def _tested(row: Found, tongue: Tongue) -> Cell:
    """p, or why there is none."""
    if row["identical"]:
        return Cell(say("identical_cell", tongue))
    if row["p_adjusted"] is None:
        return Cell(say("exact_cell" if row["exact"] else "no_error_cell", tongue))
    return p_cell(row["p_adjusted"], tongue)
