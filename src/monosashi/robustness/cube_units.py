"""Scores in points of 100, whatever they came in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from monosashi.embeddings import Fault, fault
from monosashi.robustness.cube_row import CubeRow

POINTS = 100.0


def in_points(rows: Sequence[CubeRow]) -> tuple[list[CubeRow], list[Fault]]:
    """Shares of 1 become points of 100, and both ways it is said.

    Scores are taken for shares where none of them, in the whole table, lies outside -1 to 1. Where
    only some datasets look like shares, nothing is changed and they are named.
    """
    largest: dict[str, float] = {}
    for row in rows:
        scores = [abs(score) for score in (row.original, row.transformed) if score is not None]
        largest[row.dataset] = max([largest.get(row.dataset, 0.0), *scores])
    small = [name for name, most in largest.items() if 0 < most <= 1]
    if not small:
        return list(rows), []
    if max(largest.values()) > 1:
        return list(rows), [fault("robustness.notices.mixed_units", ids=small)]
    return [_times_hundred(row) for row in rows], [fault("robustness.notices.shares")]


def _times_hundred(row: CubeRow) -> CubeRow:
    scaled: dict[str, Any] = {name: None if (held := getattr(row, name)) is None else POINTS * held
              for name in ("original", "transformed", "chance")}  # fmt: skip
    return replace(row, **scaled)
