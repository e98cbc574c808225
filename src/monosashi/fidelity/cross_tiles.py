"""The tiles of a pass over real and generated points: each pair settled by itself.

A tile is one product. What it cannot settle in float32 is asked again in float64; where most pairs
lie in balls, those that are sure are counted by whole tiles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.fidelity.cross_parts import (
    Found,
    Part,
    Sure,
    hide_itself,
    nobody,
    settled_pairs,
)
from monosashi.fidelity.cross_question import Question
from monosashi.fidelity.cross_settling import settle
from monosashi.fidelity.finished import Finished, name_of
from monosashi.fidelity.placing import Placed, lowered
from monosashi.fidelity.points import Floats
from monosashi.neighbors.blocks import row_blocks

HITS = 1 << 18  # pairs looked at in one go
DENSE = 0.05  # share of a tile from which it is counted as a whole
SMALL = 2_000_000  # pairs in all up to which every one in a ball may be kept
DOUBTS = 4_096  # pairs of a tile that float32 leaves open before float64 is asked


@dataclass(frozen=True)
class CrossTiles:
    """What is asked, and both sides in float32.

    Attributes
    ----------
    asked : Question
    width : int
        Generated points of a tile.
    sides : pair of Placed
    """

    asked: Question
    width: int
    sides: tuple[Placed, Placed]

    @classmethod
    def of(cls, asked: Question, width: int, n_jobs: int | None) -> CrossTiles:
        """Tables of both sides in float32, once."""
        left = Placed.left(asked.real, asked.frame, np.float32, n_jobs)
        right = Placed.right(asked.generated, asked.frame, np.float32, n_jobs)
        return cls(asked, width, (left, right))

    def block(self, rows: slice) -> Part:
        """All of one block of reals."""
        part = self._empty(rows)
        best = np.full(rows.stop - rows.start, -np.inf), np.full(self.asked.generated.u, -np.inf)
        for columns in row_blocks(self.asked.generated.u, self.width):
            self._tile(part, columns, best)
        return part

    def kept_blocks(self, finished: Finished) -> Callable[[slice], Part]:
        """``block``, each kept in a file of its own when it is done."""
        name = name_of("pairs", *self.asked.all_of_it, self.width)

        def solve(rows: slice) -> Part:
            return finished.part(f"{name}-{rows.start}-{rows.stop}", lambda: self.block(rows),
                                 Part.arrays, lambda held: Part.back(rows, held))  # fmt: skip

        return solve

    def _empty(self, rows: slice) -> Part:
        n, v = rows.stop - rows.start, self.asked.generated.u
        f, g = len(self.asked.real_radii), len(self.asked.generated_radii)
        return Part(rows, np.zeros((f, n)), np.zeros((f, v)), np.zeros((g, v)), np.zeros((g, n)),
                     nobody(n), nobody(v), [] if self.asked.keep else None,
                     np.empty(n * min(self.width, v), np.float32))  # fmt: skip

    def _tile(
        self, part: Part, columns: slice, best: tuple[Floats, Floats], *, wide: bool = False
    ) -> None:  # fmt: skip
        """One product; asked again in float64 where float32 leaves too much open."""
        left, right = self._wide(part.rows, columns) if wide else self._narrow(part.rows, columns)
        scores = part.product(left, right)
        if self.asked.itself:
            hide_itself(scores, part.rows, columns)
        bars = self.asked.bars(scores, (left, right), part.rows, columns, best)
        mask = scores >= lowered(bars[0], scores.dtype)[:, None]
        mask |= scores >= lowered(bars[1], scores.dtype)[None, :]
        sure = None
        if self._is_dense(part, mask):
            part.kept = None
            sure = self.asked.sure_limits(left, right, part.rows, columns, scores.dtype)
            mask = self._count_sure(part, scores, columns, sure, best)
        flat = np.flatnonzero(mask)
        for k, hits in enumerate(row_blocks(len(flat), HITS)):
            i, j = np.divmod(flat[hits], mask.shape[1])
            score = scores[i, j]
            found = Found(
                i, j + columns.start, part.rows.start, score.astype(np.float64),
                score - left.slack(i, right, j), settled_pairs(score, i, j, sure),
            )  # fmt: skip
            if not wide and not k and sure is None and self.asked.unsettled(found).sum() > DOUBTS:
                self._tile(part, columns, best, wide=True)
                return
            settle(self.asked, part, found)

    def _is_dense(self, part: Part, mask: npt.NDArray[np.bool_]) -> bool:
        """Whether pairs are too many to be looked at one by one."""
        hits = int(np.count_nonzero(mask))
        few = part.kept is not None and self.asked.real.u * self.asked.generated.u <= SMALL
        return hits > DENSE * mask.size and not few

    def _count_sure(
        self, part: Part, scores: FloatArray, columns: slice, sure: Sure,
        best: tuple[Floats, Floats],
    ) -> npt.NDArray[np.bool_]:  # fmt: skip
        """Count what is sure by whole tiles; returns the pairs that are not."""
        ours = self.asked.real.weights[part.rows].astype(np.float32)
        theirs = self.asked.generated.weights[columns].astype(np.float32)
        weights = self.asked.weights[columns]
        maybe = np.zeros(scores.shape, np.bool_)
        for f, limit in enumerate(sure.by_row):
            inside = scores >= limit[:, None]
            part.held[f] += inside @ weights
            part.in_real[f, columns] += ours @ inside
            bar = lowered(self.asked.row_limits[f, part.rows], scores.dtype)
            maybe |= (scores >= bar[:, None]) & ~inside
        for g, limit in enumerate(sure.by_column):
            inside = scores >= limit[None, :]
            part.own[g, columns] += ours @ inside
            part.in_generated[g] += inside @ theirs
            bar = lowered(self.asked.column_limits[g, columns], scores.dtype)
            maybe |= (scores >= bar[None, :]) & ~inside
        if self.asked.nearest:
            if self.asked.both:
                maybe |= scores >= lowered(best[0], scores.dtype)[:, None]
            maybe |= scores >= lowered(best[1][columns], scores.dtype)[None, :]
        return maybe

    def _narrow(self, rows: slice, columns: slice) -> tuple[Placed, Placed]:
        return self.sides[0].take(rows), self.sides[1].take(columns)

    def _wide(self, rows: slice, columns: slice) -> tuple[Placed, Placed]:
        asked = self.asked
        return (Placed.left(asked.real.take(rows), asked.frame, np.float64),
                Placed.right(asked.generated.take(columns), asked.frame, np.float64))  # fmt: skip
