"""Small tables of single quantities, worded by the room they come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.everything import reason_for
from monosashi.report.tongue import Tongue


def quantity_table(
    caption: str, result: Mapping[str, Any], names: Sequence[str], room: str, tongue: Tongue
) -> Table:
    """One row a quantity, those that the result has; a missing value says why."""
    reasons = result.get("reasons", {})
    rows = [
        [Cell(tongue.term(room, name)), tongue.cell(result[name], reason_for(name, reasons))]
        for name in names
        if name in result
    ]
    return Table(caption, [tongue.say("quantity"), tongue.say("with_interval")], rows)
