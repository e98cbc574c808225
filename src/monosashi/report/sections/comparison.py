"""Section: several models on the same items and groups, by paired differences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, Entry, both, dot_rows
from monosashi.report.flattening import Reason, reason_for
from monosashi.report.numerals import (
    ends,
    interval,
    number,
    percent,
    percent_interval,
    placed,
    written,
)
from monosashi.report.sections.invariances import invariance_table, says_table
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
    told = {"comparison": _compared(comparison)}
    tables = [_differences(comparison, tongue), ranks_table(comparison, tongue),
              equivalence_table(comparison, tongue), _agreement(comparison, tongue),
              invariance_table(told, tuple(told), tongue),
              says_table(told, tuple(told), tongue)]  # fmt: skip
    return Section(
        "comparison",
        tongue.say("sections.comparison"),
        tongue.say("short.comparison"),
        _sentence(comparison, tongue),
        [_levels(comparison, statistic, tongue), _paired(comparison, statistic, tongue)],
        [table for table in tables if table and table.rows],
        limits=[*tongue.limits("report.comparison.limits"), *tongue.limits("shape.limits")],
    )


def _compared(comparison: Mapping[str, Any]) -> dict[str, bool]:
    """The numbers that models were compared by."""
    names = [*comparison["statistics"], *(["knn_overlap"] if comparison.get("agreement") else [])]
    return dict.fromkeys(names, True)


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
        rows.append(DotRow(model, placed(found), *ends(found), written(found), mark))
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
    title, said = tongue.say("comparison.paired"), [tongue.say("comparison.paired_caption")]
    margin = comparison.get("margin") if held and "equivalent" in held[0] else None
    if margin is not None:
        said.append(tongue.say("comparison.margin_band", margin=f"{margin:g}"))
    caption = tongue.join(said)
    axis = tongue.say("comparison.difference_axis", statistic=tongue.term("shape", statistic))
    named = {"axis": axis, "title": title, "description": caption, "line": 0.0}
    svg = both(dot_rows, rows, **named, whole_labels=True, band=margin)
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(svg, caption, Table(title, [tongue.say("comparison.pair"), axis], cells))


def _differences(comparison: Mapping[str, Any], tongue: Tongue) -> Table:
    several = len(comparison["statistics"]) > 1
    rows = [
        [Cell(f"{row['model_a']} − {row['model_b']}"),
         *([Cell(tongue.term("shape", row["statistic"]))] if several else []),
         Cell(number(row["bias_corrected"]), interval(row["low"], row["high"]), numeric=True),
         *(p_cell(row[name], tongue) for name in ("p_value", "p_adjusted"))]
        for row in comparison["differences"]
    ]  # fmt: skip
    heads = ("statistic", "bias_corrected", "p_value", "p_adjusted")[0 if several else 1 :]
    names = [tongue.say("comparison.pair"), *(tongue.term("shape", name) for name in heads)]
    caption = tongue.say("comparison.differences")
    if not several:
        caption = tongue.titled(caption, tongue.term("shape", comparison["statistics"][0]))
    return Table(caption, names, rows)


def _overlap(row: Mapping[str, Any], tongue: Tongue, why: Reason) -> Cell:
    """The share with its interval over groups, or why it has none."""
    low, high = row.get("low"), row.get("high")
    note = percent_interval(low, high) if low is not None else tongue.why(why)
    return Cell(percent(row["knn_overlap"]), note, numeric=True)


def _agreement(comparison: Mapping[str, Any], tongue: Tongue) -> Table:
    why = reason_for("agreement.interval", comparison.get("reasons", {}))
    rows = [
        [Cell(f"{row['model_a']}, {row['model_b']}"),
         _overlap(row, tongue, why), Cell(percent(row["chance"]), numeric=True)]
        for row in comparison.get("agreement", ())
    ]  # fmt: skip
    names = [
        tongue.say("comparison.pair"),
        *(tongue.term("shape", n) for n in ("knn_overlap", "chance")),
    ]
    return Table(tongue.say("comparison.agreement"), names, rows)
