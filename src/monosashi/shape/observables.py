"""What is summed over groups when labels move, and how each statistic reads the sums.

The columns are the cloud on the scale of its root mean square (d of them), its squared norms minus
1 (their mean), and the residuals of the distances to the own centre on the scale of theirs.
"""

from __future__ import annotations

import numpy as np

from monosashi.shape.configuration import Array, Configuration
from monosashi.shape.dispersion import f_of_residual_sums
from monosashi.shape.exchange import Exchange
from monosashi.shape.permuting import Statistic, Sums
from monosashi.shape.welch import welch_of_sums


def observable_columns(
    configuration: Configuration, residuals: Array | None, exchange: Exchange
) -> Array:
    """(m, c) columns summed over the objects of each unit; the cloud rotated when d > m."""
    scale = np.sqrt(configuration.squares.mean())
    cloud = exchange.sum_units(configuration.centred)
    if cloud.shape[1] > len(cloud):
        cloud = np.asarray(np.linalg.qr(cloud.T, mode="r"), dtype=np.float64).T
    squares = configuration.squares / scale**2 - 1
    rest = np.zeros(configuration.n) if residuals is None else residuals
    rest = rest / (np.sqrt((rest**2).mean()) or 1.0)
    out = np.empty((len(cloud), cloud.shape[1] + 2))
    np.divide(cloud, scale, out=out[:, :-2])
    out[:, -2:] = exchange.sum_units(np.stack([squares, rest], axis=1))
    return out


def read_between(sizes: Array) -> Statistic:
    """SS_B in units of the mean square: n R²."""

    def read(sums: Sums) -> Array:
        return np.asarray((sums.lengths / sizes).sum(axis=1))

    return read


def read_welch(sizes: Array) -> Statistic:
    """W*d; the squared norms get their mean back."""

    def read(sums: Sums) -> Array:
        return welch_of_sums(sums.cloud, sums.lengths, sums.squares + sizes, sizes, sums.flat)

    return read


def read_dispersion(sizes: Array) -> Statistic:
    """F of the residuals, whose squares sum to n."""

    def read(sums: Sums) -> Array:
        return f_of_residual_sums(sums.residuals, sizes, float(sizes.sum()))

    return read
