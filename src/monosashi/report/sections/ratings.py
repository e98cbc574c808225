"""Section: what people say of the rewritings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import MINUS, number, percent, percent_interval
from monosashi.report.sections.axis_words import word_of
from monosashi.report.tongue import Tongue
from monosashi.words import filling

Row = Mapping[str, Any]


def ratings_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Means, shares and agreement per transformation."""
    found = results.get("ratings")
    if not found:
        return None
    scale = f"{found['scale'][0]:g}–{found['scale'][-1]:g}"
    return Section(
        "ratings",
        tongue.say("sections.ratings"),
        tongue.say("short.ratings"),
        tongue.say("ratings.what", n=found["n"], raters=found["n_raters"], scale=scale,
                   weights=word_of(found["weights"], tongue),
                   level=word_of(found["level"], tongue)),
        [figure for c in ("quality", "fluency") if (figure := _figure(found, c, tongue))],
        [_table(found, tongue)],
        limits=tongue.limits("report.ratings.limits"),
    )  # fmt: skip


def _name(row: Row, tongue: Tongue) -> str:
    if row["transformation"] == "all":
        return tongue.say("ratings.all")
    return (
        f"{row['transformation']} ({row['generator']})"
        if row["generator"]
        else row["transformation"]
    )


def _figure(found: Row, criterion: str, tongue: Tongue) -> Figure | None:
    rows = [DotRow(_name(row, tongue), row["mean"], row["low"], row["high"],
                   f"{row['mean']:.2f} {_interval(row['low'], row['high'])}".rstrip(),
                   "alone" if row["transformation"] == "all" else "plain")
            for row in found["rows"] if row["criterion"] == criterion
            and row["mean"] is not None]  # fmt: skip
    if not rows:
        return None
    title, caption = word_of(criterion, tongue), tongue.say("ratings.caption")
    span = (found["scale"][0], found["scale"][-1])
    svg = both(dot_rows, rows, axis=title, title=title, description=caption, span=span,
               line=found["acceptable_from"])  # fmt: skip
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(
        svg, caption, Table(title, [tongue.term("robustness", "transformation"), title], cells)
    )


def _table(found: Row, tongue: Tongue) -> Table:
    names = ("criterion", "transformation", "n", "mean", "sd", "acceptable", "ac2", "alpha")
    rows = []
    for row in found["rows"]:
        why = row.get("reason")
        cells = [Cell(word_of(row["criterion"], tongue)), Cell(_name(row, tongue)),
                 Cell(number(row["n"]), numeric=True)]  # fmt: skip
        cells += [_cell(row, name, why, tongue)
                  for name in ("mean", "sd", "acceptable", "ac2", "alpha")]  # fmt: skip
        rows.append(cells)
    return Table(tongue.say("ratings.table"), [_head(name, found, tongue) for name in names], rows)


def _head(name: str, found: Row, tongue: Tongue) -> str:
    if name == "mean":
        return tongue.say("ratings.mean")
    if name == "acceptable":
        return tongue.say("ratings.acceptable", limit=f"{found['acceptable_from']:g}")
    return tongue.term("robustness", name)


def _cell(row: Row, name: str, why: Any, tongue: Tongue) -> Cell:
    if row[name] is None:
        return tongue.cell(None, why)
    low, high = (row["low"], row["high"]) if name == "mean" else (
        row.get(f"{name}_low"), row.get(f"{name}_high"))  # fmt: skip
    if name == "acceptable":
        return Cell(percent(row[name]), percent_interval(low, high), numeric=True)
    value = f"{row[name]:.2f}".replace("-", MINUS)
    return Cell(value, _interval(low, high), numeric=True)


def _interval(low: float | None, high: float | None) -> str:
    """With as many decimals as the value before it."""
    return "" if low is None or high is None else filling.ends(low, high, ".2f")
