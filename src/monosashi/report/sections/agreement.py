"""Section: do two models see the same neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import (
    ends,
    number,
    percent,
    percent_interval,
    placed,
    value_of,
    written,
)
from monosashi.report.sections.invariances import invariance_table, says_table
from monosashi.report.sections.quantities import quantity_table
from monosashi.report.tongue import Tongue

QUANTITIES = ("knn_overlap", "knn_overlap_adjusted", "rowwise_spearman", "distance_spearman",
              "linear_cka_debiased", "linear_cka")  # fmt: skip
DRAWN = QUANTITIES[:-1]


def agreement_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Neighbours, ranks of distances, kernels; from the freest comparison to the narrowest."""
    found = results.get("agreement")
    if not found:
        return None
    table = quantity_table(tongue.say("quantities"), found, QUANTITIES, "shape", tongue)
    more = [invariance_table(results, ("agreement",), tongue),
            says_table(results, ("agreement",), tongue)]  # fmt: skip
    return Section(
        "agreement",
        tongue.say("sections.agreement"),
        tongue.say("short.agreement"),
        _sentence(found, tongue),
        [_figure(found, table, tongue)],
        [table, *(one for one in more if one)],
        limits=tongue.limits("report.agreement.limits"),
    )


def _sentence(found: Mapping[str, Any], tongue: Tongue) -> str:
    names = {"model_a": found["model_a"], "model_b": found["model_b"], "k": found["k"]}
    overlap = value_of(found.get("knn_overlap"))
    if overlap is None:
        return tongue.say("agreement.undefined", **names)
    share = f"{percent(overlap)} {percent_interval(*ends(found['knn_overlap']))}".rstrip()
    said = [tongue.say("agreement.overlap", share=share, n=number(found["n"]),
                       chance=percent(found["chance"]), **names)]  # fmt: skip
    ties = found["ties_a"] + found["ties_b"]
    if ties:
        said.append(tongue.say("agreement.ties", count=ties))
    return tongue.join(said)


def _figure(found: Mapping[str, Any], table: Table, tongue: Tongue) -> Figure:
    rows = [DotRow(tongue.term("shape", name), placed(found[name]), *ends(found[name]),
                   written(found[name]), expected=_chance(name, found))
            for name in DRAWN if value_of(found.get(name)) is not None]  # fmt: skip
    title, caption = tongue.say("agreement.figure"), tongue.say("agreement.caption")
    low = min((row.low if row.low is not None else row.value or 0.0 for row in rows), default=0.0)
    svg = both(dot_rows, rows or [DotRow(tongue.term("shape", "knn_overlap"), None, numbers="–")],
               axis=tongue.say("agreement.axis"), title=title, description=caption,
               span=(min(low, 0.0) - 0.03, 1.03))  # fmt: skip
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(svg, caption, replace(table, caption=title, rows=cells))


def _chance(name: str, found: Mapping[str, Any]) -> float | None:
    return {"knn_overlap": found["chance"], "knn_overlap_adjusted": 0.0}.get(name)
