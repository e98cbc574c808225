"""The metrics that count who lies in whose ball, from counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.fidelity.calibration import clipped_coverage, coverage_table
from monosashi.fidelity.points import Floats

Counts = npt.NDArray[np.float64]
COVER_K, COVER_C = 3, 3
"""Of precision and recall cover: points that fill a ball, and how many k its radius reaches."""
COVER_REACH = COVER_C * COVER_K - 1


@dataclass(frozen=True, kw_only=True)
class BallCounts:
    """Who holds whom at one k; by distinct point, each with its weight.

    Attributes
    ----------
    k : int
    n, m : float
        All reals, all generated points (flagged ones too).
    real_weights : (u,) array
    generated_weights : (v,) array
        Copies that count as faithful when they lie in a ball; flagged ones not.
    in_real_balls, in_clipped_balls : (v,) array
        Reals whose ball, with its own radius or cut to the median radius, holds a generated point.
    own_balls, own_cover : (v,) array or None
        Reals in the ball of a generated point, to its k-th or (C k - 1)-th nearest other.
    held, held_cover : (u,) array
        Generated points in the ball of a real.
    in_generated_balls : (u,) array or None
        Generated points whose ball holds a real.
    holders : (u,) array
        Other reals whose clipped ball holds a real.
    """

    k: int
    n: float
    m: float
    real_weights: Counts
    generated_weights: Counts
    in_real_balls: Counts
    in_clipped_balls: Counts
    held: Counts
    holders: Counts
    own_balls: Counts | None = None
    own_cover: Counts | None = None
    held_cover: Counts | None = None
    in_generated_balls: Counts | None = None

    def over_generated(self, values: npt.NDArray[Any]) -> float:
        """Mean over all generated points."""
        return float(self.generated_weights @ values / self.m)

    def over_reals(self, values: npt.NDArray[Any]) -> float:
        """Mean over all reals."""
        return float(self.real_weights @ values / self.n)

    @cached_property
    def raw_clipped_density(self) -> float:
        """Mean over generated of ``min(c / k, 1)``."""
        return self.over_generated(np.minimum(self.in_clipped_balls / self.k, 1))

    @cached_property
    def reference_density(self) -> float:
        """The same mean for the reals among themselves."""
        return self.over_reals(np.minimum(self.holders / self.k, 1))

    @cached_property
    def raw_clipped_coverage(self) -> float:
        """Mean over reals of ``min(n / k, 1)``."""
        return self.over_reals(np.minimum(self.held / self.k, 1))

    @cached_property
    def table(self) -> Floats:
        """Expected raw clipped coverage by number of good points."""
        return coverage_table(round(self.n), round(self.m), self.k)


Metric = Callable[[BallCounts], float | None]


def _precision(counts: BallCounts) -> float:
    return counts.over_generated(counts.in_real_balls > 0)


def _density(counts: BallCounts) -> float:
    return counts.over_generated(counts.in_real_balls / counts.k)


def _coverage(counts: BallCounts) -> float:
    return counts.over_reals(counts.held > 0)


def _recall(counts: BallCounts) -> float | None:
    inside = counts.in_generated_balls
    return None if inside is None else counts.over_reals(inside > 0)


def _symmetric_precision(counts: BallCounts) -> float | None:
    if counts.own_balls is None:
        return None
    return min(_precision(counts), counts.over_generated(counts.own_balls > 0))


def _symmetric_recall(counts: BallCounts) -> float | None:
    recall = _recall(counts)
    return None if recall is None else min(recall, _coverage(counts))


def _precision_cover(counts: BallCounts) -> float | None:
    full = counts.own_cover
    return None if full is None else counts.over_generated(full >= COVER_K)


def _recall_cover(counts: BallCounts) -> float | None:
    full = counts.held_cover
    return None if full is None else counts.over_reals(full >= COVER_K)


def uncapped_clipped_density(counts: BallCounts) -> float | None:
    """Generated mean over the reals' own; above 1 when generated points crowd the centre."""
    reference = counts.reference_density
    return counts.raw_clipped_density / reference if reference else None


def _clipped_density(counts: BallCounts) -> float | None:
    value = uncapped_clipped_density(counts)
    return None if value is None else min(value, 1.0)


def _clipped_coverage(counts: BallCounts) -> float:
    return clipped_coverage(counts.raw_clipped_coverage, counts.table)


def uncapped_clipped_coverage(counts: BallCounts) -> float:
    """Beyond the table's end it goes on with the slope of its last step."""
    return uncut_coverage(counts.raw_clipped_coverage, counts.table)


def uncut_coverage(raw: float, table: Floats) -> float:
    """The share of good points that fills balls so far, past all of them if need be."""
    over, step = raw - table[-1], table[-1] - table[-2]
    if over <= 0 or step <= 0:
        return clipped_coverage(raw, table)
    return float(1 + over / step / (len(table) - 1))


COUNTED: Mapping[str, Metric] = {
    "precision": _precision,
    "recall": _recall,
    "density": _density,
    "coverage": _coverage,
    "clipped_density": _clipped_density,
    "clipped_coverage": _clipped_coverage,
    "symmetric_precision": _symmetric_precision,
    "symmetric_recall": _symmetric_recall,
    "precision_cover": _precision_cover,
    "recall_cover": _recall_cover,
}
UNCAPPED: Mapping[str, Metric] = {
    "clipped_density": uncapped_clipped_density,
    "clipped_coverage": uncapped_clipped_coverage,
}
"""Metrics that are cut at 1, before the cut: their spread is measured there."""
