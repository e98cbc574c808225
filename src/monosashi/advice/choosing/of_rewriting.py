"""Criteria of robustness: points lost on each axis of rewriting, by datasets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from monosashi.advice.choosing.criterion import Criterion, paired_rows
from monosashi.advice.choosing.scales import POINTS_LOST
from monosashi.embeddings import DataError, Fault, fault
from monosashi.results import Estimate, Row
from monosashi.robustness import robustness_statistics
from monosashi.robustness.cube import Cube
from monosashi.robustness.grid import Grid
from monosashi.robustness.means import comparable
from monosashi.robustness.result import RobustnessStatistics


def robustness_criteria(cube: Any, models: Sequence[str], confidence: float) -> list[Criterion]:
    """One criterion an axis, generator and group of datasets.

    Models are called in the cube as in the comparison; others that stand there are left out before
    anything is counted, so that they do not decide which datasets are common.
    """
    held = Cube.of(cube)
    rows = tuple(row for row in held.rows if row.model in models)
    if not rows:
        known = dict.fromkeys(row.model for row in held.rows)
        raise DataError(fault("choosing.errors.cube_models", models=", ".join(models),
                              ids=list(known)))  # fmt: skip
    kept = replace(held, rows=rows)
    found, grid = robustness_statistics(kept, confidence=confidence), Grid.of(kept)
    several = len(grid.axes) > len({axis for axis, _ in grid.axes}), len(grid.groups) > 1
    return [_criterion(found, grid, (group, axis, generator), models, several)
            for group in grid.groups for axis, generator in grid.axes]  # fmt: skip


def _criterion(
    found: RobustnessStatistics, grid: Grid, place: tuple[str, str, str], models: Sequence[str],
    several: tuple[bool, bool],
) -> Criterion:  # fmt: skip
    group, axis, generator = place
    loss = grid.axis_loss(axis, generator)
    same = comparable(loss, grid.in_group(group))
    used = list(same.datasets)
    told = [row for row in found.profile if (row["dataset_group"], row["axis"],
                                             row["generator"]) == place]  # fmt: skip
    confidence = found.confidence
    inside = [grid.models[m] for m in same.models] if used else []
    levels = {row["model"]: _level(row) for row in told if row["model"] in inside}
    moved = {model: loss[grid.models.index(model), used] for model in models if model in levels}
    beside = [generator] * several[0] + [group] * several[1]
    name = f"robustness.{axis}" + (f" ({', '.join(beside)})" if beside else "")
    holes = {model: _hole(model, grid) for model in models if model not in levels}
    sample = tuple(grid.datasets[d].label for d in used)
    return Criterion(name, "robustness", POINTS_LOST, "datasets",
                     {model: levels[model] for model in moved}, moved,
                     paired_rows(moved, confidence, "paired over datasets"), holes,
                     sample)  # fmt: skip


def _level(row: Row) -> Estimate:
    method = f"t over {row['n_datasets']} datasets"
    return Estimate(float(row["gap"]), row["low"], row["high"], None, method, row["n_datasets"])


def _hole(model: str, grid: Grid) -> Fault:
    if model not in grid.models:
        return fault("choosing.reasons.not_in_cube", model=model)
    return fault("choosing.reasons.no_common_dataset")
