"""Bootstrap of means over independent units that may hold several rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from monosashi.statistics.generators import as_generator

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
