"""Squared deviations along the mean direction, of all vectors and without each unit."""

from __future__ import annotations

import numpy as np

from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.shape.configuration import BLOCK, Array, Configuration, row_squares
from monosashi.shape.sums import IntArray, sum_cloud

NO_LENGTH = 1e-12  # a mean of unit vectors below this is rounding
LOST = 1e-12
TWO, TIMES_NOISE = 2, 3.0


def share_along_mean(cloud: Configuration) -> float | None:
    """Sum of (e'u)² over sum of |e|², u the direction of the mean; None where either is lost."""
    length = float(np.linalg.norm(cloud.mean))
    if length <= NO_LENGTH or not cloud.ss_total:
        return None
    axis = cloud.mean / length
    parts = map_blocks(lambda block: cloud.rows(block) @ axis, row_blocks(cloud.n, BLOCK))
    return sum(float(part @ part) for part in parts) / cloud.ss_total


def mean_is_untold(cloud: Configuration, units: IntArray) -> bool:
    """Whether the mean is no longer than units give whose own means cancel out.

    Their squared mean is G/(G - 1) Σ |s_g|² / n² on average, s_g the centred sum of a unit; three
    times that is exceeded by chance in about one case of 20 (fewer in many dimensions).
    """
    groups = int(units.max()) + 1
    if groups < TWO:
        return False
    noise = float(row_squares(sum_cloud(cloud, units, groups)).sum()) / cloud.n**2
    return float(cloud.mean @ cloud.mean) < TIMES_NOISE * groups / (groups - 1) * noise


def shares_without(cloud: Configuration, units: IntArray) -> Array:
    """(G,) the same about the mean of the rest, without each unit; NaN where it is lost.

    With s_g the sum of a unit's centred rows the rest has n' = n - n_g rows about δ = -s_g / n', so
    its squares along u are u'Cu - (own squares along u) - n' (δ'u)², C that of all rows.
    """
    sizes = np.bincount(units).astype(np.float64)
    left = cloud.n - sizes
    sums = sum_cloud(cloud, units, len(sizes))
    shift = np.divide(-sums, left[:, None], out=np.zeros_like(sums), where=left[:, None] > 0)
    means = cloud.mean + shift
    lengths = np.sqrt(row_squares(means))
    known = (left > 0) & (lengths > NO_LENGTH)
    axes = np.divide(means, lengths[:, None], out=np.zeros_like(means), where=known[:, None])
    whole, own = _along(cloud, axes, units)
    off = np.einsum("ij,ij->i", shift, axes)
    total = cloud.ss_total - np.bincount(units, cloud.squares) - left * row_squares(shift)
    known &= total > LOST * cloud.ss_total
    along = np.maximum(whole - own - left * off**2, 0.0)
    shares: Array = np.divide(along, total, out=np.full(len(sizes), np.nan), where=known)
    return np.minimum(shares, 1.0)


def _along(cloud: Configuration, axes: Array, units: IntArray) -> tuple[Array, Array]:
    """(G,) squares of all rows along each axis, and of the rows of its own unit.

    By products with the rows, or with their (d, d) sum of squares where units outnumber dimensions.
    """
    groups, d = axes.shape
    whole, own = np.zeros(groups), np.zeros(groups)
    square = np.zeros((d, d))
    for block in row_blocks(cloud.n, BLOCK):
        part, codes = cloud.rows(block), units[block]
        mine = np.einsum("ij,ij->i", part, axes[codes]) ** 2
        own += np.bincount(codes, mine, minlength=groups)
        if groups > d:
            square += part.T @ part
        else:
            whole += ((part @ axes.T) ** 2).sum(axis=0)
    if groups > d:
        whole = np.einsum("ij,ij->i", axes @ square, axes)
    return whole, own
