"""From reals to scales."""

from __future__ import annotations

import numpy as np

from monosashi.fidelity.gicdm.parameters import SPARE_ROWS, Parameters
from monosashi.fidelity.gicdm.scales import Floats, Look, Scale, look, parts_of
from monosashi.hubs.reductions import ICDM
from monosashi.hubs.reductions.ground import Ground


def fit_scales(
    ground: Ground, ks: tuple[int, ...], parameters: Parameters, *, n_jobs: int | None
) -> dict[int, Scale]:
    """Balance the distinct reals at every K, with one search for all, and see each of them."""
    if not ks:
        return {}
    fitted = ICDM.fit_scales(
        ground.distinct, ks=ks, exponent=parameters.exponent, tolerance=parameters.tolerance,
        max_iterations=parameters.max_iterations, n_jobs=n_jobs,
    )  # fmt: skip
    return {icdm.k: _scale(icdm, parameters, n_jobs=n_jobs) for icdm in fitted}


def _scale(icdm: ICDM, parameters: Parameters, *, n_jobs: int | None) -> Scale:
    """What one balanced set sees of its own rows, each left out itself."""
    rows = icdm.ground.rows
    everybody = np.arange(len(rows))
    parts = parts_of(len(rows), icdm.k)
    own = Look.joined([
        look(rows[part], rows, icdm.factors, icdm.mean_distance, icdm.k, exclude=everybody[part],
             tight_within=2 * parameters.k, n_jobs=n_jobs)
        for part in parts
    ])  # fmt: skip
    local = [_moments(own.log_ratio[own.neighbours[part]]) for part in parts]
    middle, spread = (np.concatenate(side) for side in zip(*local, strict=True))
    return Scale(
        icdm.k, rows, icdm.factors, icdm.mean_distance, own.log_ratio, own.factors,
        middle, spread, icdm.iterations, icdm.error, icdm.converged, float(own.tight.mean()),
    )  # fmt: skip


def _moments(near_by: Floats) -> tuple[Floats, Floats]:
    return near_by.mean(axis=1), near_by.std(axis=1)


def fitting_scales(ground: Ground, scales: tuple[int, ...]) -> tuple[int, ...]:
    """Those that enough distinct reals are there for."""
    return tuple(k for k in scales if len(ground.distinct) >= k + SPARE_ROWS)
