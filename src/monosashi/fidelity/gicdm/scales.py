"""One scale of the filter: how near a point is to its neighbours, against what reals are."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions import scaled_neighbours
from monosashi.neighbors import Rows, row_blocks

Floats = npt.NDArray[np.float64]
MAD_TO_SIGMA = 1.4826
ROUNDING = 1e-12
"""Logarithms nearer than this are equal: spreads below it are none."""
LISTED_AT_ONCE = 1 << 23
JUMP, FIRST = 3.0, 4
"""A group ends where the next neighbour is three times as far; fewer than 5 rows are no group.

On a line, by chance alone, the (m + 1)-th neighbour is so far with probability 3^-m.
"""


@dataclass(frozen=True)
class Look:
    """What one scale sees of a set of points.

    Attributes
    ----------
    factors : (m,) array
        ``mu / t``, t the mean of the K + 1 smallest scaled distances to reals.
    log_ratio : (m,) array
        log of the factor over the mean factor of these K + 1 reals: below 0 means far from them.
    neighbours : (m, K + 1) int32 array
        Rows among the distinct reals.
    tight : (m,) bool array
        Whether a group ends among the first of these, see ``in_tight_groups``.
    """

    factors: Floats
    log_ratio: Floats
    neighbours: npt.NDArray[np.int32]
    tight: npt.NDArray[np.bool_]

    @classmethod
    def of(
        cls, neighbours: Rows, distances: Floats, factors: Floats, mean_distance: float,
        tight_within: int = 0,
    ) -> Look:  # fmt: skip
        """From the K + 1 nearest reals of each point, and their scaled distances."""
        own = mean_distance / distances.mean(axis=1)
        ratio = np.log(own / factors[neighbours].mean(axis=1))
        tight = in_tight_groups(distances, tight_within)
        return cls(own, ratio, neighbours.astype(np.int32), tight)

    @classmethod
    def joined(cls, parts: list[Look]) -> Look:
        """Parts of the points behind each other."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts])
                     for field in fields(cls)))  # fmt: skip


@dataclass(frozen=True)
class Scale:
    """A balanced set of distinct reals at one K, and what it sees of these reals themselves.

    Attributes
    ----------
    k : int
    rows : (u, d) array
        Distinct reals in the metric.
    factors : (u,) array
    mean_distance : float
    log_ratio : (u,) array
        Of each real, left out itself.
    own_factors : (u,) array
        The factor of each real as if it were generated: without itself, K + 1 others.
    local_mean, local_spread : (u,) arrays
        Mean and standard deviation (ddof 0) of ``log_ratio`` over its K + 1 others.
    iterations, error, converged : of the iteration
    tight_share : float
        Share of reals in a tight group of few: see ``in_tight_groups``.
    """

    k: int
    rows: FloatArray
    factors: Floats
    mean_distance: float
    log_ratio: Floats
    own_factors: Floats
    local_mean: Floats
    local_spread: Floats
    iterations: int
    error: float
    converged: bool
    tight_share: float

    @property
    def middle(self) -> float:
        """Median of the reals' log ratios."""
        return float(np.median(self.log_ratio))

    @property
    def spread(self) -> float:
        """1.4826 times the median absolute deviation."""
        return MAD_TO_SIGMA * float(np.median(np.abs(self.log_ratio - self.middle)))

    def look(self, rows: FloatArray, *, n_jobs: int | None = None) -> Seen:
        """See outside points; each depends on itself and the reals alone."""
        parts = []
        for part in parts_of(len(rows), self.k):
            seen = look(rows[part], self.rows, self.factors, self.mean_distance, self.k,
                        n_jobs=n_jobs)  # fmt: skip
            parts.append((seen.factors, *self._deviations(seen)))
        return Seen(*(np.concatenate(side) for side in zip(*parts, strict=True)))

    def _deviations(self, seen: Look) -> tuple[Floats, Floats]:
        near_by = self.log_ratio[seen.neighbours]
        return (
            in_spreads(seen.log_ratio, self.middle, self.spread),
            in_spreads(seen.log_ratio, near_by.mean(axis=1), near_by.std(axis=1)),
        )

    def own_deviations(self) -> tuple[Floats, Floats]:
        """The same for the reals, each left out itself."""
        return (
            in_spreads(self.log_ratio, self.middle, self.spread),
            in_spreads(self.log_ratio, self.local_mean, self.local_spread),
        )


@dataclass(frozen=True)
class Seen:
    """Factors of outside points, and their log ratios in spreads.

    Attributes
    ----------
    factors : (m,) array
    of_all, of_neighbours : (m,) arrays
        Against all reals, and against the point's own neighbours.
    """

    factors: Floats
    of_all: Floats
    of_neighbours: Floats


def parts_of(m: int, k: int) -> list[slice]:
    """Parts of the points whose lists of k + 1 fit into memory together."""
    return row_blocks(m, max(1, LISTED_AT_ONCE // (k + 1)))


def look(
    rows: FloatArray, base: FloatArray, factors: Floats, mean_distance: float, k: int,
    *, n_jobs: int | None = None,
) -> Look:  # fmt: skip
    """Factors and log ratios of outside ``rows``, from their k + 1 nearest of ``base``, scaled."""
    found = scaled_neighbours(rows, base, factors, k + 1, n_jobs=n_jobs)
    return Look.of(found.indices, found.distances, factors, mean_distance)


def in_tight_groups(distances: Floats, most: int) -> npt.NDArray[np.bool_]:
    """Rows whose neighbours stop within ``most``: the next one is three times as far."""
    shown = distances[:, FIRST - 1 : most + 1]
    return np.asarray((shown[:, 1:] > JUMP * shown[:, :-1]).any(axis=1), np.bool_)


def in_spreads(value: Floats, middle: Floats | float, spread: Floats | float) -> Floats:
    """``(value - middle) / spread``.

    Where there is no spread: plus or minus a very large number if the value differs, else 0.
    """
    away = value - middle
    width = np.broadcast_to(np.asarray(spread, np.float64), away.shape)
    none = width <= ROUNDING
    out = np.where(np.abs(away) > ROUNDING, np.copysign(np.finfo(np.float64).max, away), 0.0)
    np.divide(away, width, out=out, where=~none)
    return out
