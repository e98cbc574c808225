"""Whether groups differ in spread, judged so that small groups raise no alarm of their own.

PERMDISP shuffles distances to the own centre. In a group of n those distances share the centre
that was fitted to them, so their F is about (n - 1)/(n - 2) times too large, and without limit for
groups of two. Here the residual *vectors* are shuffled and every arrangement gets centres of its
own, so small groups vary as much under chance as they do in the data.
"""

from __future__ import annotations

import numpy as np

from monosashi.shape.configuration import Array, Configuration
from monosashi.shape.permuting import Statistic, Sums
from monosashi.shape.sample import Sample
from monosashi.shape.streamed_cloud import Streamed
from monosashi.shape.sums import GroupSums


def unevenness(variances: Array, sizes: Array) -> Array:
    """Sum (n_g - 1)(V_g / V - 1)² / (G - 1) over the last axis, V the pooled V_g; 0 if V is 0."""
    freedom = sizes - 1
    pooled = (freedom * variances).sum(axis=-1, keepdims=True) / freedom.sum()
    ratio = np.divide(variances, pooled, out=np.ones_like(variances), where=pooled > 0)
    summed: Array = (freedom * (ratio - 1) ** 2).sum(axis=-1)
    return summed / (len(sizes) - 1)


def unevenness_of(sums: GroupSums) -> float | None:
    """The statistic of the observed groups (two members or more each); None without spread."""
    if not sums.within.any():
        return None
    sizes = sums.sizes.astype(np.float64)
    return float(unevenness(sums.within / (sizes - 1), sizes))


def residual_cloud(sample: Sample) -> Sample:
    """The same sample with each object moved to sqrt(n_g/(n_g - 1)) (x - group mean).

    The factor gives residuals of groups of every size the covariance of an object.
    """
    codes, sizes = sample.grouping.codes, sample.sizes
    means = sample.sums.vectors / sizes[:, None]
    factor = np.sqrt(sizes / (sizes - 1))
    old = sample.configuration
    if isinstance(old, Streamed):
        moved = old.changed(
            lambda some: (old.rows(some) - means[codes[some]]) * factor[codes[some], None],
            sample.sums.spread * factor[codes] ** 2, old.n)  # fmt: skip
        return Sample(sample.rows, moved, sample.grouping, sample.sums, sample.exchange)
    residuals = old.centred - means[codes]
    residuals *= factor[codes, None]
    cloud = Configuration(residuals, np.zeros(residuals.shape[1]), sample.configuration.rounding)
    return Sample(sample.rows, cloud, sample.grouping, sample.sums, sample.exchange)


def read_unevenness(sizes: Array) -> Statistic:
    """The statistic from summed residual vectors; the squared norms get their mean back."""

    def read(sums: Sums) -> Array:
        spread = np.maximum(sums.squares + sizes - sums.lengths / sizes, 0.0)
        return unevenness(spread / (sizes - 1), sizes)

    return read
