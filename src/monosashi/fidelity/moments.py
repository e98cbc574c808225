"""Frechet distance, kernel distance, and typicality by distance from the mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from monosashi.embeddings.arrays import FloatArray
from monosashi.fidelity.leaving_out import FEWEST, Groups, Spread, t_quantile
from monosashi.fidelity.points import Floats
from monosashi.neighbors.blocks import row_blocks
from monosashi.results import Estimate

CHUNK = 4_096
GRID = 31
KERNEL_BLOCK, KERNEL_BLOCKS = 1_000, 100
MOMENT_GROUPS = 10


@dataclass(frozen=True)
class Moments:
    """Count, sum and sum of products of rows, about a fixed centre."""

    n: int
    total: Floats
    products: Floats

    @classmethod
    def of(cls, rows: FloatArray, centre: Floats) -> Moments:
        """Block by block, in float64."""
        d = rows.shape[1]
        total, products = np.zeros(d), np.zeros((d, d))
        with threadpool_limits(limits=1, user_api="blas"):
            for part in row_blocks(len(rows), CHUNK):
                block = rows[part].astype(np.float64) - centre
                total += block.sum(axis=0)
                products += block.T @ block
        return cls(len(rows), total, products)

    def minus(self, other: Moments) -> Moments:
        """Of the rows that are left."""
        return Moments(self.n - other.n, self.total - other.total, self.products - other.products)

    @property
    def mean(self) -> Floats:
        """Relative to the centre."""
        return self.total / self.n

    @property
    def covariance(self) -> Floats:
        """Divisor n - 1."""
        centred: Floats = self.products - self.n * np.outer(self.mean, self.mean)
        return centred / (self.n - 1)


def frechet(ours: Moments, theirs: Moments) -> float:
    r"""``|µ_r - µ_g|² + tr S_r + tr S_g - 2 tr (S_r S_g)^½``, never negative.

    With ``S = AᵀA`` on each side the last trace is the sum of the singular values of ``A_r A_gᵀ``,
    which is real and stable also where a covariance is singular (fewer rows than dimensions).
    """
    from scipy.linalg import svdvals

    shift = ours.mean - theirs.mean
    a, b = ours.covariance, theirs.covariance
    with threadpool_limits(limits=1, user_api="blas"):
        common = float(svdvals(_root(a) @ _root(b).T).sum())
    value = float(shift @ shift + np.trace(a) + np.trace(b) - 2 * common)
    floor = 1e-9 * float(np.trace(a) + np.trace(b))
    return value if value > floor else max(value, 0.0)


def _root(covariance: Floats) -> Floats:
    values, vectors = np.linalg.eigh(covariance)
    kept = np.maximum(values, 0.0)
    root: Floats = np.sqrt(kept)[:, None] * vectors.T
    return root


def frechet_spread(real: FloatArray, generated: FloatArray, rng: np.random.Generator) -> Spread:
    """The distance, and again with each group of either side left out."""
    centre = np.mean([real[part].mean(axis=0, dtype=np.float64) for part in
                      row_blocks(len(real), CHUNK)], axis=0)  # fmt: skip
    ours, theirs = Moments.of(real, centre), Moments.of(generated, centre)
    value = frechet(ours, theirs)
    left = [frechet(ours.minus(one), theirs) for one in _by_group(real, centre, rng)]
    right = [frechet(ours, theirs.minus(one)) for one in _by_group(generated, centre, rng)]
    return Spread(value, np.array(left), np.array(right))


def _by_group(rows: FloatArray, centre: Floats, rng: np.random.Generator) -> Sequence[Moments]:
    groups = Groups.of(len(rows), rng, MOMENT_GROUPS)
    if groups.count < FEWEST or len(rows) < 2 * groups.count:
        return []
    return [Moments.of(rows[np.flatnonzero(groups.label == g)], centre)
            for g in range(groups.count)]  # fmt: skip


def kernel_distance(
    real: FloatArray, generated: FloatArray, rng: np.random.Generator, confidence: float
) -> Estimate:
    r"""Unbiased MMD² with ``(x·y/d + 1)³``, mean over disjoint blocks of both sides.

    Blocks of up to 1,000 of each side, at most 100 of them; the interval is that of a mean of
    independent blocks, t(blocks - 1). Negative values are possible: the quantity they estimate is
    not negative.
    """
    n = min(len(real), len(generated))
    size = max(2, min(KERNEL_BLOCK, n // 10)) if n >= 20 else n
    blocks = min(KERNEL_BLOCKS, n // size)
    ours, theirs = rng.permutation(len(real)), rng.permutation(len(generated))
    with threadpool_limits(limits=1, user_api="blas"):
        values = np.array(
            [
                _mmd(real[ours[part]], generated[theirs[part]])
                for part in row_blocks(blocks * size, size)
            ]
        )
    value = float(values.mean())
    if blocks < FEWEST:
        return Estimate(value, None, None, None, "no interval: too few points", n)
    error = float(values.std(ddof=1) / np.sqrt(blocks))
    reach = t_quantile(blocks - 1, confidence) * error
    return Estimate(value, value - reach, value + reach, error,
                    f"mean of {blocks} blocks of {size}, t({blocks - 1})", n)  # fmt: skip


def _mmd(x: FloatArray, y: FloatArray) -> float:
    a, b = x.astype(np.float64), y.astype(np.float64)
    d, n = a.shape[1], len(a)
    own = [((side @ side.T / d + 1) ** 3, side) for side in (a, b)]
    inner = [float(table.sum() - np.trace(table)) / (n * (n - 1)) for table, _ in own]
    return float(sum(inner) - 2 * ((a @ b.T / d + 1) ** 3).mean())


def radial(rows: FloatArray, centre: Floats) -> Floats:
    """Distance of every row from ``centre``."""
    out = np.empty(len(rows))
    for part in row_blocks(len(rows), CHUNK):
        block = rows[part].astype(np.float64) - centre
        out[part] = np.sqrt(np.square(block).sum(axis=1))
    return out


def mean_row(rows: FloatArray) -> Floats:
    """Mean in float64, block by block."""
    total = np.zeros(rows.shape[1])
    for part in row_blocks(len(rows), CHUNK):
        total += rows[part].sum(axis=0, dtype=np.float64)
    return total / len(rows)


def alpha_precision(real: Floats, generated: Floats) -> float:
    """``1 - 2 mean |P(a) - a|``: P(a) generated within the a-quantile of the reals' distances.

    Distances are from the mean of the reals; there is no one-class network here.
    """
    return _typicality(real, generated, np.ones(len(generated), np.bool_))


def beta_recall(
    distances: Floats, radii: Floats, nearest: npt.NDArray[np.int64], generated: Floats
) -> float:
    """``1 - 2 mean |R(b) - b|``.

    R(b) is the share of reals whose nearest generated point lies within the distance to their
    nearest other real, and within the b-quantile of such points' distances from the generated mean.
    """
    ranked = generated[nearest]
    return _typicality(ranked, ranked, distances <= radii)


def _typicality(ours: Floats, theirs: Floats, counted: npt.NDArray[np.bool_]) -> float:
    """Shares within quantiles of ``ours``; among ties any share up to that of ``ours`` is right."""
    grid = np.linspace(0, 1, GRID)
    limits = np.quantile(ours, grid)
    reached = np.array([(counted & (theirs <= limit)).mean() for limit in limits])
    expected = grid
    if len(np.unique(ours)) < len(ours):
        own = np.array([(ours <= limit).mean() for limit in limits])
        expected = np.clip(reached, grid, np.maximum(grid, own))
    return float(1 - 2 * np.abs(reached - expected).mean())
