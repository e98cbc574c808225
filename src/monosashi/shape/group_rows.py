"""How widely each group is spread, with an interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.results import Row
from monosashi.shape.configuration import Array, row_squares
from monosashi.shape.sample import Sample
from monosashi.shape.sums import IntArray, sum_cloud


@dataclass(frozen=True, eq=False)
class Units:
    """What moves as a whole, seen from the mean of its group: objects, or blocks of them.

    Attributes
    ----------
    codes : (m,) group of each unit
    sizes : (m,) objects in each unit
    squares : (m,) sum of squared distances of its objects to the group's mean
    lengths : (m,) squared norm of the sum of their offsets from it
    """

    codes: IntArray
    sizes: Array
    squares: Array
    lengths: Array

    @classmethod
    def of(cls, sample: Sample) -> Units:
        """Sum the objects of each unit."""
        sums, exchange = sample.sums, sample.exchange
        if len(exchange.codes) == sample.configuration.n:
            ones = np.ones(sample.configuration.n)
            return cls(sample.grouping.codes, ones, sums.spread, sums.spread)
        sizes = np.bincount(exchange.unit_of).astype(np.float64)
        means = sums.vectors / sample.sizes[:, None]
        offsets = sum_cloud(sample.configuration, exchange.unit_of, len(exchange.codes))
        offsets = offsets - sizes[:, None] * means[exchange.codes]
        squares = np.bincount(exchange.unit_of, sums.spread).astype(np.float64)
        return cls(exchange.codes, sizes, squares, row_squares(offsets))

    def sum(self, values: Array) -> Array:
        """(G,) sums over the units of each group."""
        return np.bincount(self.codes, values).astype(np.float64)


@dataclass(frozen=True, eq=False)
class Spread:
    """W~ of every group over pairs of objects from different units.

    Attributes
    ----------
    units : (G,) units of each group
    value : (G,) NaN for one unit
    error : (G,) jackknife standard error over units; NaN below three
    """

    units: IntArray
    value: Array
    error: Array


def spread_of_groups(sample: Sample) -> Spread:
    """(G,) W~ = sum of ||x_i - x_j||²/2 over pairs i < j of different units / number of pairs.

    With units of one object this is SSW_g/(n_g - 1). Pairs inside a unit (translations, chunks of
    one item) are left out: they say nothing about the group. All from sums: pairs of a group are
    n_g SSW_g - sum_u (n_u q_u - ||s_u||²), those of unit u with the others (n_g - n_u) q_u +
    n_u (SSW_g - q_u) + 2 ||s_u||², s_u and q_u taken about the group's mean.
    """
    held, n, ssw = Units.of(sample), sample.sizes, sample.sums.within
    inside = held.sizes * held.squares - held.lengths
    pairs, count = n * ssw - held.sum(inside), n**2 - held.sum(held.sizes**2)
    others = n[held.codes] - held.sizes
    own = others * held.squares + held.sizes * (ssw[held.codes] - held.squares) + 2 * held.lengths
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(count > 0, np.maximum(pairs, 0.0) / count, np.nan)
        left = (pairs[held.codes] - own) / (count[held.codes] - 2 * held.sizes * others)
        units = np.bincount(held.codes)
        middle = held.sum(left) / units
        scatter = held.sum((left - middle[held.codes]) ** 2)
        error = np.where(units > 2, np.sqrt((units - 1) / units * scatter), np.nan)
    return Spread(units, value, error)


def group_rows(sample: Sample, *, confidence: float, highest: float) -> tuple[Row, ...]:
    """Rows ``group, n, w, w_tilde, low, high``, in order of the names.

    ``w`` has denominator n_g; ``w_tilde`` is 1 minus the mean cosine of pairs, for unit vectors;
    the interval is for ``w_tilde`` (jackknife over objects or units, t with their number - 1), cut
    to what it can reach: n_g/(n_g - 1) times ``highest``, the limit of ``w``; twice that for pairs
    of units.
    """
    return rows_of_groups(sample.grouping.names, sample.sizes, sample.sums.within,
                          spread_of_groups(sample), confidence=confidence,
                          highest=highest)  # fmt: skip


def rows_of_groups(
    names: Sequence[str], sizes: Array, within: Array, spread: Spread, *, confidence: float,
    highest: float,
) -> tuple[Row, ...]:  # fmt: skip
    """The same rows from what is known of each group, wherever it came from."""
    from scipy.special import stdtrit

    reach = spread.error * stdtrit(np.maximum(spread.units - 1, 1), 0.5 + confidence / 2)
    rows = []
    for code, name in enumerate(names):
        n, ssw = int(sizes[code]), float(within[code])
        units, tilde, half = (float(part[code]) for part in (spread.units, spread.value, reach))
        row: Row = {"group": name, "n": n, "w": ssw / n, "w_tilde": tilde if units > 1 else None,
                    "low": None, "high": None}  # fmt: skip
        if units > 2:
            most = highest * (n / (n - 1) if units == n else 2.0)
            low, high = (min(max(end, 0.0), most) for end in (tilde - half, tilde + half))
            row |= {"low": low, "high": high}
        rows.append(row)
    return tuple(rows)


def without_interval(rows: tuple[Row, ...]) -> dict[str, Fault]:
    """Why some groups have no interval: one reason for all of them."""
    names = [row["group"] for row in rows if row["low"] is None]
    return {"groups.interval": fault("shape.reasons.small_groups", ids=names)} if names else {}
