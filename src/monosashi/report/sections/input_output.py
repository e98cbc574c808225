"""Section: wordings as one question going in, and as one result coming out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import ends, number, percent, placed, value_of, written
from monosashi.report.sections.quantities import quantity_table
from monosashi.report.tongue import Tongue

SIDES = ("input", "output")
COUNTS = ("mean_outcome", "agreeing_pairs", "chance_agreeing", "rare_groups")


def input_output_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Both sides with the line from which a side is called high."""
    found = results.get("input_output")
    if not found:
        return None
    figure = _figure(found, tongue)
    return Section(
        "input_output",
        tongue.say("sections.input_output"),
        tongue.say("short.input_output"),
        _sentence(found, tongue),
        [figure] if figure else [],
        [quantity_table(tongue.say("quantities"), found, (*SIDES, *COUNTS), "shape", tongue)],
        limits=tongue.limits("report.input_output.limits"),
    )


def _sentence(found: Mapping[str, Any], tongue: Tongue) -> str:
    threshold = f"{found['threshold']:g}"
    if found["pattern"] and found["alike"]:
        said = [tongue.say("input_output.alike", mean=number(found["mean_outcome"]),
                           agree=percent(found["agreeing_pairs"]))]  # fmt: skip
    elif found["pattern"] and not found["sure"]:
        said = [tongue.say("input_output.unsure", threshold=threshold)]
    else:
        said = [tongue.say(f"input_output.{found['pattern'] or 'no_pattern'}")]
        said += [tongue.say("input_output.sure", threshold=threshold)] if found["pattern"] else []
    counted = [name for name in ("n_missing", "n_single") if found[name]]
    more = [tongue.say(f"input_output.{name}", count=number(found[name])) for name in counted]
    return tongue.join([*said, *more])


def _figure(found: Mapping[str, Any], tongue: Tongue) -> Figure | None:
    rows = [DotRow(tongue.term("shape", name), placed(found[name]), *ends(found[name]),
                   written(found[name]), "before" if name == "output" else "after")
            for name in SIDES if value_of(found[name]) is not None]  # fmt: skip
    if not rows:
        return None
    title, caption = tongue.say("input_output.figure"), tongue.say("input_output.caption")
    lowest = min(x for row in rows for x in (row.value, row.low, 0.0) if x is not None)
    axis = tongue.term("shape", found["statistic"])
    svg = both(dot_rows, rows, axis=axis, title=title, description=caption,
               span=(lowest - 0.03, 1.03), line=found["threshold"])  # fmt: skip
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(svg, caption, Table(title, [tongue.say("quantity"), axis], cells))
