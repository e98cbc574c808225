"""Rewritings that nobody made, and those that left texts as they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from monosashi.results import Finding, Row
from monosashi.robustness.axes import label
from monosashi.robustness.result import RobustnessStatistics

MOSTLY = 0.5  # share of unchanged texts from which a loss is said to be diluted
NAMED = 6
WAY = ("dataset", "language", "transformation", "generator", "seed")


def parted(holes: Sequence[Row], models: Sequence[str]) -> tuple[list[Row], list[Row]]:
    """Cells that some model has and others lack; and those that no model has.

    The second ones are no gaps in measuring: the rewriter made nothing there, as rules do for
    languages that they do not know.
    """
    lacking = Counter(_way(row) for row in holes)
    never = [row for row in holes if lacking[_way(row)] == len(models)]
    return [row for row in holes if lacking[_way(row)] < len(models)], never


def never_made(never: Sequence[Row], found: RobustnessStatistics) -> list[Finding]:
    """What was not rewritten, so that nobody looks for cells to measure."""
    pairs = dict.fromkeys((row["transformation"], row["dataset"]) for row in never)
    names = dict.fromkeys(name for name, _ in pairs)
    return [Finding("robustness.never_made", "note", {
        "count": len(pairs), "names": ", ".join(list(names)[:NAMED]),
        "datasets": len(dict.fromkeys(dataset for _, dataset in pairs)),
        "total": len(found.datasets)})]  # fmt: skip


def unchanged(found: RobustnessStatistics) -> list[Finding]:
    """Transformations that left most texts as they were: an average over them says little."""
    rows = [row for row in found.failures
            if row["share_unchanged"] is not None and row["share_unchanged"] >= MOSTLY]  # fmt: skip
    if not rows:
        return []
    worst = max(rows, key=lambda row: float(row["share_unchanged"]))
    return [Finding("robustness.unchanged", "note", {
        "count": len(rows), "name": label(worst["transformation"], worst["generator"]),
        "share": worst["share_unchanged"]})]  # fmt: skip


def _way(row: Row) -> tuple[object, ...]:
    return tuple(row[name] for name in WAY)
