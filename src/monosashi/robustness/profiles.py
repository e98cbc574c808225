"""What each model loses on each axis."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Fault, fault
from monosashi.results import Row
from monosashi.robustness.grid import Grid
from monosashi.robustness.means import Comparable, Mean, comparable, mean_of, mean_of_units

FloatArray = npt.NDArray[np.float64]
FLOOR = 5.0  # points above chance below which a loss has no share worth telling


def profiles(grid: Grid, confidence: float) -> list[Row]:
    """A row a group, axis, generator and model.

    ``gap`` is the mean loss over the datasets that the models have in common, in points, with a t
    interval over datasets. ``relative`` is the loss as a share of what stood above chance, where
    chance is known. ``beside_own_mean`` is the gap minus the model's mean over the axes.
    """
    rows = [row for group in grid.groups for axis, generator in grid.axes
            for row in _axis_rows(grid, group, axis, generator, confidence)]  # fmt: skip
    for row in rows:
        mine = [
            one["gap"]
            for one in rows
            if one["gap"] is not None
            and all(one[name] == row[name] for name in ("model", "dataset_group", "generator"))
        ]
        known = row["gap"] is not None and len(mine) > 1
        row["beside_own_mean"] = row["gap"] - float(np.mean(mine)) if known else None
    return rows


def _axis_rows(grid: Grid, group: str, axis: str, generator: str, confidence: float) -> list[Row]:
    loss, original = grid.axis_loss(axis, generator), grid.axis_original(axis, generator)
    same = comparable(loss, grid.in_group(group))
    spread = grid.seed_sd[:, :, grid.on_axis(axis, generator)]
    rows: list[Row] = []
    for m, model in enumerate(grid.models):
        used = used_datasets(same, m, loss, grid.in_group(group))
        gap = mean_of_units(loss[m, used], confidence)
        before = mean_of(original[m, used], confidence).value
        row = {
            "dataset_group": group, "axis": axis, "generator": generator, "model": model,
            "original": before,
            "transformed": None if before is None or gap.value is None else before - gap.value,
            "gap": gap.value, "low": gap.low, "high": gap.high, "n_datasets": gap.n,
            "comparable": m in same.models,
            **_relative(loss[m, used], original[m, used], grid.chance[used]),
            "seed_sd": pooled(spread[m, used]),
        }  # fmt: skip
        why = why_not(gap)
        rows.append(row if why is None else {**row, "reason": why})
    return rows


def used_datasets(same: Comparable, m: int, loss: FloatArray, places: list[int]) -> list[int]:
    """The common datasets; of a model that stands beside, those that it has."""
    if m in same.models:
        return list(same.datasets)
    return [d for d in places if not np.isnan(loss[m, d])]


def why_not(gap: Mean) -> Fault | None:
    """Why a mean or its interval is missing."""
    if gap.value is None:
        return fault("robustness.reasons.no_common_dataset")
    if gap.n < 2:
        return fault("robustness.reasons.one_dataset")
    return fault("robustness.reasons.alike") if gap.low is None else None


def _relative(loss: FloatArray, original: FloatArray, chance: FloatArray) -> Row:
    """Loss over distance above chance, summed over the datasets that stand well above it."""
    above = original - chance
    clear = above >= FLOOR
    near = int((above < FLOOR).sum())
    share = float(loss[clear].sum() / above[clear].sum()) if clear.any() else None
    return {"relative": share, "n_relative": int(clear.sum()), "n_near_chance": near}


def pooled(spread: FloatArray) -> float | None:
    """Root of the mean variance over seeds; None where no cell has two seeds.

    >>> pooled(np.array([3.0, 4.0, np.nan]))
    3.5355339059327378
    """
    held = spread[~np.isnan(spread)]
    return float(np.sqrt((held**2).mean())) if len(held) else None


def dataset_cells(grid: Grid) -> list[Row]:
    """Mean over models of the loss of every transformation on every dataset."""
    rows: list[Row] = []
    for r, one in enumerate(grid.rewritings):
        for d, unit in enumerate(grid.datasets):
            held = ~np.isnan(grid.loss[:, d, r])
            if held.any():
                rows.append({
                    "dataset_group": unit.group, "dataset": unit.label,
                    "transformation": one.transformation, "axis": one.axis,
                    "generator": one.generator, "n_models": int(held.sum()),
                    "original": float(grid.original[held, d, r].mean()),
                    "loss": float(grid.loss[held, d, r].mean())})  # fmt: skip
    return rows
