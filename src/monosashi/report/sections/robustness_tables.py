"""Tables about rewriting: tests, totals and the order of the models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.numerals import interval, number
from monosashi.report.sections.axis_words import word_of
from monosashi.report.sections.p_values import p_cell
from monosashi.report.sections.said_once import apart, reasons_once
from monosashi.report.tongue import Tongue

Row = Mapping[str, Any]
FEWEST = 2


def robustness_tables(found: Row, tongue: Tongue) -> list[Table]:
    """Those that have rows."""
    made = (_tests(found, tongue), _totals(found, tongue), _halves(found, tongue))
    return [table for table in made if table]


def _tests(found: Row, tongue: Tongue) -> Table | None:
    """Of one dataset alone there is nothing to test."""
    if all(row["n"] < FEWEST for row in found["tests"]):
        return None
    names = ("dataset_group", "generator", "transformation", "n", "hl", "level", "p_value",
             "p_adjusted", "rank_biserial")  # fmt: skip
    rows = [
        [Cell(word_of(row["dataset_group"], tongue)), Cell(row["generator"]),
         Cell(row["transformation"]), Cell(number(row["n"]), numeric=True),
         _measured(row, "hl", tongue), _share(row["level"], row, tongue),
         *(p_cell(row[p], tongue) if row[p] is not None else tongue.cell(None, row.get("reason"))
           for p in ("p_value", "p_adjusted")),
         tongue.cell(row["rank_biserial"], row.get("reason"))]
        for row in found["tests"]
    ]  # fmt: skip
    return Table(tongue.heading("robustness", "tests"),
                 [tongue.term("robustness", name) for name in names], rows,
                 tongue.say("robustness.unit", unit=word_of(found["unit"], tongue)))  # fmt: skip


def _measured(row: Row, name: str, tongue: Tongue) -> Cell:
    if row[name] is None:
        return tongue.cell(None, row.get("reason"))
    ends = interval(row["low"], row["high"])
    return Cell(number(row[name]), ends, numeric=True)


def _share(value: float | None, row: Row, tongue: Tongue) -> Cell:
    if value is None:
        return tongue.cell(None, row.get("reason"))
    return Cell(f"{100 * value:.2f}%", numeric=True)


def why_no_totals(found: Row, tongue: Tongue) -> list[str]:
    """Whose mean of the three axes is missing, and why."""
    _, without = apart(found["totals"], "gap")
    return reasons_once(without, lambda row: str(row["generator"]), tongue)


def _totals(found: Row, tongue: Tongue) -> Table | None:
    """Mean of the three axes, and whether it may stand beside HTEB's numbers."""
    held, _ = apart(found["totals"], "gap")
    if not held:
        return None
    names = ("dataset_group", "generator", "hteb", "model", "original", "transformed", "gap",
             "flat")  # fmt: skip
    rows = [
        [Cell(word_of(row["dataset_group"], tongue)), Cell(row["generator"]),
         Cell(tongue.say("yes" if row["hteb"] else "no")), Cell(row["model"]),
         *(tongue.cell(row[name], row.get("reason")) for name in ("original", "transformed")),
         _measured(row, "gap", tongue), _measured(_of_flat(row), "flat", tongue)]
        for row in held
    ]  # fmt: skip
    return Table(tongue.heading("robustness", "totals"),
                 [tongue.term("robustness", name) for name in names], rows,
                 tongue.join([tongue.say("robustness.totals_note"),
                              *why_no_totals(found, tongue)]))  # fmt: skip


def _of_flat(row: Row) -> Row:
    """The row with the interval of its mean over transformations; earlier documents have none."""
    return {**row, "low": row.get("flat_low"), "high": row.get("flat_high")}


def _halves(found: Row, tongue: Tongue) -> Table | None:
    """Tau-b and split-half of every axis."""
    halves = {(row["dataset_group"], row["axis"], row["generator"]): row
              for row in found["split_halves"] if row["units"] == "datasets"}  # fmt: skip
    rows = []
    for row in found["rankings"]:
        half = halves.get((row["dataset_group"], row["axis"], row["generator"]), {"rho": None})
        rows.append([
            Cell(word_of(row["dataset_group"], tongue)), Cell(row["generator"]),
            Cell(word_of(row["axis"], tongue)), _measured(row, "tau", tongue),
            tongue.cell(row["tau_of_means"], row.get("reason")),
            _measured(half, "rho", tongue),
            tongue.cell(half.get("spearman_brown"), half.get("reason"))])  # fmt: skip
    names = ("dataset_group", "generator", "axis", "tau", "tau_of_means", "rho",
             "spearman_brown")  # fmt: skip
    if not rows:
        return None
    return Table(tongue.heading("robustness", "rankings"),
                 [tongue.term("robustness", name) for name in names], rows,
                 tongue.say("robustness.halves_note"))  # fmt: skip
