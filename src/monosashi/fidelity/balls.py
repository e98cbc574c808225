"""Counts at every k that is asked for, from one pass, and counted again without some points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.fidelity.counted import COVER_REACH, BallCounts
from monosashi.fidelity.cross import Cross
from monosashi.fidelity.cross_pass import MOST_PAIRS, count_balls
from monosashi.fidelity.finished import Finished
from monosashi.fidelity.plan import Plan, generated_radii, median_radius, real_radii
from monosashi.fidelity.points import Points
from monosashi.fidelity.sides import FittedSide

Weights = npt.NDArray[np.float64]
SMALL_PASS = 2_000_000_000  # multiplications that may be done again for every group left out


@dataclass(frozen=True)
class Balls:
    """Everything counted between two sides.

    Attributes
    ----------
    real : FittedSide
    generated : Points
    own : FittedSide or None
        The generated side, when balls around generated points are wanted and can be had.
    cross : Cross
    """

    plan: Plan
    real: FittedSide
    generated: Points
    own: FittedSide | None
    cross: Cross

    @classmethod
    def of(
        cls, plan: Plan, real: FittedSide, generated: Points, *, keep: int = MOST_PAIRS,
        n_jobs: int | None = None, finished: Finished | None = None,
    ) -> Balls:  # fmt: skip
        """One pass over generated pairs if they are needed, one over real-generated pairs."""
        own = None
        if plan.of_generated and generated.n > 1:
            own = FittedSide.of(generated, plan.reach, scale=real.scale, n_jobs=n_jobs,
                                finished=finished)  # fmt: skip
        radii = real_radii(plan, real)
        theirs = None if own is None else generated_radii(plan, own)
        if keep:  # the widest ball of each point, to count again with points left out
            radii = np.vstack([radii, real.near.radius(real.near.k)])
            if own is not None and theirs is not None:
                theirs = np.vstack([theirs, own.near.radius(own.near.k)])
        cross = count_balls(
            real.points, generated, real_radii=radii, generated_radii=theirs,
            nearest=plan.nearest, nearest_generated=plan.both, keep=keep, scale=real.scale,
            n_jobs=n_jobs, finished=finished,
        )  # fmt: skip
        return cls(plan, real, generated, own, cross)

    def counts(self, k: int) -> BallCounts:
        """The counts at one of the k of the plan."""
        place = self.plan.ks.index(k)
        cover = 2 * len(self.plan.ks)
        theirs = self.own is not None and self.own.points.n > k
        full = self.own is not None and self.plan.cover and self.own.points.n > COVER_REACH
        wide = self.plan.cover and self.real.points.n > COVER_REACH
        cross = self.cross
        radii = self.real.near.radius(k)
        clipped = np.minimum(radii, median_radius(radii, self.real.points.weights))
        return BallCounts(
            k=k, n=self.real.points.n, m=self.generated.n,
            real_weights=self.real.points.weights.astype(np.float64),
            generated_weights=self.generated.weights.astype(np.float64),
            in_real_balls=cross.in_real_balls[2 * place],
            in_clipped_balls=cross.in_real_balls[2 * place + 1], held=cross.held[2 * place],
            holders=self.real.near.holders(clipped).astype(np.float64),
            own_balls=cross.own_balls[place] if theirs else None,
            in_generated_balls=cross.in_generated_balls[place] if theirs else None,
            own_cover=cross.own_balls[len(self.plan.ks)] if full else None,
            held_cover=cross.held[cover] if wide else None,
        )  # fmt: skip

    def counts_without(self, k: int, reals: Weights, generated: Weights) -> BallCounts:
        """The counts if every point stood in the data as often as the weights say.

        From the pairs that were kept; nothing is measured again.
        """
        kept = self.cross.pairs
        if kept is None:
            raise ValueError("too many pairs lie inside balls: none were kept")
        near, i, j = self.real.near, kept.real, kept.generated
        radii = near.radius(k, reals.astype(np.int64))
        clipped = np.minimum(radii, median_radius(radii, reals))
        inside, narrow = kept.values <= radii[i], kept.values <= clipped[i]
        return BallCounts(
            k=k, n=float(reals.sum()), m=float(generated.sum()),
            real_weights=reals, generated_weights=generated,
            in_real_balls=_sum(j[inside], reals[i[inside]], len(generated)),
            in_clipped_balls=_sum(j[narrow], reals[i[narrow]], len(generated)),
            held=_sum(i[inside], generated[j[inside]], len(reals)),
            holders=near.holders(clipped, reals.astype(np.int64)).astype(np.float64),
            **self._balls_of_generated(k, reals, generated),
            held_cover=self._held_cover(reals, generated),
        )  # fmt: skip

    @property
    def can_leave_out(self) -> bool:
        """Whether counts without some points can be had: from pairs kept, or by a small pass."""
        numbers = self.real.points.u * self.generated.u * self.generated.rows.shape[1]
        return self.cross.pairs is not None or numbers <= SMALL_PASS

    def counts_left(self, k: int, reals: Weights, generated: Weights) -> BallCounts:
        """``counts_without``, or a new pass where too many pairs lie in balls to be kept."""
        if self.cross.pairs is not None:
            return self.counts_without(k, reals, generated)
        plan = Plan((k,), self.plan.of_generated, self.plan.cover, nearest=False)
        ours, theirs = self.real.points.standing(reals), self.generated.standing(generated)
        fitted = FittedSide.of(ours, plan.reach, scale=self.real.scale)
        return Balls.of(plan, fitted, theirs, keep=0).counts(k)

    def _balls_of_generated(
        self, k: int, reals: Weights, generated: Weights
    ) -> dict[str, Weights | None]:
        kept, own = self.cross.pairs, self.own
        if own is None or kept is None or own.points.n <= k:
            return {}
        i, j = kept.real, kept.generated
        inside = kept.values <= own.near.radius(k, generated.astype(np.int64))[j]
        found: dict[str, Weights | None] = {
            "own_balls": _sum(j[inside], reals[i[inside]], len(generated)),
            "in_generated_balls": _sum(i[inside], generated[j[inside]], len(reals)),
        }
        if self.plan.cover and own.points.n > COVER_REACH:
            wide = kept.values <= own.near.radius(COVER_REACH, generated.astype(np.int64))[j]
            found["own_cover"] = _sum(j[wide], reals[i[wide]], len(generated))
        return found

    def _held_cover(self, reals: Weights, generated: Weights) -> Weights | None:
        kept = self.cross.pairs
        if not self.plan.cover or kept is None or self.real.points.n <= COVER_REACH:
            return None
        wide = self.real.near.radius(COVER_REACH, reals.astype(np.int64))
        inside = kept.values <= wide[kept.real]
        return _sum(kept.real[inside], generated[kept.generated[inside]], len(reals))


def _sum(where: npt.NDArray[np.int64], weights: Weights, size: int) -> Weights:
    return np.bincount(where, weights=weights, minlength=size).astype(np.float64)
