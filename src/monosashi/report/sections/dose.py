"""Section: do stronger rewordings move the vectors further."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import interval, number, value_of
from monosashi.report.sections.quantities import quantity_table
from monosashi.report.tongue import Tongue

TREND = ("strictly_increasing", "kendall_tau", "page_l", "page_p_value")


def dose_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Mean W~ of every stage, and the trend."""
    found = results.get("dose")
    if not found:
        return None
    return Section(
        "dose",
        tongue.say("sections.dose"),
        tongue.say("short.dose"),
        _sentence(found, tongue),
        [_figure(found, tongue)],
        [_stages(found, tongue),
         quantity_table(tongue.say("dose.trend"), found, TREND, "shape", tongue)],
        limits=tongue.limits("report.dose.limits"),
    )  # fmt: skip


def _sentence(found: Mapping[str, Any], tongue: Tongue) -> str:
    first, last = found["stages"][0], found["stages"][-1]
    rising = round((value_of(found["strictly_increasing"]) or 0.0) * found["n_groups"])
    expected = found["chance_increasing"] * found["n_groups"]
    said = [tongue.say("dose.moves", first=first["stage"], last=last["stage"], rising=rising,
                       first_w=_mean(first), last_w=_mean(last), n_groups=found["n_groups"],
                       expected=f"{expected:.3g}")]  # fmt: skip
    if found["left_out"]:
        said.append(tongue.say("dose.left_out", count=len(found["left_out"])))
    return tongue.join(said)


def _mean(row: Mapping[str, Any]) -> str:
    """Mean W~ of a stage with its interval over questions."""
    return f"{number(row['mean_w_tilde'])} {interval(row['low'], row['high'])}".rstrip()


def _figure(found: Mapping[str, Any], tongue: Tongue) -> Figure:
    rows = [DotRow(str(row["stage"]), row["mean_w_tilde"], row["low"], row["high"], _mean(row))
            for row in found["stages"]]  # fmt: skip
    title, caption = tongue.say("dose.figure"), tongue.say("dose.caption")
    axis = tongue.term("shape", "mean_w_tilde")
    svg = both(dot_rows, rows, axis=axis, title=title, description=caption)
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(svg, caption, Table(title, [tongue.term("shape", "stage"), axis], cells))


def _stages(found: Mapping[str, Any], tongue: Tongue) -> Table:
    names = ("stage", "mean_w_tilde", "median_w_tilde", "n_groups")
    rows = [[Cell(str(row["stage"])),
             Cell(number(row["mean_w_tilde"]), interval(row["low"], row["high"]), numeric=True),
             Cell(number(row["median_w_tilde"]), numeric=True),
             Cell(number(row["groups"]), numeric=True)] for row in found["stages"]]  # fmt: skip
    return Table(tongue.say("dose.table"), [tongue.term("shape", name) for name in names], rows)
