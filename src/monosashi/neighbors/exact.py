"""The exact engine: screen by matrix product, decide in float64.

Every pair whose score lies within its rounding error of the k-th is kept, and only their distances
are computed, one fixed sum a pair. Hence the same bytes for any block size and any number of
workers. Rows that float32 cannot separate are screened again in float64, and what even float64
cannot separate is measured against the whole base.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.neighbors.duplicates import first_copies
from monosashi.neighbors.problem import Lists, Problem, Rows
from monosashi.neighbors.screen import Frame, Screen
from monosashi.neighbors.selection import pair_distances, select
from monosashi.neighbors.shortlist import Shortlist
from monosashi.neighbors.weighted import WeightedScreen

BLOCK = (256, 2_048)


def search_exact(
    problem: Problem, *, n_jobs: int | None = None, block: tuple[int, int] = BLOCK
) -> Lists:
    """Solve ``problem``; ``block`` is (queries, base rows) per product and changes no byte."""
    n, k = len(problem.queries), problem.k
    # A list of k, its own row left out and one more to see a tie, never reaches past k + 2 copies.
    places = first_copies(problem.base, k + 2, [problem.weights, problem.offsets])
    frame = Frame.of(problem.queries, problem.base)
    answer = Lists(np.empty((n, k), np.int64), np.empty((n, k)), np.empty(n, np.bool_))
    search = _Search(problem, places, frame, answer, n_jobs, block)
    rows = np.arange(n)
    for dtype in (np.float32, np.float64):
        if len(rows):
            rows = search.screen(rows, dtype)
    search.measure_all(rows)
    return answer


@dataclass(frozen=True)
class _Search:
    """One search; ``answer`` is filled row by row, threads write disjoint rows."""

    problem: Problem
    places: Rows
    frame: Frame
    answer: Lists
    n_jobs: int | None
    block: tuple[int, int]

    def screen(self, rows: Rows, dtype: type[np.floating]) -> Rows:
        """Answer ``rows`` with scores in one precision; return those it cannot separate."""
        # Sorted data would let every bar start too low: visit the base in a fixed shuffled order.
        order = np.random.default_rng(0).permutation(self.places)
        screen = (
            Screen.of(self.problem.base, order, self.frame, dtype)
            if self.problem.is_plain
            else WeightedScreen.of_problem(self.problem, order, self.frame, dtype)
        )
        position = np.full(len(self.problem.base), -1)
        position[order] = np.arange(len(order))

        def solve(part: slice) -> Rows:
            mine = rows[part]
            excluded = self.problem.exclude[mine]
            hidden = np.where(excluded >= 0, position[excluded], -1)
            return self._decide(mine, self._scan(screen, mine, hidden), screen)

        hard = map_blocks(solve, row_blocks(len(rows), self.block[0]), self.n_jobs)
        return np.concatenate(hard)

    def _scan(self, screen: Screen, rows: Rows, hidden: Rows) -> Shortlist:
        """Scores of ``rows`` against the whole table, block by block, through a shortlist."""
        entered, allowance = screen.enter(self.problem.queries[rows])
        m, k, width = len(screen.table), self.problem.k, self.block[1]
        limit = max(4 * k + 64, m // 64)
        shortlist = Shortlist(allowance, screen.slack, k, limit, screen.table.dtype)
        room = np.empty(len(rows) * min(width, m), screen.table.dtype)
        for columns in row_blocks(m, width):
            table = screen.table[columns]
            scores = room[: len(rows) * len(table)].reshape(len(rows), len(table))
            np.matmul(entered, table.T, out=scores)
            inside = np.flatnonzero((hidden >= columns.start) & (hidden < columns.stop))
            scores[inside, hidden[inside] - columns.start] = -np.inf
            shortlist.offer(scores, columns.start)
        return shortlist

    def _decide(self, rows: Rows, shortlist: Shortlist, screen: Screen) -> Rows:
        """Distances of the pairs left, and the k nearest among them; return the hard rows."""
        local, columns = shortlist.close()
        easy = np.flatnonzero(~shortlist.hard)
        if len(easy):
            base = screen.places[columns]
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
