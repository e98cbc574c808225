"""The nearest others of fitted rows under final factors, from the lists of the fit."""

from __future__ import annotations

import numpy as np

from monosashi.hubs.reductions.candidates import Floats, Step
from monosashi.neighbors import Rows, map_blocks, select
from monosashi.neighbors.blocks import blocks_within
from monosashi.neighbors.problem import Lists

BLOCK = 512


class OwnNeighbours:
    """The k nearest others, scaled, as a full search gives them, bit by bit.

    All that lie at most the k-th smallest scaled distance away are gathered, ties with it too:
    from the lists, and among rows of small factors that lists do not hold.
    """

    def __init__(self, step: Step) -> None:
        self.step = step
        reached = step.best()[:, -1]
        self.bars = np.nextafter(reached, np.inf)
        self.needed = step.columns_for(self.bars)
        most = int(self.needed.max(initial=0))
        self.few = step.few(most) if most else None

    def of(self, part: slice) -> tuple[Rows, Floats]:
        """``(m, k)`` rows and scaled distances, nearest first; equal ones by their row."""
        blocks = blocks_within(part, BLOCK)
        found = map_blocks(self._solve, blocks, self.step.held.n_jobs)
        return (np.concatenate([one.indices for one in found]),
                np.concatenate([one.distances for one in found]))  # fmt: skip

    def _solve(self, part: slice) -> Lists:
        rows = np.arange(part.start, part.stop)
        found = [*self._listed(rows), *self._unlisted(rows)]
        local, columns, values = (np.concatenate(side) for side in zip(*found, strict=True))
        inside = values < self.bars[rows[local]]
        return select(local[inside], columns[inside], values[inside], len(rows), self.step.k)

    def _listed(self, rows: Rows) -> list[tuple[Rows, Rows, Floats]]:
        listed, factors, bars = self.step.held.listed, self.step.factors, self.bars[rows, None]
        near = listed.indices[rows, : listed.exact]
        values = listed.distances[rows] * factors[near]
        local, place = np.nonzero(values < bars)
        exact = local, near[local, place].astype(np.int64), values[local, place]
        rest = listed.indices[rows, listed.exact : self.step.length]
        local, place = np.nonzero(listed.low[rows, : rest.shape[1]] * factors[rest] < bars)
        columns = rest[local, place].astype(np.int64)
        measured = listed.measure(self.step.held.rows, rows[local], place)
        return [exact, (local, columns, measured * factors[columns])]

    def _unlisted(self, rows: Rows) -> list[tuple[Rows, Rows, Floats]]:
        asked = np.flatnonzero(self.needed[rows])
        if self.few is None or not len(asked):
            return []
        mine = rows[asked]
        count = int(self.needed[mine].max())
        local, columns, values = self.step.unlisted(self.few, mine, self.bars[mine], count)
        return [(asked[local], columns, values)]
