"""The nearest others of fitted rows under final factors, from the lists of the fit."""

from __future__ import annotations

import numpy as np

from monosashi.hubs.reductions.candidates import Floats, Step
from monosashi.neighbors import Rows, map_blocks, select
from monosashi.neighbors.blocks import blocks_within
from monosashi.neighbors.problem import Lists

BLOCK = 256


class OwnNeighbours:
    """The k nearest others, scaled, as a full search gives them, bit by bit.

    All that lie at most the k-th smallest scaled distance away are gathered, ties with it too:
    from the lists, and among columns that lists do not hold.
    """

    def __init__(self, step: Step) -> None:
        self.step = step
        reached = step.best()[:, -1]
        self.bars = np.nextafter(reached, np.inf)
        self.needed = step.needed(self.bars)
        self.few = step.few(self.needed) if self.needed.most else None
        step.held.pairs += int(self.needed.counts.sum())

    def of(self, part: slice) -> tuple[Rows, Floats]:
        """``(m, k)`` rows and scaled distances, nearest first; equal ones by their row."""
        blocks = blocks_within(part, BLOCK)
        found = map_blocks(self._solve, blocks, self.step.held.n_jobs)
        return (np.concatenate([one.indices for one in found]),
                np.concatenate([one.distances for one in found]))  # fmt: skip

    def _solve(self, part: slice) -> Lists:
        found = [self._listed(part), *self._unlisted(np.arange(part.start, part.stop))]
        local, columns, values = (np.concatenate(side) for side in zip(*found, strict=True))
        return select(local, columns, values, part.stop - part.start, self.step.k)

    def _listed(self, part: slice) -> tuple[Rows, Rows, Floats]:
        """From the lists, where ``best`` has measured whoever may lie below the bars."""
        listed, length = self.step.held.listed, self.step.length
        columns = listed.indices[part, :length]
        values = listed.values[part, :length] * self.step.factors[columns]
        local, place = np.nonzero(values < self.bars[part, None])
        return local, columns[local, place].astype(np.int64), values[local, place]

    def _unlisted(self, rows: Rows) -> list[tuple[Rows, Rows, Floats]]:
        asked = np.flatnonzero(self.needed.counts[rows])
        if self.few is None or not len(asked):
            return []
        mine = rows[asked]
        count = int(self.needed.counts[mine].max())
        listed = self.step.listed_for(mine)
        local, columns, values = self.few.entering(mine, self.bars[mine], count, listed)
        return [(asked[local], columns, values)]
