"""Small tables of single quantities, worded by the room they come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.flattening import reason_for
from monosashi.report.numerals import is_estimate
from monosashi.report.tongue import Tongue


def why(name: str, reasons: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Why a quantity, or its interval, is missing."""
    return reason_for(name, reasons) or reason_for(f"{name}.interval", reasons)


def quantity_table(
    caption: str, result: Mapping[str, Any], names: Sequence[str], room: str, tongue: Tongue
) -> Table:
    """One row a quantity, those that the result has; a missing value says why."""
    reasons = result.get("reasons", {})
    rows = [
        [Cell(tongue.term(room, name)), tongue.cell(result[name], why(name, reasons))]
        for name in names
        if name in result
    ]
    noted = any(value.numeric and value.note for _, value in rows)
    columns = [tongue.say("quantity"), tongue.say("with_interval" if noted else "value")]
    freed = any(is_estimate(result.get(name)) and result[name].get("bias_corrected") is not None
                for name in names)  # fmt: skip
    note = tongue.say(_freed(result)) if freed and room == "shape" else ""
    return Table(caption, columns, rows, note)


def _freed(result: Mapping[str, Any]) -> str:
    """What intervals are for: groups, or objects and units where no groups were named."""
    if "n_units" in result and result["n_units"] == result.get("n"):
        return "freed_of_bias_rows"  # nothing moves together
    ungrouped = "n_units" in result or ("n_groups" in result and result["n_groups"] is None)
    return "freed_of_bias_objects" if ungrouped else "freed_of_bias"
