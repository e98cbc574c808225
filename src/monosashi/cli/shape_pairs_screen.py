"""Pairs of groups on the terminal: those that overlap most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.cli.shape_columns import Lines
from monosashi.report.numerals import DASH, number, percent
from monosashi.words import current_language, say

HEADS = ("overlap_short", "share_by_chance_short", "unbiased_distance_short", "p_adjusted")


def pairs_lines(part: Mapping[str, Any]) -> Lines:
    """Share of neighbours in the other group, distance of the centres, adjusted p."""
    language = current_language()
    rows: Lines = [[say("report.pairwise.pair", language),
                    *(say(f"shape.terms.{name}", language) for name in HEADS)]]  # fmt: skip
    for row in part["overlapping"]:
        squared, p = row["distance_squared"], row["p_adjusted"]
        rows.append([f"{row['group_a']} – {row['group_b']}",
                     *(DASH if row[name] is None else percent(row[name])
                       for name in ("overlap", "overlap_expected")),
                     DASH if squared is None else number(max(squared, 0.0) ** 0.5),
                     DASH if p is None else number(p)])  # fmt: skip
    return rows
