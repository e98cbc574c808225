"""Whether rewriting changes which model is best, and whether other datasets would say so too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import fault
from monosashi.results import Row
from monosashi.robustness.cube import Cube
from monosashi.robustness.grid import DECIMALS, Grid, whole_numbers
from monosashi.robustness.means import comparable
from monosashi.statistics.mean_interval import mean_interval
from monosashi.statistics.ranking_stability import ranking_stability
from monosashi.statistics.split_half import SplitHalf, split_half

FloatArray = npt.NDArray[np.float64]
Places = tuple[npt.NDArray[np.signedinteger[Any]], ...]
Found = tuple[list[Row], list[Row], list[Row]]
FEWEST = 2


def rankings(grid: Grid, *, confidence: float, rng: int | np.random.Generator | None) -> Found:
    """Tau-b of every axis (mean over datasets, and of the mean scores), per dataset, and pairs.

    Returns
    -------
    summary, per dataset, inverted pairs of models
    """
    summary: list[Row] = []
    each: list[Row] = []
    pairs: list[Row] = []
    for group in grid.groups:
        for axis, generator in grid.axes:
            about = {"dataset_group": group, "axis": axis, "generator": generator}
            loss = grid.axis_loss(axis, generator)
            same = comparable(loss, grid.in_group(group))
            if len(same.models) < 2 or not same.datasets:
                summary.append({**about, "tau": None, "low": None, "high": None,
                                "tau_of_means": None, "n_models": len(same.models),
                                "n_datasets": len(same.datasets),
                                "reason": fault("robustness.reasons.no_ranking")})  # fmt: skip
                continue
            chosen = np.ix_(same.models, same.datasets)
            before = np.round(grid.axis_original(axis, generator)[chosen], DECIMALS)
            after = np.round(before - loss[chosen], DECIMALS)
            sides = [whole_numbers(one, grid.parts(axis, generator)) for one in (before, after)]
            found = ranking_stability(*sides, confidence=confidence, rng=rng)
            names = [grid.models[m] for m in same.models]
            ends = _ends(found.per_dataset, confidence)
            row: Row = {**about, "tau": found.value, "low": ends[0], "high": ends[1],
                        "tau_of_means": found.of_means, "n_models": len(names),
                        "n_datasets": len(same.datasets)}  # fmt: skip
            why = _why(found.value, ends[0])
            summary.append(row if why is None else {**row, "reason": fault(why)})
            each += [{**about, "dataset": grid.datasets[d].label, "tau": tau, **_tied(tau)}
                     for d, tau in zip(same.datasets, found.per_dataset, strict=True)]  # fmt: skip
            pairs += [{**about, "model_a": names[a], "model_b": names[b], "share": share,
                       "difference_original": float((before[a] - before[b]).mean()),
                       "difference_transformed": float((after[a] - after[b]).mean())}
                      for a, b, share in found.inverted]  # fmt: skip
    return summary, each, pairs


def _ends(taus: Sequence[float | None], confidence: float) -> tuple[float | None, float | None]:
    """For the mean tau of other datasets, from the bounds of tau: a bootstrap of few is too short.

    >>> low, high = _ends([1.0, 1.0, 1.0, 1.0], 0.95)
    >>> round(low, 2), high
    (-0.2, 1.0)
    """
    known = np.array([tau for tau in taus if tau is not None])
    if len(known) < FEWEST:
        return None, None
    found = mean_interval(known, np.ones(len(known)), confidence=confidence, bounds=(-1.0, 1.0))
    return found.low, found.high


def _why(value: float | None, low: float | None) -> str | None:
    if value is None:
        return "robustness.reasons.tied_models"
    return "robustness.reasons.one_dataset" if low is None else None


def _tied(tau: float | None) -> Row:
    return {"reason": fault("robustness.reasons.tied_models")} if tau is None else {}


def split_halves(cube: Cube, grid: Grid, *, rng: int | np.random.Generator | None) -> list[Row]:
    """Split-half agreement of the losses of models: over datasets, transformations and seeds.

    ``low`` and ``high`` are where 95 % of the splits lie, which is no confidence interval.
    """
    rows: list[Row] = []
    parts = _seed_parts(cube, grid)
    for group in grid.groups:
        for axis, generator in grid.axes:
            about = {"dataset_group": group, "axis": axis, "generator": generator}
            loss = grid.axis_loss(axis, generator)
            same = comparable(loss, grid.in_group(group))
            chosen = np.ix_(same.models, same.datasets)
            kinds = {"datasets": loss[chosen],
                     "transformations": _per_transformation(grid, axis, generator, chosen),
                     "seeds": _per_seed(parts, axis, generator, chosen)}  # fmt: skip
            whole = grid.parts(axis, generator) * max(1, len(same.datasets))
            rows += [_row(about, kind, split_half(whole_numbers(values, whole), rng=rng))
                     for kind, values in kinds.items()
                     if kind == "datasets" or values.shape[1] > 1]  # fmt: skip
    return rows


def _row(about: Row, kind: str, found: SplitHalf) -> Row:
    row: Row = {**about, "units": kind, "n_units": found.n_units, "n_models": found.n_models,
                "rho": found.value, "low": found.low, "high": found.high,
                "spearman_brown": found.spearman_brown, "splits": found.splits,
                "exhaustive": found.exhaustive}  # fmt: skip
    if found.value is None:
        row["reason"] = fault("robustness.reasons.no_halves")
    return row


def _per_transformation(grid: Grid, axis: str, generator: str, chosen: Places) -> FloatArray:
    """(models, transformations) mean losses over the datasets in common."""
    places = grid.on_axis(axis, generator)
    held = [grid.loss[:, :, r][chosen] for r in places]
    if not held[0].size:
        return np.zeros((held[0].shape[0], 0))
    return np.stack([one.mean(axis=1) for one in held], axis=1)


def _seed_parts(cube: Cube, grid: Grid) -> list[Grid]:
    """The cells of each seed, in the places of all."""
    seeds = dict.fromkeys(row.seed for row in cube.rows)
    if len(seeds) < 2:
        return []
    return [Grid.of(Cube(tuple(row for row in cube.rows if row.seed == seed))).placed_as(grid)
            for seed in seeds]  # fmt: skip


def _per_seed(parts: Sequence[Grid], axis: str, generator: str, chosen: Places) -> FloatArray:
    """(models, seeds) mean losses, of the seeds that every one of these cells has."""
    columns = []
    for part in parts:
        loss = part.axis_loss(axis, generator)[chosen]
        if loss.size and not np.isnan(loss).any():
            columns.append(loss.mean(axis=1))
    return np.stack(columns, axis=1) if columns else np.zeros((len(chosen[0]), 0))
