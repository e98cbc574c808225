"""Every way as a dot: how much it finds over all languages, and what the own language loses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import ends, interval, number, percent, value_of
from monosashi.report.sections.language_choice_names import way_name
from monosashi.report.tongue import Tongue

TIED = 0.005  # smaller differences are hidden by the dot
# what is not drawn is not explained: "none" may be what is taken
LEGEND = {
    "after": ("◆", "blue", "language_choice.taken_or_best"),
    "plain": ("●", "blue", "language_choice.eligible"),
    "before": ("■", "vermillion", "language_choice.kept_out"),
    "alone": ("●", "ink", "ways.none"),
}
Options = Sequence[Mapping[str, Any]]
Choice = Mapping[str, Any]


def map_figure(choice: Choice, options: Options, tongue: Tongue) -> Figure:
    """Every mAP with its interval, a line at what there is without repair."""
    none = value_of(choice["options"]["none"]["map"])
    rows = [_dot(choice, one, "map", tongue) for one in options]
    return _figure("map", rows, tongue, line=none)


def loss_figure(choice: Choice, options: Options, tongue: Tongue) -> Figure:
    """Loss in the own language against the cap; without queries, what stays of its lists."""
    quantity = "loss" if choice["loss_measured"] else "overlap"
    known = [one for one in options if one[quantity] is not None]
    rows = [_dot(choice, one, quantity, tongue) for one in known]
    line = choice["max_same_language_loss"] if quantity == "loss" else 0.5
    return _figure(quantity, rows, tongue, line=line)


def _dot(choice: Choice, one: Mapping[str, Any], quantity: str, tongue: Tongue) -> DotRow:
    found = one[quantity]
    value, (low, high) = value_of(found) or 0.0, ends(found)
    written = percent(value) if quantity == "overlap" else f"{number(value)} {interval(low, high)}"
    won = value_of(one["map_optimistic"]) if quantity == "map" else None
    tick = won if won is not None and won - value > TIED else None
    return DotRow(way_name(one["name"], tongue), value, low, high, written.strip(),
                  _mark(choice, one), tick)  # fmt: skip


def _mark(choice: Choice, one: Mapping[str, Any]) -> str:
    if one["name"] == choice["pick"]:
        return "after"
    if one["name"] == "none":
        return "alone"
    return "plain" if one["standing"] == "eligible" else "before"


def _figure(quantity: str, rows: Sequence[DotRow], tongue: Tongue, *, line: float | None) -> Figure:
    title = tongue.say(f"language_choice.{quantity}_title")
    caption = tongue.say(f"language_choice.{quantity}_caption")
    axis = tongue.term("language.choosing", quantity)
    used = {row.mark for row in rows}
    legend = [(sign, colour, tongue.say(said)) for mark, (sign, colour, said) in LEGEND.items()
              if mark in used]  # fmt: skip
    svg = both(dot_rows, rows, axis=axis, title=title, description=caption, line=line,
               legend=legend, whole_labels=True)  # fmt: skip
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(svg, caption, Table(title, [tongue.say("language_choice.way"), axis], cells))
