"""Permutation tests: who may exchange labels with whom, and what the counts say.

A *unit* is what carries one label: an object, or a whole block of objects that share it. Labels
move only between units of one stratum, which covers the free scheme (one stratum), permutation
within blocks (a stratum a block) and permutation of whole units (strata of units of equal size).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.results import PermutationTest
from monosashi.statistics.arrangements import (
    IntArray,
    count_units,
    count_up_to,
    every_arrangement,
)
from monosashi.statistics.generators import as_generator
from monosashi.statistics.proportions import wilson

TIE = 1e-10
ENUMERATE = 20_000
HELD = 20_000_000


@dataclass(frozen=True, eq=False)
class Arrangements:
    """The arrangements a test looks at: all of them, or ``total`` drawn at random.

    Attributes
    ----------
    codes, strata : (m,) whole numbers from 0
        Label and stratum of every unit.
    total : int
    exact : bool
        Whether these are all distinct arrangements (the observed one among them).
    distinct : int or None
        Number of distinct arrangements; None when there are too many to matter.
    entropy : int
        Start of the random numbers; every chunk has its own, so no thread count matters.
    scheme : str
    """

    codes: IntArray
    strata: IntArray
    total: int
    exact: bool
    distinct: int | None
    entropy: int
    scheme: str

    @cached_property
    def units(self) -> IntArray:
        """Number of units of each group."""
        return np.bincount(self.codes)

    @cached_property
    def observed(self) -> IntArray:
        """(1, m) units listed group by group, as they really are."""
        return np.argsort(self.codes, kind="stable")[None].astype(np.int32)

    @cached_property
    def _listed(self) -> IntArray:
        labels = every_arrangement(self.codes, self.strata)
        return np.argsort(labels, axis=1, kind="stable").astype(np.int32)

    def members(self, part: slice) -> IntArray:
        """(P, m) units listed group by group, for the arrangements ``part`` of ``range(total)``.

        Random parts must be asked for with the same cuts to be the same.
        """
        if self.exact:
            return self._listed[part]
        generator = np.random.default_rng([self.entropy, part.start])
        return self._shuffled(part.stop - part.start, generator)

    def _shuffled(self, size: int, generator: np.random.Generator) -> IntArray:
        # numpy shuffles numbers of 8 bytes in half the time it takes for 4
        place = np.tile(np.arange(len(self.codes), dtype=np.int64), (size, 1))
        for units in self._strata_units:
            if len(units) == place.shape[1]:
                generator.permuted(place, axis=1, out=place)
            else:
                place[:, units] = generator.permuted(place[:, units], axis=1)
        shuffled: IntArray = np.take(place, self.observed[0], axis=1).astype(np.int32)
        return shuffled

    @cached_property
    def _strata_units(self) -> list[IntArray]:
        order = np.argsort(self.strata, kind="stable")
        parts = np.split(order, np.cumsum(np.bincount(self.strata))[:-1])
        return [units for units in parts if len(np.unique(self.codes[units])) > 1]


def plan_arrangements(
    codes: IntArray,
    strata: IntArray | None = None,
    *,
    permutations: int = 9999,
    rng: int | np.random.Generator | None = None,
    scheme: str = "free",
) -> Arrangements:
    """All arrangements when few are distinct, else ``permutations`` random ones.

    "Few" is at most max(20,000, permutations), as long as their table stays below 80 MB.
    """
    strata = np.zeros(len(codes), dtype=np.int64) if strata is None else strata
    distinct = count_up_to(count_units(codes, strata), max(ENUMERATE, permutations))
    exact = distinct is not None and distinct * len(codes) <= HELD
    entropy = int(as_generator(rng).integers(2**63))
    total = distinct if exact and distinct is not None else permutations
    return Arrangements(codes, strata, total, exact, distinct, entropy, scheme)


def reaches(values: npt.NDArray[Any], observed: float) -> int:
    """How many values are at least the observed one; a relative 1e-10 counts as a tie."""
    return int((values >= observed - TIE * abs(observed)).sum())


def conclude(
    arrangements: Arrangements, values: npt.NDArray[Any], observed: float, shown: float | None
) -> PermutationTest:
    """Count the values that reach the observed one and give p.

    Random: p = (b + 1) / (B + 1). Complete: p = b / N, the observed arrangement being one of the
    N; where the observed value is not among the values (residuals permuted), it counts as one.
    ``shown`` is the statistic to report.
    """
    hits, total = reaches(values, observed), arrangements.total
    if arrangements.exact:
        p, smallest = max(hits, 1) / total, 1 / total
    else:
        smallest = 1 / min(total + 1, arrangements.distinct or total + 1)
        p = max((hits + 1) / (total + 1), smallest)
    return PermutationTest(statistic=shown, p_value=p, exceedances=hits, permutations=total,
                           smallest_p=smallest, exact=arrangements.exact,
                           scheme=arrangements.scheme)  # fmt: skip


def chance_interval(test: PermutationTest) -> tuple[float, float]:
    """Where p would lie with endless permutations (Wilson's 95 % interval); p itself if exact.

    From the share of random arrangements that reached the observed one, so its low end is 0 when
    none did: the p that is shown is then an upper bound made by the number of permutations.
    """
    if test.exact:
        return test.p_value, test.p_value
    return wilson(test.exceedances, test.permutations)
