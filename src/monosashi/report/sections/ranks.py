"""What a comparison of models adds to its differences: ranks with intervals, equivalence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.numerals import DASH
from monosashi.report.sections.p_values import p_cell
from monosashi.report.tongue import Tongue

Row = Mapping[str, Any]


def ranks_table(comparison: Row, tongue: Tongue) -> Table | None:
    """Where each model may stand, as far as the adjusted tests of all pairs can tell."""
    first = comparison["statistics"][0]
    rows = [row for row in comparison.get("ranks", ()) if row["statistic"] == first]
    if not rows:
        return None
    ordered = sorted(rows, key=lambda row: (row["rank"], row["rank_low"], row["model"]))
    cells = [[Cell(row["model"]), Cell(str(row["rank"]), numeric=True), _range(row)]
             for row in ordered]  # fmt: skip
    columns = [tongue.say("comparison.model"), tongue.term("shape", "rank"),
               tongue.say("comparison.rank_range")]  # fmt: skip
    return Table(tongue.say("comparison.ranks"), columns, cells,
                 tongue.say("comparison.ranks_note"))  # fmt: skip


def _range(row: Row) -> Cell:
    low, high = row["rank_low"], row["rank_high"]
    return Cell(str(low) if low == high else f"{low}–{high}", numeric=True)


def equivalence_table(comparison: Row, tongue: Tongue) -> Table | None:
    """Which pairs are shown equal within the margin, if one was given."""
    margin = comparison.get("margin")
    rows = [row for row in comparison["differences"] if "equivalent" in row]
    if margin is None or not rows:
        return None
    cells = [[Cell(f"{row['model_a']} − {row['model_b']}"),
              Cell(tongue.term("shape", row["statistic"])),
              _p(row["equivalence_p"], tongue), _p(row["equivalence_p_adjusted"], tongue),
              _p(row.get("beyond_p_adjusted"), tongue), Cell(_judged(row, tongue))]
             for row in rows]  # fmt: skip
    names = ("statistic", "equivalence_p", "equivalence_p_adjusted",
             "beyond_p_adjusted", "equivalent")  # fmt: skip
    columns = [tongue.say("comparison.pair"), *(tongue.term("shape", name) for name in names)]
    return Table(tongue.say("comparison.equivalence", margin=f"{margin:g}"), columns, cells,
                 tongue.say("comparison.equivalence_note"))  # fmt: skip


def _judged(row: Row, tongue: Tongue) -> str:
    """Equivalent, surely outside the margin, or neither shown."""
    if row["equivalent"]:
        return tongue.say("yes")
    return tongue.say("comparison.beyond" if row.get("beyond") else "comparison.not_shown")


def _p(value: float | None, tongue: Tongue) -> Cell:
    if value is None:
        return Cell(DASH, tongue.say("comparison.no_margin"), missing=True)
    return p_cell(value, tongue)
