"""Whether models that stand one axis stand another."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import fault
from monosashi.results import Row
from monosashi.robustness.grid import Grid, whole_numbers
from monosashi.robustness.means import comparable
from monosashi.statistics.bootstrap import RESAMPLES, percentile_interval
from monosashi.statistics.generators import as_generator
from monosashi.statistics.rank_correlation import spearman, spearman_rows

FloatArray = npt.NDArray[np.float64]
FEWEST_MODELS = 3
FEWEST_DATASETS = 13  # of fewer a bootstrap of rho covers .50 to .90 where .95 is said
SPLITS = 1000


def axes_apart(
    grid: Grid, *, confidence: float, rng: int | np.random.Generator | None
) -> list[Row]:
    """Spearman correlation between the losses on two axes, over models.

    Losses are means over the datasets that all models have on both axes. Both subtract from the
    same original scores, whose noise alone pushes ``rho`` up. ``rho_split`` therefore takes the
    loss on one axis from half of the datasets and the loss on the other axis from the other half
    (mean over 1,000 random splits): noise pushes it nowhere but towards 0. The interval is a
    percentile bootstrap over datasets, for ``rho``, from 13 datasets on. Only axes of one generator
    are set beside each other.
    """
    rows: list[Row] = []
    for group in grid.groups:
        for (axis_a, by_a), (axis_b, by_b) in combinations(grid.axes, 2):
            if by_a != by_b:
                continue
            losses = [grid.axis_loss(axis, by_a) for axis in (axis_a, axis_b)]
            same = comparable(losses[0] + losses[1], grid.in_group(group))
            about: Row = {"dataset_group": group, "generator": by_a, "axis_a": axis_a,
                          "axis_b": axis_b, "n_models": len(same.models),
                          "n_datasets": len(same.datasets)}  # fmt: skip
            a, b = (whole_numbers(loss[np.ix_(same.models, same.datasets)], grid.parts(axis, by_a))
                    for loss, axis in zip(losses, (axis_a, axis_b), strict=True))  # fmt: skip
            rows.append({**about, **_correlated(a, b, confidence, rng)})
    return rows


def _correlated(
    a: FloatArray, b: FloatArray, confidence: float, rng: int | np.random.Generator | None
) -> Row:
    models, datasets = a.shape
    row: Row = {"rho": None, "low": None, "high": None, "rho_split": None}
    if models < FEWEST_MODELS or not datasets:
        return {**row, "reason": fault("robustness.reasons.few_models", n=models)}
    generator = as_generator(rng)
    row["rho"] = spearman(a.sum(axis=1), b.sum(axis=1))
    row["rho_split"] = _split(a, b, generator)
    if row["rho"] is None:
        return {**row, "reason": fault("robustness.reasons.tied_models")}
    if datasets < FEWEST_DATASETS:
        return {**row, "reason": fault("robustness.reasons.few_for_rho", n=FEWEST_DATASETS)}
    weights = generator.multinomial(datasets, np.full(datasets, 1 / datasets), size=RESAMPLES)
    drawn = spearman_rows(weights @ a.T, weights @ b.T)
    row["low"], row["high"] = percentile_interval(drawn, confidence)
    return row


def _split(a: FloatArray, b: FloatArray, generator: np.random.Generator) -> float | None:
    """Mean rho of losses on one axis and, of other datasets, on the other."""
    datasets = a.shape[1]
    if datasets < 2:
        return None
    places = np.argsort(generator.random((SPLITS, datasets)), axis=1)
    half = (places < datasets // 2).astype(np.float64)
    found = spearman_rows(half @ a.T, (1 - half) @ b.T)
    known = found[~np.isnan(found)]
    return float(known.mean()) if len(known) else None
