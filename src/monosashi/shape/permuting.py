"""Group sums for thousands of arrangements of the labels.

Large problems run in float32; arrangements that come close to the observed value are done again in
float64, so the counts are those of float64.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.shape.adding import sum_few_groups, sum_groups
from monosashi.shape.configuration import Array
from monosashi.shape.sums import IntArray
from monosashi.statistics.permutation import Arrangements

CLOSE = 1e-4
FLAT = {False: 1e-12, True: 1e-5}
SMALL = 1_024
DENSE_GROUPS = 4
MOST = 32
TILE = 128


@dataclass(frozen=True, eq=False)
class Sums:
    """Sums over the groups of P arrangements.

    Attributes
    ----------
    parts : tuple of (P, G, t)
        The columns in order, some at a time: the cloud, then squared norms minus their mean, then
        residuals; the last part holds both of these.
    flat : float
        Share of a sum that may be rounding.
    """

    parts: tuple[npt.NDArray[Any], ...]
    flat: float

    @cached_property
    def table(self) -> Array:
        """(P, G, c) all sums in float64."""
        return np.concatenate(self.parts, axis=2, dtype=np.float64)

    @property
    def cloud(self) -> Array:
        """(P, G, c - 2) sums of the vectors."""
        return self.table[..., :-2]

    @property
    def squares(self) -> Array:
        """(P, G) sums of squared norms minus their mean."""
        return self.parts[-1][..., -2].astype(np.float64)

    @property
    def residuals(self) -> Array:
        """(P, G) sums of the residuals."""
        return self.parts[-1][..., -1].astype(np.float64)

    @cached_property
    def lengths(self) -> Array:
        """(P, G) squared norm of each sum of vectors."""
        found = np.zeros(self.parts[0].shape[:2])
        for part in (*self.parts[:-1], self.parts[-1][..., :-2]):
            wide = part.astype(np.float64)
            found += np.einsum("pgd,pgd->pg", wide, wide)
        return found


Statistic = Callable[[Sums], Array]


@dataclass(frozen=True, eq=False)
class Columns:
    """Columns to be summed over groups, and the statistics that read the sums.

    Attributes
    ----------
    matrix : (m, c) float64
        A row a unit; every column on a scale near 1.
    statistics : functions of sums, each giving (P,) values
        Infinite where rounding leaves nothing.
    """

    matrix: Array
    statistics: tuple[Statistic, ...]

    @cached_property
    def totals(self) -> Array:
        """(c,) sum over all units."""
        totals: Array = self.matrix.sum(axis=0)
        return totals

    @cached_property
    def single(self) -> npt.NDArray[np.float32]:
        """The same matrix in float32."""
        return self.matrix.astype(np.float32)

    @cached_property
    def tiles(self) -> tuple[npt.NDArray[np.float32], ...]:
        """The same in float32, about 128 columns at a time."""
        cuts = np.arange(TILE, self.matrix.shape[1] - TILE // 2, TILE)
        parts = np.split(self.matrix, cuts, axis=1)
        return tuple(part.astype(np.float32, order="C") for part in parts)

    def values(self, members: IntArray, units: IntArray, *, single: bool = False) -> Array:
        """(P, k) statistics for units listed group by group."""
        parts: tuple[npt.NDArray[Any], ...]
        if len(units) <= DENSE_GROUPS:
            matrix = self.single if single else self.matrix
            parts = (sum_few_groups(matrix, members, units, self.totals),)
        else:
            parts = sum_groups(self.tiles if single else (self.matrix,), members, units)
        sums = Sums(parts, FLAT[single])
        return np.stack([read(sums) for read in self.statistics], axis=1)


def permuted_values(
    arrangements: Arrangements, columns: Columns, observed: Array, n_jobs: int | None = None
) -> Array:
    """(N, k) statistics of all arrangements, the same for any number of workers."""
    units = arrangements.units
    single = len(columns.matrix) > SMALL
    if single:  # made once, before the threads start
        columns.values(arrangements.members(slice(0, 1)), units, single=True)

    def part(rows: slice) -> Array:
        members = arrangements.members(rows)
        values = columns.values(members, units, single=single)
        if single and (close := near(values, observed)).any():
            values[close] = columns.values(members[close], units)
        return values

    size = chunk(len(columns.matrix), columns.matrix.shape[1], len(units))
    if arrangements.exact:
        arrangements.members(slice(0, 1))  # list them once, before the threads start
    return np.concatenate(map_blocks(part, row_blocks(arrangements.total, size), n_jobs))


def near(values: Array, observed: Array) -> npt.NDArray[np.bool_]:
    """(P,) whether any statistic comes so close to the observed one that float32 may mistake it."""
    close = ~np.isfinite(values) | (np.abs(values - observed) <= CLOSE * np.abs(observed))
    return np.asarray(close.any(axis=1))


def chunk(units: int, columns: int, groups: int) -> int:
    """Arrangements at a time: sums of at most 8 MB, lists of at most 16 MB."""
    rows = max(1, groups - 1)
    lists = rows * units if groups <= DENSE_GROUPS else units
    return max(1, min(MOST, 2**20 // (rows * columns), 2**22 // lists))
