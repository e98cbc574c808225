"""Whether wordings spread more along a dose: what was asked is told, whatever came of it."""

from __future__ import annotations

from itertools import pairwise

from monosashi.results import Finding, Row
from monosashi.robustness.runs.result import RobustnessRun
from monosashi.statistics.holm_family import holm

LEVEL = 0.05


def dose_findings(found: RobustnessRun) -> list[Finding]:
    """One over all models, data sets and generators; the first one with its numbers.

    Page's test finds a tendency over ranks. That the means rise from stage to stage is counted by
    itself, since a small p does not say so.
    """
    series: dict[tuple[str, str, str], list[Row]] = {}
    for row in found.spread:
        if row.get("page_p_value") is not None:
            key = row["model"], row["dataset"], row["generator"]
            series.setdefault(key, []).append(row)
    if not series:
        return []
    adjusted = holm([rows[0]["page_p_value"] for rows in series.values()])
    model, dataset, _ = next(iter(series))
    first = next(iter(series.values()))
    return [Finding("robustness_run.dose", "note", {
        "order": " → ".join(row["transformation"] for row in first),
        "total": len(series), "rising": sum(map(_rises, series.values())),
        "sure": sum(p is not None and p < LEVEL for p in adjusted),
        "model": model, "dataset": dataset, "p": first[0]["page_p_value"],
        "values": ", ".join(f"{row['w_tilde']:.3f}" for row in first)})]  # fmt: skip


def _rises(rows: list[Row]) -> bool:
    means = [row["w_tilde"] for row in rows]
    return all(low < high for low, high in pairwise(means))
