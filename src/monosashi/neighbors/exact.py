"""The exact engine: screen by matrix product, decide in float64.

Every pair whose score lies within its rounding error of the k-th is kept, and only their distances
are computed, one fixed sum a pair. Hence the same bytes for any block size and any number of
workers. Rows that float32 cannot separate are screened again in float64, and what even float64
cannot separate is measured against the whole base.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings.arrays import FloatArray
from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.neighbors.duplicates import first_copies
from monosashi.neighbors.problem import Distances, Lists, Problem, Rows
from monosashi.neighbors.screen import Frame, Screen
from monosashi.neighbors.selection import pair_distances, select
from monosashi.neighbors.shortlist import Shortlist
from monosashi.neighbors.weighted import WeightedScreen

BLOCK = (256, 2_048)


def search_exact(
    problem: Problem, *, n_jobs: int | None = None, block: tuple[int, int] = BLOCK
) -> Lists:
    """Solve ``problem``; ``block`` is (queries, base rows) per product and changes no byte."""
    # A list of k, its own row left out and one more to see a tie, never reaches past k + 2 copies.
    places = first_copies(problem.base, problem.k + 2, [problem.weights, problem.offsets])
    frame = Frame.of(problem.queries, problem.base)
    search = Search.of(problem, places, frame, n_jobs, block)
    rows = np.arange(len(problem.queries))
    return search.finish(search.screen(rows, np.float32) if len(rows) else rows)


@dataclass(frozen=True)
class Search:
    """One search; ``answer`` is filled row by row, threads write disjoint rows."""

    problem: Problem
    places: Rows
    frame: Frame
    answer: Lists
    n_jobs: int | None
    block: tuple[int, int]

    @classmethod
    def of(
        cls, problem: Problem, places: Rows, frame: Frame, n_jobs: int | None,
        block: tuple[int, int],
    ) -> Search:  # fmt: skip
        """Nothing is answered yet."""
        n, k = len(problem.queries), problem.k
        answer = Lists(np.empty((n, k), np.int64), np.empty((n, k)), np.empty(n, np.bool_))
        return cls(problem, places, frame, answer, n_jobs, block)

    def finish(self, rows: Rows) -> Lists:
        """Answer the rows that float32 could not separate."""
        if len(rows):
            rows = self.screen(rows, np.float64)
        self.measure_all(rows)
        return self.answer

    def screen(self, rows: Rows, dtype: type[np.floating]) -> Rows:
        """Answer ``rows`` with scores in one precision; return those it cannot separate."""
        order = shuffled(self.places)
        screen = (
            Screen.of(self.problem.base, order, self.frame, dtype)
            if self.problem.is_plain
            else WeightedScreen.of_problem(self.problem, order, self.frame, dtype)
        )
        hidden = self.hidden(order)

        def solve(part: slice) -> Rows:
            mine = rows[part]
            return self.decide(mine, self._scan(screen, mine, hidden[mine]), order)

        hard = map_blocks(solve, row_blocks(len(rows), self.block[0]), self.n_jobs)
        return np.concatenate(hard)

    def hidden(self, order: Rows) -> Rows:
        """Where in ``order`` the row stands that each query must not list, or -1."""
        position = np.full(len(self.problem.base), -1)
        position[order] = np.arange(len(order))
        return np.where(self.problem.exclude >= 0, position[self.problem.exclude], -1)

    def shortlist(self, screen: Screen, allowance: Distances) -> Shortlist:
        """An empty one for queries with these allowances."""
        limit = max(4 * self.problem.k + 64, len(screen.table) // 64)
        dtype = screen.table.dtype
        return Shortlist(allowance, screen.slack, self.problem.k, limit, dtype)

    def _scan(self, screen: Screen, rows: Rows, hidden: Rows) -> Shortlist:
        """Scores of ``rows`` against the whole table, block by block, through a shortlist."""
        entered, allowance = screen.enter(self.problem.queries[rows])
        shortlist = self.shortlist(screen, allowance)
        for start, scores in tiles(entered, screen.table, hidden, self.block[1]):
            shortlist.offer(scores, start)
        return shortlist

    def decide(self, rows: Rows, shortlist: Shortlist, order: Rows) -> Rows:
        """Distances of the pairs left, and the k nearest among them; return the hard rows."""
        local, columns = shortlist.close()
        easy = np.flatnonzero(~shortlist.hard)
        if len(easy):
            base = order[columns]
            distances = pair_distances(self.problem, rows[local], base, self.frame.scale)
            place = np.searchsorted(easy, local)
            self._put(rows[easy], select(place, base, distances, len(easy), self.problem.k))
        return rows[shortlist.hard]

    def measure_all(self, rows: Rows) -> None:
        """Rows that no screen could separate: every distance is computed."""

        def solve(part: slice) -> None:
            for row in rows[part]:
                others = self.places[self.places != self.problem.exclude[row]]
                itself = np.full(len(others), row)
                distances = pair_distances(self.problem, itself, others, self.frame.scale)
                first = np.zeros(len(others), np.intp)
                self._put(np.array([row]), select(first, others, distances, 1, self.problem.k))

        map_blocks(solve, row_blocks(len(rows), 8), self.n_jobs)

    def _put(self, rows: Rows, part: Lists) -> None:
        self.answer.indices[rows] = part.indices
        self.answer.distances[rows] = part.distances
        self.answer.tied[rows] = part.tied


def shuffled(places: Rows) -> Rows:
    """Sorted data would let every bar start too low: visit the base in a fixed shuffled order."""
    return np.random.default_rng(0).permutation(places)


def tiles(
    entered: FloatArray, table: FloatArray, hidden: Rows, width: int
) -> Iterator[tuple[int, FloatArray]]:
    """Scores against ``width`` columns of a table at a time, in one room; hidden ones are -inf."""
    rows, m = len(entered), len(table)
    room = np.empty(rows * min(width, m), table.dtype)
    for columns in row_blocks(m, width):
        part = table[columns]
        scores = room[: rows * len(part)].reshape(rows, len(part))
        np.matmul(entered, part.T, out=scores)
        inside = np.flatnonzero((hidden >= columns.start) & (hidden < columns.stop))
        scores[inside, hidden[inside] - columns.start] = -np.inf
        yield columns.start, scores
