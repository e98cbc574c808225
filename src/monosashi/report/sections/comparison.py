"""Section: several models on the same items and groups, by paired differences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, Entry, both, dot_rows
from monosashi.report.flattening import reason_for
from monosashi.report.numerals import ends, interval, number, percent, value_of, written
from monosashi.report.sections.p_values import p_cell
from monosashi.report.sections.ranks import equivalence_table, ranks_table
from monosashi.report.tongue import Tongue

SHOWN_PAIRS = 24


def comparison_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Levels, paired differences, who is tied with the best, common neighbours."""
    comparison = results.get("comparison")
    if not comparison:
        return None
    statistic = comparison["statistics"][0]
    tables = [_differences(comparison, tongue), ranks_table(comparison, tongue),
              equivalence_table(comparison, tongue), _agreement(comparison, tongue)]  # fmt: skip
    return Section(
        "comparison",
        tongue.say("sections.comparison"),
        tongue.say("short.comparison"),
        _sentence(comparison, tongue),
        [_levels(comparison, statistic, tongue), _paired(comparison, statistic, tongue)],
        [table for table in tables if table and table.rows],
        limits=[*tongue.limits("report.comparison.limits"), *tongue.limits("shape.limits")],
    )


def _sentence(comparison: Mapping[str, Any], tongue: Tongue) -> str:
    best, tied = comparison["best"], list(comparison["tied_with_best"])
    if best is None:
        why = tongue.why(reason_for("best", comparison.get("reasons", {})))
        return tongue.say("comparison.no_order", why=why)
    names = {"models": tongue.listing(tied), "best": best, "groups": comparison["n_groups"]}
    if len(tied) == len(comparison["models"]):
        if all(row["low"] <= 0 <= row["high"] for row in comparison["differences"]):
            level = percent(comparison.get("confidence", 0.95))
            return tongue.say("comparison.all_tied", percent=level, **names)
        return tongue.say("comparison.all_tied_adjusted", **names)
    return tongue.say("comparison.tied" if len(tied) > 1 else "comparison.ahead", **names)


def _levels(comparison: Mapping[str, Any], statistic: str, tongue: Tongue) -> Figure:
    """Each model on its own; a mark for those that nothing tells from the best, if any."""
    tied = tied_models(comparison)
    rows = []
    for model in comparison["models"]:
        found = comparison["levels"][model][statistic]
        mark = "after" if model in tied else "plain"
        rows.append(DotRow(model, value_of(found), *ends(found), written(found), mark))
    name = tongue.term("shape", statistic)
    title = tongue.say("comparison.levels", statistic=name)
    caption = tongue.say("comparison.levels_caption")
    legend = _legend(len(tied), len(rows), tongue)
    named = {"axis": name, "title": title, "description": caption, "legend": legend}
    columns = [tongue.say("comparison.model"), name]
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(
        both(dot_rows, rows, **named, whole_labels=True), caption, Table(title, columns, cells)
    )


def tied_models(comparison: Mapping[str, Any]) -> set[str]:
    """The models that cannot be told from the best; a best one alone is tied with nobody."""
    tied = set(comparison["tied_with_best"])
    return tied if len(tied) > 1 else set()


def _legend(tied: int, models: int, tongue: Tongue) -> list[Entry]:
    known = [("◆", "blue", tongue.say("comparison.tied_mark"))] if tied else []
    behind = [("●", "blue", tongue.say("comparison.behind_mark"))] if tied < models else []
    return [*known, *behind] if tied else []


def _paired(comparison: Mapping[str, Any], statistic: str, tongue: Tongue) -> Figure:
    held = [row for row in comparison["differences"] if row["statistic"] == statistic]
    rows = [
        DotRow(f"{row['model_a']} − {row['model_b']}", row["bias_corrected"], row["low"],
               row["high"], f"{number(row['bias_corrected'])} {interval(row['low'], row['high'])}")
        for row in held[:SHOWN_PAIRS]
    ]  # fmt: skip
    title, caption = tongue.say("comparison.paired"), tongue.say("comparison.paired_caption")
    axis = tongue.say("comparison.difference_axis", statistic=tongue.term("shape", statistic))
    named = {"axis": axis, "title": title, "description": caption, "line": 0.0}
    svg = both(dot_rows, rows, **named, whole_labels=True)
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(svg, caption, Table(title, [tongue.say("comparison.pair"), axis], cells))


def _differences(comparison: Mapping[str, Any], tongue: Tongue) -> Table:
    rows = [
        [Cell(f"{row['model_a']} − {row['model_b']}"), Cell(tongue.term("shape", row["statistic"])),
         Cell(number(row["bias_corrected"]), interval(row["low"], row["high"]), numeric=True),
         *(p_cell(row[name], tongue) for name in ("p_value", "p_adjusted"))]
        for row in comparison["differences"]
    ]  # fmt: skip
    names = [tongue.say("comparison.pair"), tongue.term("shape", "statistic"),
             tongue.term("shape", "bias_corrected"), *(tongue.term("shape", p) for p in ("p_value", "p_adjusted"))]  # fmt: skip  # noqa: E501
    return Table(tongue.say("comparison.differences"), names, rows)


def _agreement(comparison: Mapping[str, Any], tongue: Tongue) -> Table:
    rows = [
        [Cell(f"{row['model_a']}, {row['model_b']}"),
         *(Cell(percent(row[name]), numeric=True) for name in ("knn_overlap", "chance"))]
        for row in comparison.get("agreement", ())
    ]  # fmt: skip
    names = [
        tongue.say("comparison.pair"),
        *(tongue.term("shape", n) for n in ("knn_overlap", "chance")),
    ]
    return Table(tongue.say("comparison.agreement"), names, rows)
