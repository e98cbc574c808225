"""Section: how unevenly the places in neighbour lists are spread."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.excerpts import excerpt
from monosashi.report.figures import Curve, both, rank_curve
from monosashi.report.numerals import DASH, number, percent, value_of
from monosashi.report.sections.quantities import why
from monosashi.report.tongue import Tongue

STATISTICS = ("antihub_share", "top_share_ratio", "hub_occurrence", "robin_hood", "gini",
              "skewness", "max_occurrence")  # fmt: skip
REFERENCES = ("random_directions", "shuffled_coordinates")
SHOWN = 8
PICTURE = re.compile(r"data:image/(png|jpeg|gif);base64,[A-Za-z0-9+/]+=*")


def hubs_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """The curve of occurrence beside two references, the statistics, the greatest hubs."""
    hubs = results.get("hubs")
    if not hubs:
        return None
    figures = [_curve(hubs, tongue)] if hubs["curve"] else []
    return Section(
        "hubs",
        tongue.say("sections.hubs"),
        tongue.say("short.hubs"),
        _sentence(hubs, tongue),
        figures,
        [table for table in (_statistics(hubs, tongue), _greatest(hubs, tongue)) if table.rows],
        limits=tongue.limits("hubs.limits"),
    )


def _sentence(hubs: Mapping[str, Any], tongue: Tongue) -> str:
    ratio, anti = value_of(hubs["top_share_ratio"]), value_of(hubs["antihub_share"])
    return tongue.say(
        "hubs.sentence",
        share=percent(0.01 * (ratio or 0.0)),
        anti=percent(anti or 0.0),
        k=hubs["k"],
    )


def _curve(hubs: Mapping[str, Any], tongue: Tongue) -> Figure:
    curves = [_line(tongue.say("hubs.here"), hubs["curve"])]
    for name in REFERENCES:
        reference = hubs["references"].get(name)
        if reference:
            curves.append(_line(tongue.term("hubs", name), reference["curve"]))
    title = tongue.say("hubs.curve_title")
    caption = tongue.join([tongue.say("hubs.curve_caption"), _beside(hubs, tongue)])
    svg = both(
        rank_curve,
        curves,
        level=hubs["k"] * hubs["n_queries"] / hubs["n"],
        level_name=tongue.say("hubs.mean"),
        horizontal=tongue.say("hubs.busiest"),
        vertical=tongue.say("hubs.lists"),
        title=title,
        description=caption,
    )
    return Figure(svg, caption, _points(curves, title, tongue))


def _beside(hubs: Mapping[str, Any], tongue: Tongue) -> str:
    """What the references are, or why there are none."""
    if hubs["references"]:
        return tongue.say("hubs.references")
    reason = why("references", hubs.get("reasons", {}))
    return tongue.say("hubs.no_references", why=tongue.why(reason).rstrip(".。"))


def _line(name: str, points: Sequence[Mapping[str, float]]) -> Curve:
    return Curve(name, [p["share"] for p in points], [p["occurrence"] for p in points])


def _points(curves: Sequence[Curve], title: str, tongue: Tongue) -> Table:
    """Counts that the busiest 0.1 %, 1 %, … reach, read off each curve."""
    shares = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9)
    rows = [
        [Cell(percent(share)), *(_reached(curve, share, tongue) for curve in curves)]
        for share in shares
    ]
    return Table(title, [tongue.say("hubs.busiest"), *(curve.name for curve in curves)], rows)


def _reached(curve: Curve, share: float, tongue: Tongue) -> Cell:
    """The largest count that at least this share of the items has."""
    held = [c for s, c in zip(curve.shares, curve.counts, strict=True) if s >= share and c > 0]
    if not held:
        return Cell(DASH, tongue.say("hubs.in_none"), missing=True)
    return Cell(f"≥ {number(int(max(held)))}", numeric=True)


def _statistics(hubs: Mapping[str, Any], tongue: Tongue) -> Table:
    references = [name for name in REFERENCES if hubs["references"].get(name)]
    reasons = hubs.get("reasons", {})
    rows = [
        [Cell(tongue.term("hubs", name)), tongue.cell(hubs[name], why(name, reasons)),
         *(tongue.cell(hubs["references"][ref][name], why(name, reasons)) for ref in references)]
        for name in STATISTICS
    ]  # fmt: skip
    columns = [tongue.say("quantity"), tongue.say("hubs.here"),
               *(tongue.term("hubs", name) for name in references)]  # fmt: skip
    return Table(tongue.say("hubs.statistics"), columns, rows, tongue.say("hubs.statistics_note"))


def _greatest(hubs: Mapping[str, Any], tongue: Tongue) -> Table:
    shown = hubs["hubs"][:SHOWN]
    rows = [
        [Cell(str(row["id"]), picture=_picture(hubs, str(row["id"]))),
         Cell(number(row["occurrence"]), numeric=True), Cell(percent(row["share"]), numeric=True)]
        for row in shown
    ]  # fmt: skip
    heads = [tongue.say(f"hubs.{name}") for name in ("id", "occurrence", "of_lists")]
    return with_texts(Table(tongue.say("hubs.greatest"), heads, rows), shown,
                      tongue.say("hubs.text"))  # fmt: skip


def with_texts(table: Table, items: Sequence[Mapping[str, Any]], head: str) -> Table:
    """One more column, the texts of the items; none where no item has a text."""
    texts = [str(item.get("text") or "") for item in items]
    if not any(text.strip() for text in texts):
        return table
    rows = [[*row, Cell(excerpt(text))] for row, text in zip(table.rows, texts, strict=True)]
    return replace(table, columns=[*table.columns, head], rows=rows)


def _picture(hubs: Mapping[str, Any], name: str) -> str:
    """The picture of an item, as the command kept it; nothing else is shown."""
    found = str(hubs.get("thumbnails", {}).get(name, ""))
    return found if PICTURE.fullmatch(found) else ""
