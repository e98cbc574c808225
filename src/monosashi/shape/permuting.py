"""Group sums for thousands of arrangements of the labels.

One sparse matrix, whose rows are (arrangement, group) and whose entries are the members, times the
columns to be summed; the largest group is never summed, it is the total minus the others. Large
problems run in float32; arrangements that come close to the observed value are done again in
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
from monosashi.shape.configuration import Array
from monosashi.shape.sums import IntArray
from monosashi.statistics.permutation import Arrangements

CLOSE = 1e-4
FLAT = {False: 1e-12, True: 1e-5}
SMALL = 1_024
DENSE_GROUPS = 4
MOST = 32


@dataclass(frozen=True, eq=False)
class Sums:
    """Sums over the groups of P arrangements.

    Attributes
    ----------
    table : (P, G, c) float64
        The cloud, then squared norms minus their mean, then residuals.
    flat : float
        Share of a sum that may be rounding.
    """

    table: Array
    flat: float

    @property
    def cloud(self) -> Array:
        """(P, G, c - 2) sums of the vectors."""
        return self.table[..., :-2]

    @property
    def squares(self) -> Array:
        """(P, G) sums of squared norms minus their mean."""
        return self.table[..., -2]

    @property
    def residuals(self) -> Array:
        """(P, G) sums of the residuals."""
        return self.table[..., -1]

    @cached_property
    def lengths(self) -> Array:
        """(P, G) squared norm of each sum of vectors."""
        return np.asarray(np.einsum("pgd,pgd->pg", self.cloud, self.cloud))


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

    def values(self, members: IntArray, units: IntArray, *, single: bool = False) -> Array:
        """(P, k) statistics for units listed group by group."""
        matrix = self.single if single else self.matrix
        sums = Sums(_all_groups(matrix, members, units, self.totals), FLAT[single])
        return np.stack([read(sums) for read in self.statistics], axis=1)


def permuted_values(
    arrangements: Arrangements, columns: Columns, observed: Array, n_jobs: int | None = None
) -> Array:
    """(N, k) statistics of all arrangements, the same for any number of workers."""
    units = arrangements.units
    single = len(columns.matrix) > SMALL
    if single:
        columns.single  # noqa: B018 - made once, before the threads start

    def part(rows: slice) -> Array:
        members = arrangements.members(rows)
        values = columns.values(members, units, single=single)
        if single and (near := _near(values, observed)).any():
            values[near] = columns.values(members[near], units)
        return values

    size = _chunk(len(columns.matrix), columns.matrix.shape[1], len(units))
    if arrangements.exact:
        arrangements.members(slice(0, 1))  # list them once, before the threads start
    return np.concatenate(map_blocks(part, row_blocks(arrangements.total, size), n_jobs))


def _near(values: Array, observed: Array) -> npt.NDArray[np.bool_]:
    close = ~np.isfinite(values) | (np.abs(values - observed) <= CLOSE * np.abs(observed))
    return np.asarray(close.any(axis=1))


def _chunk(units: int, columns: int, groups: int) -> int:
    """Arrangements at a time: sums of at most 8 MB, lists of at most 16 MB."""
    rows = max(1, groups - 1)
    lists = rows * units if groups <= DENSE_GROUPS else units
    return max(1, min(MOST, 2**20 // (rows * columns), 2**22 // lists))


def _all_groups(matrix: npt.NDArray[Any], members: IntArray, units: IntArray,
                totals: Array) -> Array:  # fmt: skip
    """(P, G, c) float64 sums; the largest group gets what the others leave."""
    largest = int(units.argmax())
    ends = np.cumsum(units)
    listed = np.delete(members, np.s_[ends[largest] - units[largest] : ends[largest]], axis=1)
    others = np.delete(units, largest)
    summed = (_membership(listed, others, matrix) @ matrix).reshape(
        *members.shape[:1], len(others), -1
    )
    sums = np.empty((len(members), len(units), matrix.shape[1]))
    sums[:, :largest], sums[:, largest + 1 :] = summed[:, :largest], summed[:, largest:]
    sums[:, largest] = 0.0
    sums[:, largest] = totals - sums.sum(axis=1)
    return sums


def _membership(listed: IntArray, units: IntArray, matrix: npt.NDArray[Any]) -> Any:
    """(P (G-1), m) matrix of zeros and ones: dense for few groups, sparse otherwise."""
    from scipy.sparse import csr_array

    counts = np.tile(units, len(listed))
    shape = (len(counts), len(matrix))
    if len(units) < DENSE_GROUPS:
        dense = np.zeros(shape, dtype=matrix.dtype)
        dense[np.repeat(np.arange(len(counts)), counts), listed.ravel()] = 1
        return dense
    starts = np.concatenate([[0], np.cumsum(counts)])
    ones = np.ones(listed.size, dtype=matrix.dtype)
    return csr_array((ones, listed.ravel(), starts), shape=shape)
