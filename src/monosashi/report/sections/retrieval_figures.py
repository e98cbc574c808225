"""Figures of the retrieval section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Table
from monosashi.report.figures import (
    DotRow,
    Entry,
    both,
    dot_rows,
    start_below,
)
from monosashi.report.numerals import ends, interval, number, placed, value_of, written
from monosashi.report.sections.retrieval_metrics import headline_metrics, metrics_of
from monosashi.report.sections.retrieval_ranks import answered_within
from monosashi.report.tongue import Tongue
from monosashi.retrieval.metric_names import metric_name

Systems = Mapping[str, Mapping[str, Any]]
Compared = Mapping[str, Any]
SHOWN_PAIRS = 24


def retrieval_figures(systems: Systems, compared: Compared | None, tongue: Tongue) -> list[Figure]:
    """Metrics with intervals, queries answered within each rank, paired differences."""
    figures = [_levels(systems, compared, tongue)]
    if systems:
        figures.append(answered_within(systems, compared, tongue))
    return [*figures, _paired(compared, tongue)] if compared else figures


def _levels(systems: Systems, compared: Compared | None, tongue: Tongue) -> Figure:
    rows = _alone(systems) if compared is None else _side_by_side(systems, compared)
    title, caption = tongue.say("retrieval.levels"), tongue.say("retrieval.levels_caption")
    if compared:
        caption = tongue.join([caption, tongue.say("comparison.levels_caption")])
    axis = tongue.say("retrieval.level_axis")
    lowest = min((x for row in rows for x in (row.low, row.value) if x is not None), default=0.0)
    span = (start_below(lowest), 1.01)
    named = {"axis": axis, "title": title, "description": caption, "span": span}
    svg = both(dot_rows, rows, **named, legend=_legend(rows, compared, tongue), whole_labels=True)
    columns = [tongue.say("retrieval.metric"), tongue.say("with_interval")]
    return Figure(svg, caption, Table(title, columns, _cells(rows, tongue)))


def _alone(systems: Systems) -> list[DotRow]:
    """One system: a row a metric; a tick where it would stand if ties were won."""
    (one,) = systems.values()
    return [_dot(metric_name(name), found, "plain", one["optimistic"].get(name))
            for name, found in headline_metrics(metrics_of(one))]  # fmt: skip


def _side_by_side(systems: Systems, compared: Compared) -> list[DotRow]:
    """Several: under each metric a row a system, marked when nothing is surely better."""
    rows = []
    levels = compared["levels"]
    names = [name for name, _ in headline_metrics(levels[compared["systems"][0]])]
    for metric in names:
        tied = set(compared["tied_with_best"].get(metric, ()))
        rows.append(DotRow(metric_name(metric)))
        for system in compared["systems"]:
            mark = "after" if system in tied else "plain"
            most = systems.get(system, {}).get("optimistic", {}).get(metric)
            rows.append(_dot(system, levels[system][metric], mark, most))
    return rows


def _dot(label: str, estimate: Any, mark: str, optimistic: float | None) -> DotRow:
    """The tick of won ties is drawn only where ties change the value."""
    value = value_of(estimate)
    moved = (
        None if optimistic is None or value is None or optimistic - value < 0.0005 else optimistic
    )
    return DotRow(label, placed(estimate), *ends(estimate), written(estimate), mark, moved)


def _legend(rows: Sequence[DotRow], compared: Compared | None, tongue: Tongue) -> list[Entry]:
    marks = {row.mark for row in rows if not row.heading}
    entries: list[Entry] = []
    if compared:
        entries.append(("◆", "blue", tongue.say("retrieval.tied_mark")))
    if compared and "plain" in marks:
        entries.append(("●", "blue", tongue.say("retrieval.behind_mark")))
    if any(row.expected is not None for row in rows):
        entries.append(("│", "soft", tongue.say("retrieval.ties_won")))
    return entries


def _cells(rows: Sequence[DotRow], tongue: Tongue) -> list[list[Cell]]:
    cells, heading = [], ""
    for row in rows:
        if row.heading:
            heading = row.label
        else:
            name = tongue.titled(heading, row.label) if heading else row.label
            cells.append([Cell(name), Cell(row.numbers, numeric=True)])
    return cells


def _paired(compared: Compared, tongue: Tongue) -> Figure:
    held = [row for row in compared["differences"] if row["metric"] == compared["metric"]]
    rows = [
        DotRow(f"{row['model_a']} − {row['model_b']}", row["difference"], row["low"], row["high"],
               f"{number(row['difference'])} {interval(row['low'], row['high'])}".rstrip())
        for row in held[:SHOWN_PAIRS]
    ]  # fmt: skip
    title, caption = tongue.say("comparison.paired"), tongue.say("retrieval.paired_caption")
    metric = metric_name(compared["metric"])
    axis = tongue.say("comparison.difference_axis", statistic=metric)
    named = {"axis": axis, "title": title, "description": caption, "line": 0.0}
    svg = both(dot_rows, rows, **named, whole_labels=True)
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(svg, caption, Table(title, [tongue.say("retrieval.pair"), axis], cells))
