"""What one scale sees of points: their factors, and how near they are against the reals."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from monosashi.neighbors import Rows

Floats = npt.NDArray[np.float64]
ROUNDING = 1e-12
"""Logarithms nearer than this are equal: spreads below it are none."""
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

    @classmethod
    def joined(cls, parts: list[Seen]) -> Seen:
        """Parts of the points behind each other."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts])
                     for field in fields(cls)))  # fmt: skip


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
