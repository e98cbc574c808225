"""Whether models that stand one axis stand another."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import fault
from monosashi.results import Row
from monosashi.robustness.grid import Grid
from monosashi.robustness.means import comparable
from monosashi.statistics.bootstrap import RESAMPLES, percentile_interval
from monosashi.statistics.generators import as_generator
from monosashi.statistics.rank_correlation import spearman, spearman_rows

FloatArray = npt.NDArray[np.float64]
FEWEST_MODELS, FEWEST_DATASETS = 3, 2


def axes_apart(
    grid: Grid, *, confidence: float, rng: int | np.random.Generator | None
) -> list[Row]:
    """Spearman correlation between the losses on two axes, over models.

    Losses are means over the datasets that all models have on both axes; the interval is a
    percentile bootstrap over datasets, so that it is for other datasets and these models. Only
    axes of one generator are set beside each other.
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
            a, b = (loss[np.ix_(same.models, same.datasets)] for loss in losses)
            rows.append({**about, **_correlated(a, b, confidence, rng)})
    return rows


def _correlated(
    a: FloatArray, b: FloatArray, confidence: float, rng: int | np.random.Generator | None
) -> Row:
    models, datasets = a.shape
    if models < FEWEST_MODELS or not datasets:
        return {"rho": None, "low": None, "high": None,
                "reason": fault("robustness.reasons.few_models", n=models)}  # fmt: skip
    rho = spearman(a.mean(axis=1), b.mean(axis=1))
    if rho is None or datasets < FEWEST_DATASETS:
        code = "tied_models" if rho is None else "one_dataset"
        return {"rho": rho, "low": None, "high": None,
                "reason": fault(f"robustness.reasons.{code}")}  # fmt: skip
    weights = as_generator(rng).multinomial(
        datasets, np.full(datasets, 1 / datasets), size=RESAMPLES
    ) / datasets  # fmt: skip
    low, high = percentile_interval(spearman_rows(weights @ a.T, weights @ b.T), confidence)
    return {"rho": rho, "low": low, "high": high}
