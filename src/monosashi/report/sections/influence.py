"""Table: the groups without which R² would move most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.numerals import number
from monosashi.report.tongue import Tongue

SHOWN = 8


def influence_table(shape: Mapping[str, Any], tongue: Tongue) -> Table | None:
    """R² without each group, the strongest first."""
    rows = [row for row in shape.get("influence", ()) if row["r_squared_change"] is not None]
    if not rows:
        return None
    strongest = sorted(rows, key=lambda row: -abs(row["r_squared_change"]))[:SHOWN]
    names = ("group", "n", "r_squared_without", "r_squared_change")
    cells = [[Cell(str(row["group"])), *(Cell(number(row[name]), numeric=True)
                                         for name in names[1:])] for row in strongest]  # fmt: skip
    note = tongue.say("first_rows", shown=SHOWN, total=len(rows)) if len(rows) > SHOWN else ""
    columns = [tongue.term("shape", name) for name in names]
    return Table(tongue.say("shape.influence"), columns, cells, note)
