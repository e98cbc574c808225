"""One pass over the pairs of a set with itself; each product serves both of its sides."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np

from monosashi.fidelity.near import Near
from monosashi.fidelity.placing import Placed
from monosashi.fidelity.points import Floats, Points, dissimilarities
from monosashi.fidelity.tile_shortlist import TileShortlist
from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.neighbors.problem import Rows
from monosashi.neighbors.screen import Frame

TILE = 1_024
MEASURED = 64  # rows that no screen separates, measured at once
Found = tuple[Rows, Rows, Floats]


def nearest_others(
    points: Points,
    k: int,
    *,
    scale: float | None = None,
    n_jobs: int | None = None,
    tile: int = TILE,
) -> Near:
    """The k nearest others of every point, exactly, every tie with the k-th included.

    Half of the products: tile (I, J) is computed once and offered to the rows of I and of J. What
    is kept is decided in float64, so that the answer does not depend on tiles or threads. Rows
    that float32 cannot separate are screened again in float64, and what even that cannot separate
    is measured against everything.

    Parameters
    ----------
    points : Points
    k : int
        At least 1 and below ``points.n``.
    scale : float, optional
        Power of two for the float64 sums; by default from the rows.
    n_jobs : int, optional
    tile : int
        Rows of a block; changes no byte.
    """
    length = min(k, points.u - 1)
    if length < 1:
        none = np.empty(0, np.int64)
        return Near(points, k, none, none, np.empty(0))
    frame = Frame.of(points.rows, points.rows)
    work = _OwnPass(points, length, frame, scale or frame.scale, n_jobs, tile)
    parts, hard = work.all_rows()
    again, hard = work.some_rows(hard)
    parts += [*again, *work.measured(hard)]
    found = [np.concatenate(column) for column in zip(*parts, strict=True)]
    order = np.lexsort((found[1], found[2], found[0]))
    near = Near(points, k, *(column[order] for column in found))
    inside = near.values <= near.radius(k)[near.rows]
    return Near(points, k, near.rows[inside], near.columns[inside], near.values[inside])


@dataclass(frozen=True)
class _OwnPass:
    points: Points
    length: int
    frame: Frame
    scale: float
    n_jobs: int | None
    tile: int

    def all_rows(self) -> tuple[list[Found], Rows]:
        """Screen everything in float32; also returns the rows it cannot separate."""
        # Sorted data would let every bar start too low: tiles go by a fixed shuffled order.
        order = np.random.default_rng(0).permutation(self.points.u)
        sides = self._sides(np.float32, order)
        blocks = row_blocks(self.points.u, self.tile)
        lists = [self._shortlist(sides, block) for block in blocks]
        locks = [Lock() for _ in blocks]

        def offer(rows: slice) -> None:
            mine = blocks.index(rows)
            room = np.empty((rows.stop - rows.start) * self.tile, np.float32)
            for other in range(mine, len(blocks)):
                there = sides[1].table[blocks[other]]
                size = rows.stop - rows.start, len(there)
                scores = room[: size[0] * size[1]].reshape(size)
                np.matmul(sides[0].table[rows], there.T, out=scores)
                if other == mine:
                    np.fill_diagonal(scores, -np.inf)
                with locks[mine]:
                    lists[mine].offer(scores, blocks[other].start)
                if other != mine:
                    with locks[other]:
                        lists[other].offer_across(scores, rows.start)

        map_blocks(offer, blocks, self.n_jobs)

        def decide(rows: slice) -> Found:
            return self._decide(lists[blocks.index(rows)], order[rows], order)

        decided = map_blocks(decide, blocks, self.n_jobs)
        hard = [order[block][one.hard] for one, block in zip(lists, blocks, strict=True)]
        return decided, np.concatenate(hard)

    def some_rows(self, rows: Rows) -> tuple[list[Found], Rows]:
        """Screen ``rows`` against everything in float64."""
        if not len(rows):
            return [], rows
        order = np.random.default_rng(0).permutation(self.points.u)
        sides = self._sides(np.float64, order)
        place = np.empty(self.points.u, np.int64)
        place[order] = np.arange(self.points.u)

        def solve(part: slice) -> tuple[Found, Rows]:
            mine = rows[part]
            own = place[mine]
            one = self._shortlist(sides, own)
            for columns in row_blocks(self.points.u, self.tile):
                scores = sides[0].table[own] @ sides[1].table[columns].T
                inside = np.flatnonzero((own >= columns.start) & (own < columns.stop))
                scores[inside, own[inside] - columns.start] = -np.inf
                one.offer(scores, columns.start)
            return self._decide(one, mine, order), mine[one.hard]

        done = map_blocks(solve, row_blocks(len(rows), self.tile), self.n_jobs)
        return [found for found, _ in done], np.concatenate([hard for _, hard in done])

    def measured(self, rows: Rows) -> list[Found]:
        """Every dissimilarity of ``rows``, kept up to the last of ``length`` others."""

        def solve(part: slice) -> Found:
            kept = [self._measure(int(row)) for row in rows[part]]
            return tuple(np.concatenate(column) for column in zip(*kept, strict=True))  # type: ignore[return-value]

        return map_blocks(solve, row_blocks(len(rows), MEASURED), self.n_jobs)

    def _measure(self, row: int) -> Found:
        others = np.delete(np.arange(self.points.u), row)
        rows = np.full(len(others), row)
        values = dissimilarities(self.points, rows, self.points, others, self.scale)
        bar = np.partition(values, self.length - 1)[self.length - 1]
        inside = values <= bar
        return rows[inside], others[inside], values[inside]

    def _sides(self, dtype: Any, order: Rows) -> tuple[Placed, Placed]:
        points = self.points
        mixed = points.take(order)
        return (Placed.left(mixed, self.frame, dtype, self.n_jobs),
                Placed.right(mixed, self.frame, dtype, self.n_jobs))  # fmt: skip

    def _shortlist(self, sides: tuple[Placed, Placed], rows: slice | Rows) -> TileShortlist:
        left, right = sides
        most = float(left.heavy.max())
        limit = max(4 * self.length + 64, self.points.u // 64)
        return TileShortlist(2 * most * left.error[rows], 2 * most * right.error, self.length,
                             limit, left.table.dtype)  # fmt: skip

    def _decide(self, one: TileShortlist, rows: Rows, order: Rows) -> Found:
        """Exact values of what is left; up to the last of ``length`` others of each row."""
        local, places = one.finish()
        mine, columns = rows[local], order[places]
        values = dissimilarities(self.points, mine, self.points, columns, self.scale)
        bar = np.full(len(rows), np.inf)
        if len(local):
            ordered = np.lexsort((values, local))
            counts = np.bincount(local, minlength=len(rows))
            first = np.cumsum(counts) - counts
            there = counts >= self.length
            bar[there] = values[ordered[first[there] + self.length - 1]]
        inside = values <= bar[local]
        return mine[inside], columns[inside], values[inside]
