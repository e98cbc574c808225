"""Balls of the reals, and what the reals would score as generated points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from monosashi.fidelity.gicdm.counting import Asked, BallCounts, count_balls
from monosashi.fidelity.gicdm.filtering import Flags
from monosashi.fidelity.gicdm.looks import Floats
from monosashi.fidelity.gicdm.spheres import Balls
from monosashi.hubs.reductions import scaled_neighbours

if TYPE_CHECKING:
    from monosashi.fidelity.gicdm.gicdm import GICDM


@dataclass(frozen=True)
class Reference:
    """One kind of balls, and each real's own counts with itself left out.

    Attributes
    ----------
    balls : Balls
    own : BallCounts
        Reals in the balls of other reals.
    """

    balls: Balls
    own: BallCounts

    def clipped_density(self, k: int, counted: Flags) -> float:
        """Mean of clipped balls that hold a real, over k, at most 1; refused reals count 0."""
        return float((np.minimum(self.own.held_clipped / k, 1) * counted).mean())


@dataclass(frozen=True)
class RealSide:
    """For one k.

    Attributes
    ----------
    plain, corrected : Reference
        Distances as they are, and scaled (the same object without scaling).
    """

    k: int
    plain: Reference
    corrected: Reference

    @classmethod
    def of(cls, fitted: GICDM, k: int, *, n_jobs: int | None) -> RealSide:
        """Radii by self-search, then one scan of the reals against their balls."""
        ones, every = np.ones(fitted.n), np.ones(fitted.n, np.bool_)
        asked = [Asked(_balls(fitted, k, ones, n_jobs), ones, every)]
        if fitted.scaling is not None:
            # Uncalibrated, reals are seen with the factors they have, as the source's peer does.
            seen = fitted.own_factors if fitted.parameters.calibrate else fitted.factors
            asked.append(Asked(_balls(fitted, k, fitted.factors, n_jobs), seen, every))
        rows = fitted.ground.rows
        own = count_balls(rows, rows, asked, leave_out_own=True, n_jobs=n_jobs)
        found = [Reference(one.balls, counts) for one, counts in zip(asked, own, strict=True)]
        return cls(k, found[0], found[-1])


def _balls(fitted: GICDM, k: int, factors: Floats, n_jobs: int | None) -> Balls:
    rows = fitted.ground.rows
    found = scaled_neighbours(rows, rows, factors, k, exclude_self=True, n_jobs=n_jobs)
    return Balls.of(found.distances[:, -1] * factors, factors)
