"""Labels of ordered data rotated along their order, block by block.

Neighbours in time resemble each other whatever their labels say; shuffling destroys that and finds
groups where there is only drift. A rotation keeps both sequences as they are and moves one against
the other. It takes the sequence for a ring that looks alike everywhere, seam included.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np

from monosashi.statistics.arrangements import IntArray, count_units, twin_groups
from monosashi.statistics.generators import as_generator
from monosashi.statistics.permutation import ENUMERATE, HELD, Arrangements


@dataclass(frozen=True, eq=False)
class CyclicShifts(Arrangements):
    """Arrangements that are rotations.

    Attributes
    ----------
    lines : tuple of (m_b,) whole numbers
        Units of each block in their order.
    periods : tuple of int
        The smallest rotation of each block that gives its own labels again.
    """

    lines: tuple[IntArray, ...]
    periods: tuple[int, ...]

    def labels(self, shifts: IntArray) -> IntArray:
        """(P, m) labels after rotating every block by its shift, for (P, blocks) shifts."""
        found = np.empty((len(shifts), len(self.codes)), dtype=np.int32)
        for line, by in zip(self.lines, shifts.T, strict=True):
            place = (np.arange(len(line)) - by[:, None]) % len(line)
            found[:, line] = self.codes[line][place]
        return found

    @cached_property
    def _listed(self) -> IntArray:
        return _distinct(self)

    def _shuffled(self, size: int, generator: np.random.Generator) -> IntArray:
        lengths = np.array([len(line) for line in self.lines])
        return _by_group(self.labels(generator.integers(lengths, size=(size, len(lengths)))))


def plan_rotations(
    codes: IntArray,
    order: IntArray,
    strata: IntArray | None = None,
    *,
    permutations: int = 9999,
    rng: int | np.random.Generator | None = None,
    scheme: str = "cyclic",
) -> CyclicShifts:
    """All rotations when few are distinct, else ``permutations`` random ones.

    A block of m units has at most m rotations, several blocks the product of theirs: that is the
    N of the smallest reachable p, 1/N. Rotations that give the same partition count once.

    Parameters
    ----------
    codes : (m,) label of every unit
    order : (m,) place of every unit; no two are equal inside a block
    strata : (m,) block of every unit, optional

    Examples
    --------
    >>> plan = plan_rotations(np.array([0, 0, 0, 1, 1]), np.arange(5))
    >>> plan.total, plan.exact
    (5, True)
    """
    blocks = np.zeros(len(codes), dtype=np.int64) if strata is None else strata
    by_place = np.lexsort((order, blocks))
    lines = tuple(np.split(by_place, np.cumsum(np.bincount(blocks))[:-1]))
    periods = tuple(_period(codes[line]) for line in lines)
    entropy = int(as_generator(rng).integers(2**63))
    ways = prod(periods)
    few = ways <= max(ENUMERATE, permutations) and ways * len(codes) <= HELD
    if not few:
        return CyclicShifts(codes, blocks, permutations, False, None, entropy, scheme,
                            lines, periods)  # fmt: skip
    whole = CyclicShifts(codes, blocks, ways, True, ways, entropy, scheme, lines, periods)
    distinct = len(_distinct(whole))
    return CyclicShifts(codes, blocks, distinct, True, distinct, entropy, scheme,
                        lines, periods)  # fmt: skip


def _period(labels: IntArray) -> int:
    """The smallest rotation that gives the same labels again; it divides their number."""
    n = len(labels)
    divisors = (step for step in range(1, n + 1) if n % step == 0)
    return next(step for step in divisors if (labels == np.roll(labels, step)).all())


def _distinct(plan: CyclicShifts) -> IntArray:
    """Units listed group by group for every distinct partition, the observed one first."""
    ways = prod(plan.periods)
    shifts = np.stack(np.unravel_index(np.arange(ways), plan.periods), axis=1)
    labels = plan.labels(shifts)
    listed = _by_group(labels)
    if all(len(twins) == 1 for twins in twin_groups(count_units(plan.codes, plan.strata))):
        return listed
    starts = np.cumsum(plan.units) - plan.units
    names = np.argsort(np.argsort(listed[:, starts], axis=1), axis=1)  # in order of appearance
    first = np.unique(np.take_along_axis(names, labels, axis=1), axis=0, return_index=True)[1]
    return listed[np.sort(first)]


def _by_group(labels: IntArray) -> IntArray:
    """(P, m) units listed group by group, those of a group in rising order."""
    return np.argsort(labels, axis=1, kind="stable").astype(np.int32)
