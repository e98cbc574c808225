"""Counts without each group of either side, where too many pairs lie in balls to be kept.

Nothing is counted forty times over: radii without a group are families of one pass, in which points
that are left out hold nobody; and what depends on a group by its sum alone is counted group by
group, which is one pass in all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from monosashi.fidelity.balls import Balls
from monosashi.fidelity.counted import COVER_REACH, BallCounts
from monosashi.fidelity.cross import Cross
from monosashi.fidelity.cross_pass import count_balls
from monosashi.fidelity.plan import median_radius
from monosashi.fidelity.points import Floats, Points
from monosashi.fidelity.sides import FittedSide
from monosashi.neighbors.blocks import row_blocks
from monosashi.neighbors.problem import Rows

AT_ONCE = 5  # groups whose radii are families of one pass: memory grows with them
MOST = 400_000_000  # pairs of both sides up to which that takes minutes at most
NOBODY = -1.0  # a radius that holds not even a copy


@dataclass(frozen=True)
class Crowded:
    """What was counted at one k, and the group of every real and every generated point."""

    balls: Balls
    k: int
    real_groups: Rows
    generated_groups: Rows
    n_jobs: int | None = None

    @staticmethod
    def possible(balls: Balls) -> bool:
        """Whether no point stands more than once, and pairs are not too many."""
        real, generated = balls.real.points, balls.generated
        alone = real.u == real.n and generated.u == generated.n
        return alone and real.u * generated.u <= MOST

    def counts(self) -> list[BallCounts]:
        """Without each group of reals, then without each of generated points."""
        whole = self.balls.counts(self.k)
        return [*self._without_reals(whole), *self._without_generated(whole)]

    def _without_reals(self, whole: BallCounts) -> Iterator[BallCounts]:
        """Their balls change, and so does who is in them; balls of generated points lose reals."""
        lost = self._by_group(self.real_groups) if self.own is not None else {}
        real, wide = self.balls.real, whole.held_cover is not None
        for g, radii, cross, place in self._passes(self.real_groups, real, wide=wide, cut=True):
            kept = _standing(self.real_groups, g)
            yield replace(
                whole, n=float(kept.sum()), real_weights=kept.astype(np.float64),
                in_real_balls=cross.in_real_balls[place],
                in_clipped_balls=cross.in_real_balls[place + 1], held=cross.held[place],
                holders=real.near.holders(np.maximum(radii[1], 0), kept).astype(np.float64),
                own_balls=_less(whole.own_balls, lost, (g, 0)),
                own_cover=_less(whole.own_cover, lost, (g, 1)),
                held_cover=cross.held[place + 2] if wide else None,
            )  # fmt: skip

    def _without_generated(self, whole: BallCounts) -> Iterator[BallCounts]:
        """Balls of reals lose them; their own balls change, and so does who is in them."""
        lost = self._by_group(self.generated_groups)
        found = {g: self._left(whole, g, lost) for g in range(_count(self.generated_groups))}
        if self.own is not None:
            wide = whole.own_cover is not None
            for g, _, cross, place in self._passes(self.generated_groups, self.own, wide=wide):
                found[g] = replace(
                    found[g], own_balls=cross.own_balls[place],
                    in_generated_balls=cross.in_generated_balls[place],
                    own_cover=cross.own_balls[place + 1] if wide else None,
                )  # fmt: skip
        yield from found.values()

    @property
    def own(self) -> FittedSide | None:
        """The generated side where balls around it were counted at this k."""
        own = self.balls.own
        return own if own is not None and own.points.n > self.k else None

    def _left(self, whole: BallCounts, g: int, lost: dict[tuple[int, int], Floats]) -> BallCounts:
        kept = _standing(self.generated_groups, g)
        return replace(
            whole, m=float(kept.sum()), generated_weights=kept.astype(np.float64),
            held=whole.held - lost[g, 0], held_cover=_less(whole.held_cover, lost, (g, 1)),
        )  # fmt: skip

    def _passes(
        self, groups: Rows, side: FittedSide, *, wide: bool, cut: bool = False
    ) -> Iterator[tuple[int, Floats, Cross, int]]:
        """Each group with its radii, the pass they are families of, and where they stand there."""
        for part in row_blocks(_count(groups), AT_ONCE):
            held = {g: self._radii(_standing(groups, g), side, wide=wide, cut=cut)
                    for g in range(part.start, part.stop)}  # fmt: skip
            cross = self._pass(np.vstack(list(held.values())), real=side is self.balls.real)
            for place, (g, radii) in enumerate(held.items()):
                yield g, radii, cross, place * len(radii)

    def _radii(self, kept: Rows, side: FittedSide, *, wide: bool, cut: bool) -> Floats:
        radii = side.near.radius(self.k, kept)
        families = [radii]
        if cut:
            families.append(np.minimum(radii, median_radius(radii, kept)))
        if wide:
            families.append(side.near.radius(COVER_REACH, kept))
        return np.where(kept > 0, np.stack(families), NOBODY)

    def _pass(
        self, radii: Floats, *, real: bool, ours: Points | None = None,
        theirs: Points | None = None,
    ) -> Cross:  # fmt: skip
        """One pass with balls around one side."""
        ours, theirs = ours or self.balls.real.points, theirs or self.balls.generated
        return count_balls(
            ours, theirs, real_radii=radii if real else np.empty((0, ours.u)),
            generated_radii=None if real else radii, keep=0, scale=self.balls.real.scale,
            n_jobs=self.n_jobs,
        )  # fmt: skip

    def _by_group(self, groups: Rows) -> dict[tuple[int, int], Floats]:
        """What each group adds to the balls of the other side, and to those of covers."""
        of_reals = groups is self.generated_groups
        side = self.balls.real if of_reals else self.own
        if side is None:
            return {}
        families = [side.near.radius(self.k)]
        if self.balls.plan.cover and side.points.n > COVER_REACH:
            families.append(side.near.radius(COVER_REACH))
        found: dict[tuple[int, int], Floats] = {}
        for g in range(_count(groups)):
            some = np.flatnonzero(groups == g)
            if of_reals:
                cross = self._pass(np.stack(families), real=True,
                                   theirs=self.balls.generated.take(some))  # fmt: skip
            else:
                cross = self._pass(np.stack(families), real=False,
                                   ours=self.balls.real.points.take(some))  # fmt: skip
            counts = cross.held if of_reals else cross.own_balls
            found |= {(g, place): one for place, one in enumerate(counts)}
        return found


def _count(groups: Rows) -> int:
    return int(groups.max()) + 1


def _standing(groups: Rows, g: int) -> Rows:
    """How often each point stands in the data without a group."""
    kept: Rows = (groups != g).astype(np.int64)
    return kept


def _less(
    whole: Floats | None, lost: dict[tuple[int, int], Floats], key: tuple[int, int]
) -> Floats | None:
    return None if whole is None else whole - lost[key]
