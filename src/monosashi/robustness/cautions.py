"""What to keep in mind beside the statistics of a cube: few datasets, seeds, shared noise."""

from __future__ import annotations

from monosashi.results import Finding, Row
from monosashi.robustness.result import RobustnessStatistics

FEW = 13  # datasets, below which a t interval misses too often where a few lose far more
CLOSE = 2.0  # SDs of noise


def few_datasets(found: RobustnessStatistics) -> list[Finding]:
    """Intervals of profiles assume losses without outliers, which few datasets cannot show."""
    counts = [row["n_datasets"] for row in found.profile if row["low"] is not None]
    few = [n for n in counts if n < FEW]
    if not few:
        return []
    return [Finding("robustness.few_datasets", "note", {
        "n": min(few), "count": len(few), "total": len(counts)})]  # fmt: skip


def seeds(found: RobustnessStatistics) -> list[Finding]:
    """How much a loss changes when only the seed does, and which losses are within that."""
    rows = [row for row in found.seed_noise if row["seed_sd"]]
    if not rows:
        return []
    most = max(rows, key=lambda row: row["seed_sd"])
    noise = {(row["model"], row["transformation"], row["generator"]): row["noise"] for row in rows}
    models = len({row["model"] for row in rows})
    pooled = (sum(row["n_cells"] * row["seed_sd"] ** 2 for row in rows)
              / sum(row["n_cells"] for row in rows)) ** 0.5  # fmt: skip
    return [Finding("robustness.seeds", "note", {
        "sd": pooled, "most": most["seed_sd"], "model": most["model"],
        "transformation": most["transformation"], "models": models,
        "cells": sum(row["n_cells"] for row in rows),
        "apart": CLOSE * 2**0.5 * max(noise.values())})]  # fmt: skip


def axes_together(found: RobustnessStatistics) -> list[Finding]:
    """The strongest correlation between axes, beside the one that shares no noise."""
    rows = [row for row in found.axes_apart
            if row["rho"] is not None and row["rho_split"] is not None]  # fmt: skip
    if not rows:
        return []
    most = max(rows, key=_strength)
    return [Finding("robustness.axes_together", "note", {
        "axis_a": most["axis_a"], "axis_a_word": f"robustness.words.{most['axis_a']}",
        "axis_b": most["axis_b"], "axis_b_word": f"robustness.words.{most['axis_b']}",
        "generator": most["generator"], "n_models": most["n_models"], "n": most["n_datasets"],
        "rho": most["rho"], "rho_split": most["rho_split"]})]  # fmt: skip


def _strength(row: Row) -> float:
    return abs(float(row["rho"]))
