"""Section: the drop with pools of equal size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Section, Table
from monosashi.report.numerals import number
from monosashi.report.tongue import Tongue

COLUMNS = ("whole", "drop", "deviation", "low", "high", "language_whole", "language_drop",
           "language_deviation", "target_only", "mixed", "queries")  # fmt: skip


def equal_pools_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Means over the draws, beside the drop in the pool as it is."""
    found = results.get("equal_pools")
    if not found:
        return None
    rows = [[Cell(f"{row['source']} → {row['target']}"),
             *(Cell(number(round(row[name], 1) if name == "queries" else row[name]), numeric=True)
               for name in COLUMNS)] for row in found["rows"]]  # fmt: skip
    columns = [tongue.say("language.direction"),
               *(tongue.say(f"equal_pools.{name}") for name in COLUMNS)]  # fmt: skip
    sizes = tongue.listing(f"{name} {number(n)}" for name, n in found["documents"].items())
    return Section(
        "equal_pools",
        tongue.say("sections.equal_pools"),
        tongue.say("short.equal_pools"),
        tongue.say("equal_pools.sentence", sizes=sizes, size=number(found["size"]),
                   repeats=found["repeats"]),
        tables=[Table(tongue.say("equal_pools.table"), columns, rows)] if rows else [],
        limits=tongue.limits("report.equal_pools.limits"),
    )  # fmt: skip
