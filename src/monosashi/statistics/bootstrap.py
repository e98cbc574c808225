"""Bootstrap of means over independent units that may hold several rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from monosashi.statistics.generators import as_generator
from monosashi.statistics.proportions import clopper_pearson, unanimous_bound

FloatArray = npt.NDArray[np.float64]
BLOCK, RESAMPLES = 100, 2000
FEW = 5  # exceptions, below which a percentile bootstrap is too narrow
FEW_CHANGES = 10  # the same for changes that may go either way


@dataclass(frozen=True)
class Resampling:
    """Resamples of n units with replacement, the same ones for every quantity.

    Because all quantities see the same resamples, differences and ratios of their columns are
    paired. Draws are made anew from the seed when needed instead of being kept.

    Attributes
    ----------
    n : int
        Units (keys, groups).
    draws : int
        Resamples.
    seed : int
    """

    n: int
    draws: int
    seed: int

    @classmethod
    def of(
        cls, n: int, *, draws: int = RESAMPLES, rng: int | np.random.Generator | None = None
    ) -> Resampling:
        """Fix the resamples of ``n`` units."""
        return cls(n, draws, int(as_generator(rng).integers(2**62)))

    def means(self, sums: FloatArray, counts: FloatArray) -> FloatArray:
        """(draws, m) means of m quantities in every resample.

        Parameters
        ----------
        sums : (n, m)
            Sum of every quantity over the rows of every unit.
        counts : (n, m)
            Rows behind each sum; a unit without rows has 0.

        Returns
        -------
        (draws, m) array
            ``resampled sums / resampled counts``; NaN where a resample holds no row.
        """
        out = np.empty((self.draws, sums.shape[1]))
        with threadpool_limits(limits=1, user_api="blas"):  # one order of summation everywhere
            for start in range(0, self.draws, BLOCK):
                weights = self._weights(start, min(BLOCK, self.draws - start))
                top, bottom = weights @ sums, weights @ counts
                empty = np.full_like(top, np.nan)
                out[start : start + BLOCK] = np.divide(top, bottom, out=empty, where=bottom > 0)
        return out

    def _weights(self, start: int, count: int) -> FloatArray:
        """How often each unit stands in ``count`` resamples from number ``start`` on."""
        generator = np.random.default_rng([self.seed, start])
        picked = generator.integers(0, self.n, size=(count, self.n))
        picked += np.arange(count)[:, None] * self.n
        tally = np.bincount(picked.ravel(), minlength=count * self.n)
        return tally.reshape(count, self.n).astype(np.float64)


def percentile_interval(draws: FloatArray, confidence: float = 0.95) -> tuple[float, float]:
    """Equal-tailed percentile interval; undefined (NaN) resamples are left out.

    Examples
    --------
    >>> percentile_interval(np.arange(101.0), 0.5)
    (25.0, 75.0)
    """
    tail = (1 - confidence) / 2
    low, high = np.quantile(draws[~np.isnan(draws)], [tail, 1 - tail])
    return float(low), float(high)


@dataclass(frozen=True)
class Interval:
    """Two ends and how they were found."""

    low: float
    high: float
    method: str


def mean_interval(
    units: FloatArray,
    draws: FloatArray,
    *,
    confidence: float = 0.95,
    bounds: tuple[float, float] = (0.0, 1.0),
) -> Interval:
    """Interval for a mean over units: percentile bootstrap, exact where resampling is blind.

    A sample in which (nearly) all units agree shows a bootstrap too little: with no exception its
    interval would have no width. There the exact binomial bound is used instead.

    Parameters
    ----------
    units : (n,) array
        Mean of the quantity in every unit.
    draws : (B,) array
        The same quantity in every resample.
    confidence : float
    bounds : (lowest, highest) possible value

    Returns
    -------
    Interval
        ``method`` is ``"exact bound, all units alike"`` when no unit differs (at most a share
        ``unanimous_bound(n)`` of the population can), ``"Clopper-Pearson"`` for shares with fewer
        than 5 exceptions, ``"Clopper-Pearson of gains and losses"`` for a paired difference of
        yes-or-no outcomes with fewer than 10 changes (Bonferroni), else the percentile bootstrap.
    """
    n, lowest, highest = len(units), *bounds
    if (units == units[0]).all():
        value, share = float(units[0]), unanimous_bound(n, confidence)
        low, high = value - share * (value - lowest), value + share * (highest - value)
        return Interval(low, high, "exact bound, all units alike")
    if lowest == 0.0 and np.isin(units, (0.0, 1.0)).all():
        ones = int(units.sum())
        if min(ones, n - ones) < FEW:
            return Interval(*clopper_pearson(ones, n, confidence), "Clopper-Pearson")
    if (
        lowest < 0
        and np.isin(units, (-1.0, 0.0, 1.0)).all()
        and np.count_nonzero(units) < FEW_CHANGES
    ):
        return _gains_and_losses(units, confidence)
    low, high = percentile_interval(draws, confidence)
    return Interval(low, high, f"bootstrap over keys, {len(draws)} resamples, percentile")


def _gains_and_losses(units: FloatArray, confidence: float) -> Interval:
    half, n = (1 + confidence) / 2, len(units)
    gains = clopper_pearson(int((units > 0).sum()), n, half)
    losses = clopper_pearson(int((units < 0).sum()), n, half)
    return Interval(gains[0] - losses[1], gains[1] - losses[0],
                    "Clopper-Pearson of gains and losses")  # fmt: skip
