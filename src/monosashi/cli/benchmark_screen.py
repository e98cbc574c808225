"""The counts of `monosashi benchmark` in a few lines of the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.cli.shape_columns import columns
from monosashi.report.numerals import span
from monosashi.words import current_language, say

LEAST = 4


def benchmark_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """A line a measure: rows passed, with the repeats drawn again, and by one repeat alone."""
    part = document.get("results", {}).get("fidelity_benchmark")
    if document.get("kind") != "fidelity_benchmark" or not part:
        return []
    lines = [["", *(say(f"fidelity.terms.{name}", current_language())
                    for name in ("passed", "drawn_again", "one_repeat"))]]  # fmt: skip
    for row in part["counts"]:
        again, alone = span(row["low"], row["high"]), span(row["single_low"], row["single_high"])
        lines.append([row["metric"], f"{row['passed']}/{row['rows']}", again, alone])
    return columns(lines, max(room, LEAST))
