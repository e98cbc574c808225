"""From reals to scales."""

from __future__ import annotations

import numpy as np

from monosashi.fidelity.gicdm.looks import Floats, Look
from monosashi.fidelity.gicdm.parameters import SPARE_ROWS, Parameters
from monosashi.fidelity.gicdm.scales import Scale, parts_of
from monosashi.hubs.reductions import ICDM
from monosashi.hubs.reductions.candidates import Candidates
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.icdm_fit import Options
from monosashi.hubs.reductions.own_neighbours import OwnNeighbours


def fit_scales(
    ground: Ground, ks: tuple[int, ...], parameters: Parameters, *, n_jobs: int | None
) -> dict[int, Scale]:
    """Balance the distinct reals at every K, with one search for all, and see each of them."""
    if not ks:
        return {}
    options = Options.of(ks, parameters.exponent, parameters.tolerance, parameters.max_iterations)
    fitting = ICDM.fit_listed(Ground.of(ground.distinct, "euclidean"), options, n_jobs)
    return {icdm.k: _scale(icdm, lists, parameters) for icdm, lists in fitting}


def _scale(icdm: ICDM, lists: Candidates | None, parameters: Parameters) -> Scale:
    """What one balanced set sees of its own rows, each left out itself."""
    if lists is None:
        raise AssertionError("scales are fitted where enough reals are distinct")
    rows = icdm.ground.rows
    parts = parts_of(len(rows), icdm.k)
    others = OwnNeighbours(lists.step(icdm.factors, icdm.k + 1))
    own = Look.joined([
        Look.of(*others.of(part), icdm.factors, icdm.mean_distance, 2 * parameters.k)
        for part in parts
    ])  # fmt: skip
    local = [_moments(own.log_ratio[own.neighbours[part]]) for part in parts]
    middle, spread = (np.concatenate(side) for side in zip(*local, strict=True))
    return Scale(
        icdm.k, rows, icdm.factors, icdm.mean_distance, own.log_ratio, own.factors,
        middle, spread, icdm.iterations, icdm.error, icdm.converged, float(own.tight.mean()),
        lists.recomputed, lists.columns,
    )  # fmt: skip


def _moments(near_by: Floats) -> tuple[Floats, Floats]:
    return near_by.mean(axis=1), near_by.std(axis=1)


def fitting_scales(ground: Ground, scales: tuple[int, ...]) -> tuple[int, ...]:
    """Those that enough distinct reals are there for."""
    return tuple(k for k in scales if len(ground.distinct) >= k + SPARE_ROWS)
