"""Scores alone: no intervals, no lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from monosashi.embeddings.arrays import FloatArray
from monosashi.fidelity.balls import Balls
from monosashi.fidelity.copies import Copying
from monosashi.fidelity.counted import COUNTED
from monosashi.fidelity.moments import (
    Moments,
    alpha_precision,
    beta_recall,
    frechet,
    kernel_distance,
    mean_row,
    radial,
)
from monosashi.fidelity.names import check_metrics
from monosashi.fidelity.plan import Plan
from monosashi.fidelity.points import Points
from monosashi.fidelity.sides import FittedSide, Sides
from monosashi.neighbors import Metric

Scores = dict[str, float | None]
BALLS = frozenset(COUNTED) | {"memorisation", "beta_recall"}


def plain_scores(
    real: Any,
    generated: Any,
    k: int,
    metrics: Sequence[str],
    *,
    metric: Metric = "euclidean",
    n_jobs: int | None = None,
) -> Scores:
    """The scores of ``measure_fidelity`` and nothing beside them, for loops over many sets.

    Examples
    --------
    >>> x = np.random.default_rng(0).normal(size=(50, 3))
    >>> plain_scores(x, x, 5, ("precision", "coverage"))
    {'precision': 1.0, 'coverage': 1.0}
    """
    names = check_metrics(metrics)
    sides = Sides.of(real, generated, k=k, metric=metric)
    return row_scores(sides.real_rows, sides.generated_rows, k, names, n_jobs=n_jobs)


def row_scores(
    real: FloatArray, generated: FloatArray, k: int, names: Sequence[str], *,
    n_jobs: int | None = None,
) -> Scores:  # fmt: skip
    """The same of checked rows."""
    balls = None
    if BALLS & set(names):
        plan = Plan.of(names, (k,))
        fitted = FittedSide.of(Points.of(real), plan.reach, n_jobs=n_jobs)
        balls = Balls.of(plan, fitted, Points.of(generated), keep=0, n_jobs=n_jobs)
    return {name: _score(name, real, generated, balls, k) for name in names}


def _score(
    name: str, real: FloatArray, generated: FloatArray, balls: Balls | None, k: int
) -> float | None:
    if balls is not None and name in COUNTED:
        return COUNTED[name](balls.counts(k))
    if balls is not None and name == "memorisation":
        copying = Copying.of(balls)
        return None if copying is None else float(copying.closer.mean())
    if balls is not None and name == "beta_recall":
        return score_beta(balls, generated)
    return score_rows(name, real, generated)


def score_rows(name: str, real: FloatArray, generated: FloatArray) -> float | None:
    """Metrics that need no balls."""
    centre = mean_row(real)
    if name == "alpha_precision":
        return alpha_precision(radial(real, centre), radial(generated, centre))
    if min(len(real), len(generated)) < 2:
        return None
    if name == "frechet":
        return frechet(Moments.of(real, centre), Moments.of(generated, centre))
    return kernel_distance(real, generated, np.random.default_rng(0), 0.95).value


def score_beta(balls: Balls, generated: FloatArray) -> float | None:
    """β-recall from the nearest generated point of every real."""
    found = balls.cross.nearest_generated
    if found is None:
        return None
    kind = balls.real.points.kind
    radii = balls.real.near.radius(1)[kind]
    around = radial(balls.generated.rows, mean_row(generated))
    return beta_recall(found.values[kind], radii, found.index[kind], around)
