"""What makes losses of a run say little, or say two things."""

from __future__ import annotations

from monosashi.results import Finding, Level, Row
from monosashi.robustness.runs.result import RobustnessRun

COPIED = 0.95  # share of kept texts that are originals from which a wording is none
SAME = 0.05  # points: what a sentence shows


def copies(found: RobustnessRun) -> list[Finding]:
    """Generators whose kept texts are the originals; rules leave most texts alone by design."""
    counted: dict[str, dict[str, list[int]]] = {}
    model = found.models[0]["model"] if found.models else None
    for row in found.cube:
        if row["model"] != model or not row["n"]:
            continue
        held = counted.setdefault(row["generator"], {})
        pair = held.setdefault(row["transformation"], [0, 0])
        pair[0] += row["n_unchanged"] or 0
        pair[1] += row["n"] - (row["n_failed"] or 0)
    told = []
    for generator, names in counted.items():
        same = [name for name, (count, n) in names.items() if n and count >= COPIED * n]
        if same and found.unchanged == "keep":
            count, total = (sum(names[name][i] for name in same) for i in (0, 1))
            level: Level = "problem" if len(same) == len(names) else "warning"
            told.append(Finding("robustness_run.copies", level, {
                "generator": generator, "count": count, "total": total,
                "names": ", ".join(same)}))  # fmt: skip
    return told


def two_losses(found: RobustnessRun) -> list[Finding]:
    """An axis whose loss here and in the statistics are means over different tasks."""
    pairs = [(row, other) for row in found.profile if (other := _in_statistics(found, row))]
    apart = [(row, other) for row, other in pairs
             if other["n_datasets"] != row["n_datasets"]
             and abs(other["gap"] - row["gap"]) >= SAME]  # fmt: skip
    if not apart:
        return []
    row, other = max(apart, key=lambda pair: abs(pair[0]["gap"] - pair[1]["gap"]))
    return [Finding("robustness_run.two_losses", "warning", {
        "model": row["model"], "axis": row["axis"], "axis_word": f"robustness.words.{row['axis']}",
        "generator": row["generator"], "here": f"{row['gap']:.1f}", "there": f"{other['gap']:.1f}",
        "n": row["n_datasets"], "whole": other["n_datasets"],
        "datasets": _lacking(found, row)})]  # fmt: skip


def _in_statistics(found: RobustnessRun, row: Row) -> Row | None:
    """The same loss as the statistics have it, over the most tasks."""
    same = [one for one in found.statistics.profile if one["gap"] is not None
            and all(one[name] == row[name] for name in ("model", "axis", "generator"))]  # fmt: skip
    return max(same, key=lambda one: int(one["n_datasets"]), default=None)


def _lacking(found: RobustnessRun, row: Row) -> str:
    """Tasks without some transformation of the axis, and which."""
    held: dict[str, set[str]] = {}
    for one in found.cube:
        if (one["axis"], one["generator"]) == (row["axis"], row["generator"]):
            names = held.setdefault(one["dataset"], set())
            names |= {one["transformation"]} if one["original"] is not None else set()
    every = sorted(set().union(*held.values()))
    lacks = {dataset: [name for name in every if name not in names]
             for dataset, names in held.items()}  # fmt: skip
    return "; ".join(f"{dataset} ({', '.join(names)})" for dataset, names in lacks.items()
                     if names) or "–"  # fmt: skip
