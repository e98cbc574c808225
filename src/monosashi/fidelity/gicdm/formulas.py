"""Measures of fidelity and coverage from counts, with the filter's share divided out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from monosashi.fidelity.calibration import Floats, coverage_table
from monosashi.fidelity.calibration import clipped_coverage as calibrated
from monosashi.fidelity.counted import uncut_coverage
from monosashi.fidelity.gicdm.counting import BallCounts
from monosashi.fidelity.gicdm.filtering import Flags
from monosashi.fidelity.gicdm.real_side import Reference
from monosashi.neighbors import Rows


@dataclass(frozen=True)
class Counted:
    """Counts of generated points, and the reals they are held against.

    Attributes
    ----------
    passed, real_passed : (m,) and (n,) bool arrays
        By the filter of fidelity.
    """

    counts: BallCounts
    reference: Reference
    k: int
    passed: Flags
    real_passed: Flags
    pass_rate_fidelity: float
    pass_rate_coverage: float
    calibrate: bool

    @property
    def expected(self) -> Flags:
        """Reals that count in a reference."""
        return self.real_passed if self.calibrate else np.ones_like(self.real_passed)

    def without(self, group: int, groups: Rows) -> Counted:
        """Without a group of generated points."""
        return replace(self, counts=self.counts.without(group, groups),
                       passed=self.passed[groups != group])  # fmt: skip


def precision(counted: Counted) -> float | None:
    """Share of generated points that pass and lie in a ball, over the reals' pass rate."""
    rate = counted.pass_rate_fidelity if counted.calibrate else 1.0
    return _over(float((counted.passed & (counted.counts.held > 0)).mean()), rate)


def density(counted: Counted) -> float | None:
    """Mean number of balls that hold a passing point, over k and the reals' pass rate.

    About 1 for equal distributions, with and without scaling.
    """
    rate = counted.pass_rate_fidelity if counted.calibrate else 1.0
    return _over(float((counted.counts.held * counted.passed).mean() / counted.k), rate)


def clipped_density(counted: Counted) -> float | None:
    """Clipped radii, each point at most 1, over what reals get that are left out one by one.

    A generated point has its factor from K + 1 reals, a real from K others: set against the reals
    as they are, equal distributions would score 1.05 to 1.10.
    """
    clipped = np.minimum(counted.counts.held_clipped / counted.k, 1)
    expected = counted.reference.clipped_density(counted.k, counted.expected)
    return _over(float((clipped * counted.passed).mean()), expected)


def coverage(counted: Counted) -> float:
    """Share of reals whose ball holds a passing point. Nothing is divided out."""
    return float((counted.counts.found > 0).mean())


def clipped_coverage(counted: Counted) -> float | None:
    """The share of good points that fills as many places in balls, over the reals' pass rate."""
    n, m = len(counted.counts.found), len(counted.passed)
    filled = float(np.minimum(counted.counts.found / counted.k, 1).mean())
    rate = counted.pass_rate_coverage if counted.calibrate else 1.0
    return _over(calibrated(filled, _table(n, m, counted.k)), rate)


DEFINED: dict[str, Callable[[Counted], float | None]] = {
    "precision": precision, "density": density, "coverage": coverage,
    "clipped_density": clipped_density, "clipped_coverage": clipped_coverage,
}  # fmt: skip
ROBUST = ("clipped_density", "clipped_coverage")


def uncut_clipped_coverage(counted: Counted) -> float | None:
    """Fuller balls than those of all good points go on with the slope of the table's last step."""
    n, m = len(counted.counts.found), len(counted.passed)
    filled = float(np.minimum(counted.counts.found / counted.k, 1).mean())
    rate = counted.pass_rate_coverage if counted.calibrate else 1.0
    return _over(uncut_coverage(filled, _table(n, m, counted.k)), rate)


UNCUT = {**DEFINED, "clipped_coverage": uncut_clipped_coverage}
"""Measures whose spread is taken before the cut at 1."""


def formula(name: str, counted: Counted) -> float | None:
    """A defined measure; None where no real passes its own filter."""
    return DEFINED[name](counted)


@lru_cache(maxsize=8)
def _table(n: int, m: int, k: int) -> Floats:
    """The same for every score at one n, m, k."""
    return coverage_table(n, m, k)


def _over(value: float, expected: float) -> float | None:
    return value / expected if expected > 0 else None
