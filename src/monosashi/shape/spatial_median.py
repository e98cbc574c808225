"""The point with the smallest sum of distances to a group's members."""

from __future__ import annotations

import numpy as np

from monosashi.shape.configuration import Array, Configuration, row_squares
from monosashi.shape.grouping import Grouping

ROUNDS = 1_000
STILL = 1e-12


def spatial_median(points: Array) -> Array:
    """Weiszfeld's iteration with the step of Vardi and Zhang (2000) at data points.

    Parameters
    ----------
    points : (m, d)

    Returns
    -------
    (d,) array
        To about 1e-10 of the spread.
    """
    centre: Array = points.mean(axis=0)
    size = np.sqrt(row_squares(points - centre).max())
    for _ in range(ROUNDS):
        step = _weiszfeld(points, centre, size)
        moved = float(np.sqrt(((step - centre) ** 2).sum()))
        centre = step
        if moved <= STILL * size:
            break
    return centre


def _weiszfeld(points: Array, centre: Array, size: float) -> Array:
    distances = np.sqrt(row_squares(points - centre))
    here = distances <= STILL * size
    if here.all():
        return centre
    weights = 1 / distances[~here]
    target: Array = weights @ points[~here] / weights.sum()
    if not here.any():
        return target
    pull = float(np.sqrt((((target - centre) * weights.sum()) ** 2).sum()))
    keep = min(1.0, float(here.sum()) / pull) if pull > 0 else 1.0
    return (1 - keep) * target + keep * centre


def median_distances(cloud: Configuration, grouping: Grouping) -> Array:
    """(n,) distance of each object to its group's spatial median."""
    distances = np.empty(cloud.n)
    for code in range(grouping.n_groups):
        rows = np.flatnonzero(grouping.codes == code)
        members = cloud.rows(rows)
        distances[rows] = np.sqrt(row_squares(members - spatial_median(members)))
    return distances
