"""Section: whose is the spread, the topic's or the language's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import ShareRow, both, share_bars
from monosashi.report.numerals import number, percent, share_estimate, value_of, written
from monosashi.report.sections.partition_table import partition_table
from monosashi.report.tongue import Tongue

Row = Mapping[str, Any]
ALPHA = 0.05


def partition_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Share of every term beside chance, with its test."""
    found = results.get("partition")
    if not found:
        return None
    return Section(
        "partition",
        tongue.say("sections.partition"),
        tongue.say("short.partition"),
        _sentence(found, tongue),
        [_bars(found, tongue)],
        [partition_table(found, tongue)],
        limits=[*tongue.limits("report.partition.limits"), _many(found, tongue)],
    )


def _many(found: Row, tongue: Tongue) -> str:
    """What chance is here: objects, or what changes places as a whole or inside a block."""
    if found["scheme"] == "free":
        return tongue.say("partition.limits_free")
    return tongue.say("partition.limits_arranged", moved=_moved(found, tongue))


def _moved(found: Row, tongue: Tongue) -> str:
    name = "both" if found["scheme"] == "whole within" else found["scheme"]
    return tongue.say(f"partition.moved_{name}")


def _sentence(found: Row, tongue: Tongue) -> str:
    """Shares of the sample; of terms that are shown also adjusted R² with its interval."""
    dropped = _dropped(found)
    terms = [tongue.titled(row["term"], _beside_chance(row, tongue)) for row in _terms(found)
             if row["term"] not in dropped]  # fmt: skip
    rest = percent(_of(found, "residual")["r_squared"])
    said = [tongue.say(f"partition.by_{found['by']}", shares=tongue.listing(terms), rest=rest)]
    if dropped:
        said.append(tongue.say("partition.dropped", names=tongue.listing(dropped)))
    shared = found.get("shared_r_squared")
    if shared is not None and abs(shared) >= 0.0005:
        kind = "shared" if found["by"] == "terms" else "shared_margin"
        said.append(tongue.say(f"partition.{kind}", shared=number(shared)))
    whole, adjusted = value_of(found["r_squared"]), found["adjusted_r_squared"]
    said.append(tongue.say("partition.whole", whole=percent(whole or 0.0),
                           adjusted=number(adjusted)))  # fmt: skip
    return tongue.join(said)


def _beside_chance(row: Row, tongue: Tongue) -> str:
    expected, share = row.get("expected_r_squared"), percent(row["r_squared"])
    known = {} if expected is None else {"chance": percent(expected)}
    p = row["p_value"]
    if row.get("adjusted_low") is not None and p is not None and p < ALPHA:
        adjusted = written(share_estimate(row, "adjusted_"))
        return tongue.say("partition.freed", share=share, adjusted=adjusted, **known)
    return tongue.say("partition.beside", share=share, **known) if known else share


def _dropped(found: Row) -> list[str]:
    """Factors of which nothing is left beside all others."""
    return [row["term"] for row in found["rows"]
            if row["role"] == "factor" and row["df"] == 0 and found["by"] == "margin"]  # fmt: skip


def _terms(found: Row) -> list[Row]:
    """Terms that have a share."""
    known = [row for row in found["rows"] if row["r_squared"] is not None]
    return [row for row in known if row["role"] not in {"residual", "total"}]


def _of(found: Row, role: str) -> Row:
    held: Row = next(row for row in found["rows"] if row["role"] == role)
    return held


def _bars(found: Row, tongue: Tongue) -> Figure:
    rows = [ShareRow(row["term"], row["r_squared"], row.get("expected_r_squared"))
            for row in _terms(found)]  # fmt: skip
    rest = _of(found, "residual")
    rows.append(ShareRow(tongue.term("shape", "residual"), rest["r_squared"]))
    title, caption = tongue.say("partition.bars"), _caption(found, tongue)
    words = {name: tongue.say(f"partition.{name}") for name in ("first", "second", "neutral")}
    svg = both(share_bars, rows, title=title, description=caption, **words)
    cells = [[Cell(row.label), Cell(percent(row.share or 0.0), numeric=True),
              Cell("" if row.neutral is None else percent(row.neutral), numeric=True)]
             for row in rows]  # fmt: skip
    columns = [tongue.term("shape", "term"), words["first"], words["neutral"]]
    return Figure(svg, caption, Table(title, columns, cells))


def _caption(found: Row, tongue: Tongue) -> str:
    if found["scheme"] == "free":
        return tongue.say("partition.bars_caption")
    return tongue.say("partition.bars_caption_arranged", moved=_moved(found, tongue))
