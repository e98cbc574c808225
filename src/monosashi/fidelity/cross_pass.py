"""One pass over real and generated points: who lies in whose ball, and who is nearest.

Blocks of reals are independent of each other; each finds its own counts and adds nothing to
another. A pair is settled by its score where the limit of the rounding error allows it, and by its
float64 value where not, so counts depend on nothing but the pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.fidelity.cross import Closest, Counts, Cross, Pairs
from monosashi.fidelity.cross_parts import (
    Found,
    Part,
    Positions,
    Sure,
    hide_itself,
    inside_ball,
    nobody,
    settled_pairs,
    take_nearer,
    weigh,
)
from monosashi.fidelity.placing import Placed, limits, lowered, raised
from monosashi.fidelity.points import Floats, Points, dissimilarities
from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.neighbors.problem import Rows
from monosashi.neighbors.screen import Frame

TILE = (1_024, 2_048)
HITS = 1 << 18  # pairs looked at in one go
MOST_PAIRS = 20_000_000
FEW_PAIRS, UNEVEN = 1_000_000, 4  # a block may keep this many, or four times its share
DENSE = 0.05  # share of a tile from which it is counted as a whole
SMALL = 2_000_000  # pairs in all up to which every one in a ball may be kept
DOUBTS = 4_096  # pairs of a tile that float32 leaves open before float64 is asked


def count_balls(
    real: Points,
    generated: Points,
    *,
    real_radii: Floats,
    generated_radii: Floats | None = None,
    weights: Rows | Floats | None = None,
    nearest: bool = False,
    nearest_generated: bool = False,
    itself: bool = False,
    keep: int = MOST_PAIRS,
    scale: float | None = None,
    n_jobs: int | None = None,
    tile: tuple[int, int] = TILE,
) -> Cross:
    """Count who lies in whose ball, ``<=`` everywhere.

    Parameters
    ----------
    real, generated : Points
    real_radii : (F, u) array
        Families of radii of the distinct reals, in the dissimilarity of the points.
    generated_radii : (G, v) array, optional
    weights : (v,) array, optional
        What a generated point counts in ``held``; by default its copies.
    nearest : bool
        Find the nearest real of every generated point.
    nearest_generated : bool
        Find the nearest generated point of every real, too.
    itself : bool
        Both sides are the same points (with factors of their own): no point meets itself; its
        copies are counted by their weight.
    keep : int
        Keep the pairs in the largest balls, unless there are more than this.
    scale : float, optional
        Power of two for the float64 sums; by default from the reals.
    n_jobs, tile
        Change no byte.
    """
    frame = Frame.of(generated.rows, real.rows)
    exact = Frame.of(real.rows, real.rows).scale if scale is None else scale
    none = np.empty((0, generated.u))
    work = _CrossPass(
        real, generated, frame, exact, np.atleast_2d(real_radii),
        none if generated_radii is None else np.atleast_2d(generated_radii),
        np.asarray(generated.weights if weights is None else weights, np.float64),
        nearest or nearest_generated, nearest_generated, itself, keep, tile[1],
        max(FEW_PAIRS, UNEVEN * keep * tile[0] // real.u),
    )  # fmt: skip
    parts = map_blocks(work.block, row_blocks(real.u, tile[0]), n_jobs)
    return work.whole(parts)


@dataclass(frozen=True)
class _CrossPass:
    real: Points
    generated: Points
    frame: Frame
    scale: float
    real_radii: Floats
    generated_radii: Floats
    weights: Floats
    nearest: bool
    both: bool
    itself: bool
    keep: int
    width: int
    keep_of_block: int
    sides: tuple[Placed, Placed] = field(init=False)
    row_limits: Floats = field(init=False)
    column_limits: Floats = field(init=False)

    def __post_init__(self) -> None:
        """Tables and limits in the frame, once."""
        sides = (
            Placed.left(self.real, self.frame, np.float32),
            Placed.right(self.generated, self.frame, np.float32),
        )
        object.__setattr__(self, "sides", sides)
        object.__setattr__(self, "row_limits", limits(self.real_radii, self.frame.scale))
        object.__setattr__(self, "column_limits", limits(self.generated_radii, self.frame.scale))

    def block(self, rows: slice) -> Part:
        """All of one block of reals."""
        part = self._empty(rows)
        best = np.full(rows.stop - rows.start, -np.inf), np.full(self.generated.u, -np.inf)
        for columns in row_blocks(self.generated.u, self.width):
            self._tile(part, columns, best)
        return part

    def _empty(self, rows: slice) -> Part:
        n, v = rows.stop - rows.start, self.generated.u
        f, g = len(self.real_radii), len(self.generated_radii)
        return Part(rows, np.zeros((f, n)), np.zeros((f, v)), np.zeros((g, v)), np.zeros((g, n)),
                     nobody(n), nobody(v), [] if self.keep else None,
                     np.empty(n * min(self.width, v), np.float32))  # fmt: skip

    def _tile(
        self, part: Part, columns: slice, best: tuple[Floats, Floats], *, wide: bool = False
    ) -> None:  # fmt: skip
        """One product; asked again in float64 where float32 leaves too much open."""
        left, right = self._wide(part.rows, columns) if wide else self._narrow(part.rows, columns)
        scores = part.product(left, right)
        if self.itself:
            hide_itself(scores, part.rows, columns)
        bars = self._bars(scores, (left, right), part.rows, columns, best)
        mask = scores >= lowered(bars[0], scores.dtype)[:, None]
        mask |= scores >= lowered(bars[1], scores.dtype)[None, :]
        sure = None
        if self._is_dense(part, mask):
            part.kept = None
            sure = self._sure_limits(left, right, part.rows, columns, scores.dtype)
            mask = self._count_sure(part, scores, columns, sure, best)
        flat = np.flatnonzero(mask)
        for k, hits in enumerate(row_blocks(len(flat), HITS)):
            i, j = np.divmod(flat[hits], mask.shape[1])
            score = scores[i, j]
            found = Found(
                i, j + columns.start, part.rows.start, score.astype(np.float64),
                score - left.slack(i, right, j), settled_pairs(score, i, j, sure),
            )  # fmt: skip
            if not wide and not k and sure is None and self._unsettled(found).sum() > DOUBTS:
                self._tile(part, columns, best, wide=True)
                return
            self._count(part, found)

    def _is_dense(self, part: Part, mask: npt.NDArray[np.bool_]) -> bool:
        """Whether pairs are too many to be looked at one by one."""
        hits = int(np.count_nonzero(mask))
        few = part.kept is not None and self.real.u * self.generated.u <= SMALL
        return hits > DENSE * mask.size and not few

    def _sure_limits(
        self, left: Placed, right: Placed, rows: slice, columns: slice, dtype: npt.DTypeLike
    ) -> Sure:
        """Scores from which a pair lies inside, whatever the rounding: family by family."""
        a, b, f, g = left.error, right.error, left.heavy, right.heavy
        by_row = self.row_limits[:, rows] + 2 * (a * g.max() + f * b.max())
        by_column = self.column_limits[:, columns] + 2 * (a.max() * g + f.max() * b)
        return Sure(raised(by_row, dtype), raised(by_column, dtype))

    def _count_sure(
        self, part: Part, scores: FloatArray, columns: slice, sure: Sure,
        best: tuple[Floats, Floats],
    ) -> npt.NDArray[np.bool_]:  # fmt: skip
        """Count what is sure by whole tiles; returns the pairs that are not."""
        ours = self.real.weights[part.rows].astype(np.float32)
        theirs = self.generated.weights[columns].astype(np.float32)
        weights = self.weights[columns]
        maybe = np.zeros(scores.shape, np.bool_)
        for f, limit in enumerate(sure.by_row):
            inside = scores >= limit[:, None]
            part.held[f] += inside @ weights
            part.in_real[f, columns] += ours @ inside
            bar = lowered(self.row_limits[f, part.rows], scores.dtype)
            maybe |= (scores >= bar[:, None]) & ~inside
        for g, limit in enumerate(sure.by_column):
            inside = scores >= limit[None, :]
            part.own[g, columns] += ours @ inside
            part.in_generated[g] += inside @ theirs
            bar = lowered(self.column_limits[g, columns], scores.dtype)
            maybe |= (scores >= bar[None, :]) & ~inside
        if self.nearest:
            if self.both:
                maybe |= scores >= lowered(best[0], scores.dtype)[:, None]
            maybe |= scores >= lowered(best[1][columns], scores.dtype)[None, :]
        return maybe

    def _narrow(self, rows: slice, columns: slice) -> tuple[Placed, Placed]:
        return self.sides[0].take(rows), self.sides[1].take(columns)

    def _wide(self, rows: slice, columns: slice) -> tuple[Placed, Placed]:
        return (Placed.left(self.real.take(rows), self.frame, np.float64),
                Placed.right(self.generated.take(columns), self.frame, np.float64))  # fmt: skip

    def _bars(
        self, scores: FloatArray, sides: tuple[Placed, Placed], rows: slice, columns: slice,
        best: tuple[Floats, Floats],
    ) -> tuple[Floats, Floats]:  # fmt: skip
        """The lowest score of a row, and of a column, that may still matter."""
        left, right = sides
        row_bar = self.row_limits[:, rows].min(axis=0, initial=np.inf)
        column_bar = self.column_limits[:, columns].min(axis=0, initial=np.inf)
        if not self.nearest:
            return row_bar, column_bar
        a, b, f, g = left.error, right.error, left.heavy, right.heavy
        if self.both:
            sure = scores.max(axis=1) - 2 * (a * g.max() + f * b.max())
            np.maximum(best[0], sure, out=best[0])
            row_bar = np.minimum(row_bar, best[0])
        sure = scores.max(axis=0) - 2 * (a.max() * g + f.max() * b)
        best[1][columns] = np.maximum(best[1][columns], sure)
        return row_bar, np.minimum(column_bar, best[1][columns])

    def _unsettled(self, found: Found) -> npt.NDArray[np.bool_]:
        """Pairs that the scores leave open in some family."""
        rows, j = found.rows, found.j
        doubt = np.zeros(len(j), np.bool_)
        for bars in self.row_limits:
            doubt |= (found.high >= bars[rows]) & (found.low < bars[rows])
        for bars in self.column_limits:
            doubt |= (found.high >= bars[j]) & (found.low < bars[j])
        return doubt

    def _count(self, part: Part, found: Found) -> None:
        """Settle some pairs of a block."""
        i, j, rows = found.i, found.j, found.rows
        doubt = self._doubtful(part, found)
        values = np.full(len(i), np.nan)
        values[doubt] = dissimilarities(self.real, rows[doubt], self.generated, j[doubt],
                                        self.scale)  # fmt: skip
        for f, (radii, bars) in enumerate(zip(self.real_radii, self.row_limits, strict=True)):
            inside = inside_ball(values, found.low, radii[rows], bars[rows]) & ~found.by_row(f)
            part.held[f] += weigh(i[inside], self.weights[j[inside]], part.held.shape[1])
            part.in_real[f] += weigh(j[inside], self.real.weights[rows[inside]], self.generated.u)
        families = zip(self.generated_radii, self.column_limits, strict=True)
        for g, (radii, bars) in enumerate(families):
            inside = inside_ball(values, found.low, radii[j], bars[j]) & ~found.by_column(g)
            part.own[g] += weigh(j[inside], self.real.weights[rows[inside]], self.generated.u)
            copies = self.generated.weights[j[inside]]
            part.in_generated[g] += weigh(i[inside], copies, part.in_generated.shape[1])
        known = np.flatnonzero(doubt)
        if self.both:
            part.row_best = take_nearer(part.row_best, i[known], j[known], values[known])
        if self.nearest:
            part.column_best = take_nearer(part.column_best, j[known], rows[known], values[known])
        self._keep(part, rows[known], j[known], values[known])

    def _doubtful(self, part: Part, found: Found) -> npt.NDArray[np.bool_]:
        """Pairs whose exact value is needed: all, unless there are too many to keep."""
        if part.kept is not None:
            return np.ones(len(found.i), np.bool_)
        doubt = self._unsettled(found)
        if self.nearest:
            doubt |= found.high >= self._known_best(part, found.rows, found.j)
        return doubt

    def _known_best(self, part: Part, rows: Rows, j: Positions) -> Floats:
        """The score of the nearest found so far, of either side: only nearer pairs matter."""
        worst = part.column_best.values[j]
        if self.both:
            worst = np.maximum(worst, part.row_best.values[rows - part.rows.start])
        sure: Floats = np.where(np.isfinite(worst), limits(worst, self.frame.scale) * (1 + 1e-9),
                                -np.inf)  # fmt: skip
        return sure

    def _keep(self, part: Part, rows: Rows, j: Positions, values: Floats) -> None:
        if part.kept is None:
            return
        widest = self.real_radii[:, rows].max(axis=0, initial=-1)
        inside = values <= np.maximum(widest, self.generated_radii[:, j].max(axis=0, initial=-1))
        part.kept.append((rows[inside], j[inside], values[inside]))
        part.size += int(inside.sum())
        if part.size > self.keep_of_block:
            part.kept = None

    def whole(self, parts: Sequence[Part]) -> Cross:
        """All blocks together."""
        in_real = np.sum([part.in_real for part in parts], axis=0)
        own = np.sum([part.own for part in parts], axis=0)
        held = np.concatenate([part.held for part in parts], axis=1)
        inside = np.concatenate([part.in_generated for part in parts], axis=1)
        if self.itself:
            self._own_copies(in_real, held)
        column = nobody(self.generated.u)
        for part in parts:
            column = take_nearer(column, np.arange(self.generated.u), part.column_best.index,
                             part.column_best.values)  # fmt: skip
        row = Closest(np.concatenate([part.row_best.index for part in parts]),
                      np.concatenate([part.row_best.values for part in parts]))  # fmt: skip
        return Cross(in_real, held, own, inside, column if self.nearest else None,
                     row if self.both else None, self._pairs(parts))  # fmt: skip

    def _own_copies(self, in_real: Counts, held: Counts) -> None:
        more = (self.real.weights - 1).astype(np.float64)
        in_real += more
        held += more

    def _pairs(self, parts: Sequence[Part]) -> Pairs | None:
        if any(part.kept is None for part in parts):
            return None
        if sum(part.size for part in parts) > self.keep:
            return None
        kept = [one for part in parts for one in part.kept or []]
        if not kept:
            none = np.empty(0, np.int64)
            return Pairs(none, none, np.empty(0))
        rows, columns, values = (np.concatenate(column) for column in zip(*kept, strict=True))
        order = np.lexsort((columns, rows))
        return Pairs(rows[order], columns[order], values[order])
