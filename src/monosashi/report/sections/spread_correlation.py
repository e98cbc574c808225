"""Section: do groups that are spread more do better or worse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import Point, both, scatter
from monosashi.report.flattening import reason_for
from monosashi.report.numerals import number
from monosashi.report.sections.quantities import quantity_table
from monosashi.report.tongue import Tongue
from monosashi.words.filling import p_digits

QUANTITIES = ("spearman", "pearson", "plain_spearman", "plain_pearson", "detectable",
              "groups_for_this")  # fmt: skip
SHOWN = 20


def spread_correlation_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """W~ of every group against its outcome."""
    found = results.get("spread_correlation")
    if not found:
        return None
    table = quantity_table(tongue.say("quantities"), found, QUANTITIES, "shape", tongue)
    return Section(
        "spread_correlation",
        tongue.say("sections.spread_correlation"),
        tongue.say("short.spread_correlation"),
        _sentence(found, tongue),
        [_figure(found, tongue)],
        [table],
        limits=tongue.limits("report.spread_correlation.limits"),
    )


def _sentence(found: Mapping[str, Any], tongue: Tongue) -> str:
    groups = {"n_groups": found["n_groups"], "detectable": f"{found['detectable']:.2f}"}
    if found.get("spearman") is None:
        why = tongue.why(reason_for("spearman", found.get("reasons", {})))
        return tongue.say("spread_correlation.undefined", why=why)
    test = found["spearman_test"]
    floor = not test["exact"] and test["exceedances"] == 0
    said = [tongue.say("spread_correlation.rho", rho=tongue.told(found["spearman"]),
                       p="p {} {}".format(*p_digits(test["p_value"], floor=floor)),
                       **groups)]  # fmt: skip
    if found.get("held_fixed"):
        said.append(tongue.say("spread_correlation.size_fixed"))
    said.append(tongue.say("spread_correlation.power", **groups))
    return tongue.join(said)


def _figure(found: Mapping[str, Any], tongue: Tongue) -> Figure:
    points = [Point(row["w_tilde"], row["outcome"]) for row in found["groups"]]
    title, caption = tongue.say("spread_correlation.figure"), tongue.say(
        "spread_correlation.caption")  # fmt: skip
    axes = {"horizontal": tongue.term("shape", "w_tilde"),
            "vertical": tongue.term("shape", "outcome")}  # fmt: skip
    svg = both(scatter, points, title=title, description=caption, **axes)
    ordered = sorted(found["groups"], key=lambda row: -row["w_tilde"])
    names = ("group", "n", "w_tilde", "outcome")
    cells = [[Cell(str(row["group"])), *(Cell(number(row[name]), numeric=True)
                                         for name in names[1:])]
             for row in ordered[:SHOWN]]  # fmt: skip
    note = tongue.say("first_rows", shown=SHOWN, total=len(ordered)) if len(ordered) > SHOWN else ""
    columns = [tongue.term("shape", name) for name in names]
    return Figure(svg, caption, Table(title, columns, cells, note))
