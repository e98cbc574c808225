"""Intervals of alpha-precision and beta-recall: groups left out, and everything found again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.fidelity.balls import Balls
from monosashi.fidelity.leaving_out import Groups, Spread
from monosashi.fidelity.moments import alpha_precision, beta_recall, mean_row, radial
from monosashi.fidelity.points import Floats
from monosashi.fidelity.sides import Sides
from monosashi.neighbors import Neighbors, nearest

SUPPORT = ("alpha_precision", "beta_recall")
FEWEST = 4
LISTED = 8  # nearest generated points of a real; all in one group of 20 by chance: once in 10^9
Rows = npt.NDArray[np.int64]


def support_spread(
    name: str, sides: Sides, balls: Balls, ours: Groups, theirs: Groups, *,
    n_jobs: int | None = None,
) -> Spread | None:  # fmt: skip
    """The score without each group of either side; None where too few points.

    The middle, the quantiles and the nearest points change with every group. For beta-recall each
    real is searched once among the generated points; without a group it has the first of its
    list that is left.
    """
    n, m = sides.real.n, sides.generated.n
    if min(ours.count, theirs.count) < 2 or min(n, m) < FEWEST:
        return None
    if name == "alpha_precision":
        return _alpha(sides, ours, theirs)
    return _Beta.of(sides, balls, n_jobs).spread(ours, theirs)


def _alpha(sides: Sides, ours: Groups, theirs: Groups) -> Spread:
    real, generated = sides.real_rows, sides.generated_rows

    def score(mine: npt.NDArray[np.bool_], other: npt.NDArray[np.bool_]) -> float:
        kept = real[mine]
        centre = mean_row(kept)
        return alpha_precision(radial(kept, centre), radial(generated[other], centre))

    all_ours, all_theirs = np.ones(len(real), np.bool_), np.ones(len(generated), np.bool_)
    reals = [score(ours.label != g, all_theirs) for g in range(ours.count)]
    made = [score(all_ours, theirs.label != g) for g in range(theirs.count)]
    return Spread(score(all_ours, all_theirs), np.array(reals), np.array(made))


@dataclass(frozen=True)
class _Beta:
    """Reals with their nearest generated points, and the nearest others of the reals."""

    sides: Sides
    balls: Balls
    listed: Neighbors
    n_jobs: int | None

    @classmethod
    def of(cls, sides: Sides, balls: Balls, n_jobs: int | None) -> _Beta:
        """One search."""
        listed = nearest(sides.real_rows, sides.generated_rows, k=min(LISTED, sides.generated.n),
                         n_jobs=n_jobs)  # fmt: skip
        return cls(sides, balls, listed, n_jobs)

    def spread(self, ours: Groups, theirs: Groups) -> Spread:
        """The score, and without each group."""
        reals = [self._without_reals(ours, g) for g in range(ours.count)]
        made = [self._without_generated(theirs, g) for g in range(theirs.count)]
        first = self.listed.indices[:, 0], self.listed.distances[:, 0]
        return Spread(beta_recall(first[1], self._radii(), first[0], self._around()),
                      np.array(reals), np.array(made))  # fmt: skip

    def _without_reals(self, groups: Groups, g: int) -> float:
        kept = groups.label != g
        standing = groups.without(g, self.balls.real.points).astype(np.int64)
        return beta_recall(self.listed.distances[kept, 0], self._radii(standing)[kept],
                           self.listed.indices[kept, 0], self._around())  # fmt: skip

    def _without_generated(self, groups: Groups, g: int) -> float:
        kept = np.flatnonzero(groups.label != g)
        there = groups.label[self.listed.indices] != g
        place = np.arange(len(there)), there.argmax(axis=1)
        index, values = self.listed.indices[place], self.listed.distances[place]
        if len(lost := np.flatnonzero(~there.any(axis=1))):
            again = nearest(self.sides.real_rows[lost], self.sides.generated_rows[kept], k=1,
                            n_jobs=self.n_jobs)  # fmt: skip
            index[lost], values[lost] = kept[again.indices[:, 0]], again.distances[:, 0]
        return beta_recall(values, self._radii(), index, self._around(kept))

    def _radii(self, standing: Rows | None = None) -> Floats:
        """Of every real, to the nearest other that stands in the data."""
        return self.balls.real.near.radius(1, standing)[self.balls.real.points.kind]

    def _around(self, kept: Rows | None = None) -> Floats:
        """Distances of generated points from the mean of those that are left."""
        rows = self.sides.generated_rows
        return radial(rows, mean_row(rows if kept is None else rows[kept]))
