"""Figures of the language section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Table
from monosashi.report.figures import (
    Bars,
    DotRow,
    Entry,
    ShareRow,
    both,
    dot_rows,
    histogram,
    share_bars,
)
from monosashi.report.numerals import ends, percent, placed, value_of, written
from monosashi.report.sections.repairs import Repaired
from monosashi.report.tongue import Tongue

Directions = Sequence[tuple[str, Mapping[str, Any]]]
Mended = Mapping[str, Sequence[Repaired]]
SHOWN_BINS = 8


def language_figures(
    shown: Directions, mended: Mended, looked_into: int, tongue: Tongue
) -> list[Figure]:
    """recall@1, composition of the lists, rank of the translation in the worst directions."""
    return [
        _recall(shown, mended, tongue),
        _composition(shown, mended, tongue),
        *(_ranks(direction, tongue) for _, direction in shown[:looked_into]),
    ]


def _heading(direction: Mapping[str, Any]) -> str:
    return f"{direction['source']} → {direction['target']}"


def _recall(shown: Directions, mended: Mended, tongue: Tongue) -> Figure:
    rows: list[DotRow] = []
    for key, direction in shown:
        rows.append(DotRow(_heading(direction)))
        rows += [_dot(tongue.term("language", pool), found, mark)
                 for pool, found, mark in _pools(direction)]  # fmt: skip
        rows += [_dot(repair.name, repair.recall, "after") for repair in mended.get(key, ())]
    title, caption = tongue.say("language.recall_title"), tongue.say("language.recall_caption")
    legend = _legend(shown, mended, tongue)
    named = {"axis": "recall@1", "title": title, "description": caption, "legend": legend}
    svg = both(dot_rows, rows, **named, span=(0, 1.02))
    columns = [tongue.say("language.pool"), "recall@1"]
    return Figure(svg, caption, Table(title, columns, _cells(rows, tongue)))


def _pools(direction: Mapping[str, Any]) -> list[tuple[str, Any, str]]:
    """Only the other language, as many of all languages, all; earlier versions lack the second."""
    thinned = direction.get("thinned")
    return [("target_only", direction["target_only"]["recall"]["1"], "alone"),
            *([("thinned", thinned["1"], "high")] if thinned else []),
            ("mixed", direction["mixed"]["recall"]["1"], "before")]  # fmt: skip


def _legend(shown: Directions, mended: Mended, tongue: Tongue) -> list[Entry]:
    entries = [("●", "ink", tongue.term("language", "target_only"))]
    if any(direction.get("thinned") for _, direction in shown):
        entries.append(("▲", "purple", tongue.term("language", "thinned")))
    entries.append(("■", "vermillion", tongue.term("language", "mixed")))
    repaired = ("◆", "blue", tongue.say("language.after_repair"))
    return [*entries, repaired] if any(mended.values()) else entries


def _dot(label: str, estimate: Any, mark: str) -> DotRow:
    return DotRow(label, placed(estimate), *ends(estimate), written(estimate), mark)


def _cells(rows: Sequence[DotRow], tongue: Tongue) -> list[list[Cell]]:
    cells, heading = [], ""
    for row in rows:
        if row.heading:
            heading = row.label
        else:
            cells.append([Cell(tongue.titled(heading, row.label)), Cell(row.numbers, numeric=True)])
    return cells


def _composition(shown: Directions, mended: Mended, tongue: Tongue) -> Figure:
    rows: list[ShareRow] = []
    for key, direction in shown:
        guards = direction["guards"]
        neutral = guards["neutral_share"]
        rows.append(ShareRow(_heading(direction)))
        share = value_of(guards["same_language_share"])
        rows.append(ShareRow(tongue.term("language", "mixed"), share, neutral))
        rows += [ShareRow(repair.name, value_of(repair.share), neutral)
                 for repair in mended.get(key, ())]  # fmt: skip
    title, caption = tongue.say("language.lists_title"), tongue.say("language.lists_caption")
    svg = both(
        share_bars,
        rows,
        first=tongue.say("language.own"),
        second=tongue.say("language.others"),
        neutral=tongue.term("language", "neutral_share"),
        title=title,
        description=caption,
    )
    shares = (tongue.term("language", n) for n in ("same_language_share", "neutral_share"))
    names = [tongue.say("language.pool"), *shares]
    return Figure(svg, caption, Table(title, names, _share_cells(rows, tongue)))


def _share_cells(rows: Sequence[ShareRow], tongue: Tongue) -> list[list[Cell]]:
    cells, heading = [], ""
    for row in rows:
        if row.share is None:
            heading = row.label
        else:
            shares = (percent(x) if x is not None else "" for x in (row.share, row.neutral))
            cells.append([Cell(tongue.titled(heading, row.label)),
                          *(Cell(text, numeric=True) for text in shares)])  # fmt: skip
    return cells


def _ranks(direction: Mapping[str, Any], tongue: Tongue) -> Figure:
    found = direction["partner_ranks"]
    series = [Bars(tongue.term("language", pool), _shares(found[pool]))
              for pool in ("mixed", "target_only")]  # fmt: skip
    names, bars = _bins(found["from"], found["to"], series)
    title = tongue.say("language.ranks_title", direction=_heading(direction))
    caption = tongue.say("language.ranks_caption")
    axis = tongue.term("language", "partner_ranks")
    svg = both(histogram, names, bars, axis=axis, title=title, description=caption)
    cells = [[Cell(name), *(Cell(percent(bar.shares[i]), numeric=True) for bar in bars)]
             for i, name in enumerate(names)]  # fmt: skip
    columns = [tongue.term("language", "partner_ranks"), *(bar.name for bar in bars)]
    return Figure(svg, caption, Table(title, columns, cells))


def _shares(counts: Sequence[int]) -> list[float]:
    total = sum(counts) or 1
    return [count / total for count in counts]


def _bins(
    first: Sequence[int], last: Sequence[int], bars: Sequence[Bars]
) -> tuple[list[str], list[Bars]]:
    """Names of the bins; those beyond the first few are counted together."""
    names = [f"{a:,}" if a == b else f"{a:,}–{b:,}" for a, b in zip(first, last, strict=True)]
    if len(names) <= SHOWN_BINS:
        return names, list(bars)
    kept = SHOWN_BINS - 1
    joined = [Bars(bar.name, [*bar.shares[:kept], sum(bar.shares[kept:])]) for bar in bars]
    return [*names[:kept], f"≥ {first[kept]:,}"], joined
