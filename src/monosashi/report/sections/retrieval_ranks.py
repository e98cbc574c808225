"""Figure: how many queries are answered within each rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Table
from monosashi.report.figures import MOST_CURVES, Ascent, ascent, both
from monosashi.report.numerals import DASH, number, percent, value_of
from monosashi.report.tongue import Tongue

Systems = Mapping[str, Mapping[str, Any]]
Compared = Mapping[str, Any]
READ_AT = (1, 2, 3, 5, 10, 20, 50, 100, 1_000)


def answered_within(systems: Systems, compared: Compared | None, tongue: Tongue) -> Figure:
    """The best systems first; of very many only these are drawn."""
    ordered = _best_first(systems, compared)
    names = ordered[:MOST_CURVES]
    curves = [_line(name or tongue.say("retrieval.this_system"), systems[name]) for name in names]
    title, caption = tongue.say("retrieval.within"), tongue.say("retrieval.within_caption")
    if len(ordered) > len(names):
        some = tongue.say("retrieval.some", shown=len(names), total=len(ordered))
        caption = tongue.join([caption, some])
    last = max(_last(systems[name]) for name in names)
    svg = both(
        ascent,
        curves,
        last=last,
        horizontal=tongue.say("retrieval.rank_axis"),
        vertical=tongue.say("retrieval.share_axis"),
        title=title,
        description=caption,
    )
    return Figure(svg, caption, _points(curves, last, title, tongue))


def _best_first(systems: Systems, compared: Compared | None) -> list[str]:
    if compared is None:
        return list(systems)
    levels, metric = compared["levels"], compared["metric"]
    return sorted(systems, key=lambda name: -(value_of(levels[name][metric]) or 0.0))


def _line(name: str, one: Mapping[str, Any]) -> Ascent:
    return Ascent(name, [p["rank"] for p in one["curve"]], [p["share"] for p in one["curve"]])


def _last(one: Mapping[str, Any]) -> float:
    """Up to the deepest answer found, or ten ranks: what comes after is flat."""
    return float(max(one["curve"][-1]["rank"], min(10, one["n_documents"] or 10)))


def _points(curves: Sequence[Ascent], last: float, title: str, tongue: Tongue) -> Table:
    rows = [[Cell(number(rank)), *(_reached(curve, rank) for curve in curves)]
            for rank in READ_AT if rank <= last or rank == 1]  # fmt: skip
    return Table(title, [tongue.say("retrieval.rank_axis"), *(c.name for c in curves)], rows)


def _reached(curve: Ascent, rank: int) -> Cell:
    """The share at a rank; between two points of a thinned curve, that of the rank before."""
    held = [share for at, share in zip(curve.ranks, curve.shares, strict=True) if at <= rank]
    return Cell(percent(held[-1]), numeric=True) if held else Cell(DASH)
