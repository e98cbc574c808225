"""Two groups against each other, for thousands of arrangements of their labels.

With the pair's own mean as origin the sums of the two groups are s and -s, so ||s||² decides F: the
sum over all pairs of members of one group of the Gram matrix K of the pair. Arrangements depend on
sizes (and scheme) only and serve all pairs of the same kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.neighbors.blocks import row_blocks
from monosashi.shape.configuration import Array, row_squares
from monosashi.shape.sums import IntArray
from monosashi.statistics.permutation import Arrangements

CHUNK = 1_024
HELD_ENTRIES = 2**25
CLOSE = 1e-4
FLAT = 1e-12


@dataclass(frozen=True, eq=False)
class Pair:
    """What the labels of a pair are summed over.

    Attributes
    ----------
    cloud : (m, c) sums of the objects of each unit about the mean of the pair
    squares : (m,) sums of their squared norms
    n_a, n_b : int
        Objects of the two groups.
    units_a : int
        Units of the first group, which stand first.
    sizes : (m,) objects of each unit
    """

    cloud: Array
    squares: Array
    n_a: int
    n_b: int
    units_a: int
    sizes: Array

    @property
    def total(self) -> float:
        """Sum of squares about the mean of the pair."""
        return float(self.squares.sum())

    def read(self, lengths: Array, squares: Array, statistic: str, flat: float) -> Array:
        """R² ("f", which it orders alike) or W*d from ||s||² and the sum of squares in A.

        Infinite where a group keeps no more than the share ``flat`` of the spread.
        """
        if statistic == "f":
            n = self.n_a + self.n_b
            return lengths * (n / (self.n_a * self.n_b) / self.total)
        in_a = squares - lengths / self.n_a
        in_b = self.total - squares - lengths / self.n_b
        none = np.minimum(in_a, in_b) <= flat * self.total
        below = in_a / (self.n_a * (self.n_a - 1)) + in_b / (self.n_b * (self.n_b - 1))
        apart = lengths * (1 / self.n_a + 1 / self.n_b) ** 2
        return np.where(none, np.inf, apart / np.where(none, 1.0, below))

    def values(self, members: IntArray, statistic: str) -> Array:
        """(P,) in float64, for the (P, m_a) units of group A."""
        picked = np.zeros((len(members), len(self.cloud)))
        picked[np.arange(len(members))[:, None], members] = 1.0
        lengths = row_squares(picked @ self.cloud)
        return self.read(lengths, picked @ self.squares, statistic, FLAT)


@dataclass(frozen=True, eq=False)
class Deals:
    """The arrangements of one kind of pair, as 0/1 rows in float32, made once if they fit."""

    plan: Arrangements
    blocks: tuple[slice, ...]
    held: tuple[npt.NDArray[np.float32], ...]

    @classmethod
    def of(cls, plan: Arrangements) -> Deals:
        """Make the rows now when they are at most 128 MB."""
        blocks = tuple(row_blocks(plan.total, CHUNK))
        fits = plan.total * len(plan.codes) <= HELD_ENTRIES
        bare = cls(plan, blocks, ())
        return cls(plan, blocks, tuple(bare._picked(part) for part in blocks)) if fits else bare

    def members(self, part: slice) -> IntArray:
        """(P, m_a) units that get the label of A."""
        return self.plan.members(part)[:, : self.plan.units[0]]

    def _picked(self, part: slice) -> npt.NDArray[np.float32]:
        members = self.members(part)
        picked = np.zeros((len(members), len(self.plan.codes)), dtype=np.float32)
        picked[np.arange(len(members))[:, None], members] = 1.0
        return picked

    def __iter__(self) -> Iterator[tuple[slice, npt.NDArray[np.float32]]]:
        for place, part in enumerate(self.blocks):
            yield part, self.held[place] if self.held else self._picked(part)


def deal_out(deals: Deals, pair: Pair, observed: float, statistic: str) -> Array:
    """(N,) values of one pair; those near the observed one are found again in float64."""
    scale = float(np.sqrt(pair.total / len(pair.cloud)))
    wide, deep = pair.cloud.shape[1] >= len(pair.cloud), pair.cloud / scale
    matrix = (deep @ deep.T if wide else deep).astype(np.float32)
    squares = (pair.squares / scale**2).astype(np.float32)
    found = np.empty(deals.plan.total)
    for part, picked in deals:
        seen = picked @ matrix
        lengths = np.einsum("ij,ij->i", seen, picked if wide else seen).astype(np.float64)
        in_a = (picked @ squares).astype(np.float64)
        values = pair.read(lengths * scale**2, in_a * scale**2, statistic, CLOSE)
        near = ~np.isfinite(values) | (np.abs(values - observed) <= CLOSE * (observed + 1e-2))
        if near.any():
            values[near] = pair.values(deals.members(part)[near], statistic)
        found[part] = values
    return found
