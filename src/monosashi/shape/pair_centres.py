"""How far apart the centres of two groups are, freed of what sampling adds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.results import Row
from monosashi.shape.configuration import Array, row_squares
from monosashi.shape.pair_kernel import Pair

LEAST = 3
NO_SPREAD = 1e-12
EMPTY: Row = dict.fromkeys(("distance_squared", "distance_low", "distance_high"))


@dataclass(frozen=True, eq=False)
class Side:
    """One group of a pair.

    Attributes
    ----------
    mean : (c,)
    noise : float
        Variance of the mean, over all directions: what sampling adds to a squared distance.
    means, noises : (U, c) and (U,) the same without each unit; empty below three units
    """

    mean: Array
    noise: float
    means: Array
    noises: Array

    @classmethod
    def of(cls, sums: Array, sizes: Array) -> Side:
        """From the sums over units about any origin: U/(U - 1) Σ ||s_u - n_u m||² / n²."""
        units, n, total = len(sums), float(sizes.sum()), sums.sum(axis=0)
        mean = total / n
        noise = units / (units - 1) * float(row_squares(sums - sizes[:, None] * mean).sum()) / n**2
        if units < LEAST:
            return cls(mean, noise, sums[:0], sizes[:0])
        left = n - sizes
        means = (total - sums) / left[:, None]
        squares, crossed = row_squares(sums), sizes @ sums
        around = (squares.sum() - squares
                  - 2 * np.einsum("ij,ij->i", crossed - sizes[:, None] * sums, means)
                  + (float(sizes @ sizes) - sizes**2) * row_squares(means))  # fmt: skip
        noises = (units - 1) / (units - 2) * np.maximum(around, 0.0) / left**2
        return cls(mean, noise, means, noises)


def centres_apart(pair: Pair, confidence: float) -> tuple[Row, Fault | None]:
    """Row ``distance_squared, distance_low, distance_high``, or why there is no interval.

    ||m_a - m_b||² minus the variances of both means is unbiased, whatever the sizes; it can be
    negative. Its standard error leaves out one object (or unit that moves as a whole) of each
    group at a time; the freedom of t is that of the smaller group. The ends are given as
    distances, those below 0 as 0.
    """
    if min(pair.units_a, len(pair.cloud) - pair.units_a) < 2:
        return EMPTY, fault("shape.reasons.one_unit")
    a = Side.of(pair.cloud[: pair.units_a], pair.sizes[: pair.units_a])
    b = Side.of(pair.cloud[pair.units_a :], pair.sizes[pair.units_a :])
    squared = float(row_squares((a.mean - b.mean)[None])[0]) - a.noise - b.noise
    row = {**EMPTY, "distance_squared": squared}
    if not (len(a.means) and len(b.means)):
        return row, fault("shape.reasons.three_units")
    error = np.sqrt(_variance(row_squares(a.means - b.mean) - a.noises - b.noise)
                    + _variance(row_squares(a.mean - b.means) - a.noise - b.noises))  # fmt: skip
    if error <= NO_SPREAD * pair.total / len(pair.cloud):
        return row, fault("shape.reasons.no_spread_of_centres")
    half = _quantile(min(len(a.means), len(b.means)) - 1, confidence) * float(error)
    low, high = (max(end, 0.0) ** 0.5 for end in (squared - half, squared + half))
    if not high:  # both ends below 0: the centres lie nearer than sampling would put them
        return row, fault("shape.reasons.below_sampling")
    return row | {"distance_low": low, "distance_high": high}, None


def _variance(left: Array) -> float:
    """Of the jackknife over the units of one group."""
    return float((len(left) - 1) / len(left) * ((left - left.mean()) ** 2).sum())


def _quantile(freedom: int, confidence: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.5 + confidence / 2))
