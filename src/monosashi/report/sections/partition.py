"""Section: whose is the spread, the topic's or the language's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import ShareRow, both, share_bars
from monosashi.report.numerals import number, percent, share_estimate, value_of
from monosashi.report.sections.p_values import p_cell
from monosashi.report.tongue import Tongue

Row = Mapping[str, Any]
COLUMNS = ("term", "df", "r_squared_share", "share_by_chance", "adjusted_share",
           "partial_r_squared", "f", "p_value", "smallest_p")  # fmt: skip


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
        [_table(found, tongue)],
        limits=tongue.limits("report.partition.limits"),
    )


def _sentence(found: Row, tongue: Tongue) -> str:
    """Shares of the sample; what they are freed of chance, with intervals, is in the table."""
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
    if expected is None:
        return share
    return tongue.say("partition.beside", share=share, chance=percent(expected))


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
    title, caption = tongue.say("partition.bars"), tongue.say("partition.bars_caption")
    words = {name: tongue.say(f"partition.{name}") for name in ("first", "second", "neutral")}
    svg = both(share_bars, rows, title=title, description=caption, **words)
    cells = [[Cell(row.label), Cell(percent(row.share or 0.0), numeric=True),
              Cell("" if row.neutral is None else percent(row.neutral), numeric=True)]
             for row in rows]  # fmt: skip
    columns = [tongue.term("shape", "term"), words["first"], words["neutral"]]
    return Figure(svg, caption, Table(title, columns, cells))


def _table(found: Row, tongue: Tongue) -> Table:
    rows = [_row(row, found, tongue) for row in found["rows"]]
    note = tongue.say(f"partition.{'intervals' if found.get('clusters') else 'without'}")
    columns = [tongue.term("shape", name) for name in COLUMNS]
    return Table(tongue.say("partition.table"), columns, rows, note)


def _row(row: Row, found: Row, tongue: Tongue) -> list[Cell]:
    """A term; residual and total have no test, so their places stay empty."""
    share = tongue.share(share_estimate(row))
    if row["role"] in {"residual", "total"}:
        label = Cell(tongue.term("shape", row["term"]))
        return [label, Cell(number(row["df"]), numeric=True), share, *[Cell("")] * 6]
    reasons = found.get("reasons", {})
    why = reasons.get(f"tests.{row['term']}")
    known = {"f": reasons.get(f"f.{row['term']}") or why}
    if row["r_squared"] is None:
        share = tongue.cell(None, why)
    lost = reasons.get(f"interval.{row['term']}")
    adjusted = tongue.cell(share_estimate(row, "adjusted_"),
                           why if row["adjusted_r_squared"] is None else lost)  # fmt: skip
    partial = tongue.cell(share_estimate(row, "partial_"),
                          why if row["partial_r_squared"] is None else lost)  # fmt: skip
    freedom, *rest = (tongue.cell(row[name], known.get(name, why))
                      for name in ("df", "f", "smallest_p"))  # fmt: skip
    return [Cell(row["term"]), freedom, share, tongue.share(row.get("expected_r_squared"), why),
            adjusted, partial, rest[0], _p(row, found, why, tongue), rest[1]]  # fmt: skip


def _p(row: Row, found: Row, why: Row | None, tongue: Tongue) -> Cell:
    if row["p_value"] is None:
        return tongue.cell(None, why)
    test = found["tests"][row["term"]]
    return p_cell(row["p_value"], tongue, floor=not test["exact"] and test["exceedances"] == 0)
