"""Which losses a test decides, and which only an interval of their own shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from monosashi.results import Row

LEVEL = 0.05


@dataclass(frozen=True)
class Decided:
    """Tests of losses: ``sure`` by Holm, ``above`` by their own intervals, and the costliest.

    ``short`` have an interval above 0, at a level below the one that was asked for: they decide
    nothing. ``worst`` is a test with an interval where there is one.

    ``way`` is ``losses`` where a test decides; ``open`` where none does while the interval of a
    loss lies above 0; ``single`` where there is one unit; ``few`` where so few units could not
    have decided; ``none`` otherwise.
    """

    way: str
    sure: tuple[Row, ...]
    above: tuple[Row, ...]
    short: tuple[Row, ...]
    worst: Row

    @classmethod
    def of(cls, tested: Sequence[Row]) -> Decided:
        """Of tests with a p-value."""
        sure = tuple(row for row in tested if row["p_adjusted"] < LEVEL and row["hl"] > 0)
        above = tuple(row for row in tested if lies_above(row))
        short = tuple(row for row in tested if not row["reached"] and (row["low"] or 0.0) > 0)
        known = tuple(row for row in tested if row["low"] is not None)
        worst = max(sure or above or known or tested, key=lambda row: row["hl"])
        return cls(_way(tested, sure, above), sure, above, short, worst)


def lies_above(row: Row) -> bool:
    """Whether the interval of this loss alone, at the level that was asked for, lies above 0."""
    return bool(row["reached"] and row["low"] is not None and row["low"] > 0)


def _way(tested: Sequence[Row], sure: Sequence[Row], above: Sequence[Row]) -> str:
    if sure:
        return "losses"
    if above:
        return "open"
    if max(row["n"] for row in tested) == 1:
        return "single"
    return "none" if any(row["can_be_significant"] for row in tested) else "few"
