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

BLOCK = (256, 2_048)


def search_exact(
    problem: Problem, *, n_jobs: int | None = None, block: tuple[int, int] = BLOCK
) -> Lists:
    """Solve ``problem``; ``block`` is (queries, base rows) per product and changes no byte."""
    frame = Frame.of(problem.queries, problem.base)
    # A list of k, its own row left out and one more to see a tie, never reaches past k + 2 copies.
    places = first_copies(problem.base, problem.k + 2)
    # Sorted data would let every bar start too low: visit the base in a fixed shuffled order.
    places = np.random.default_rng(0).permutation(places)
    answer = _Answer.empty(problem)
    rows = np.arange(len(problem.queries))
    for dtype in (np.float32, np.float64):
        if len(rows):
            screen = Screen.of(problem.base, places, frame, dtype)
            rows = _search(problem, screen, rows, answer, n_jobs, block)
    _measure_all(problem, np.sort(places), rows, answer, frame.scale, n_jobs)
    return answer.lists


@dataclass(frozen=True)
class _Answer:
    lists: Lists

    @classmethod
    def empty(cls, problem: Problem) -> _Answer:
        n, k = len(problem.queries), problem.k
        return cls(Lists(np.empty((n, k), np.int64), np.empty((n, k)), np.empty(n, np.bool_)))

    def put(self, rows: Rows, part: Lists) -> None:
        """Threads write disjoint rows."""
        self.lists.indices[rows] = part.indices
        self.lists.distances[rows] = part.distances
        self.lists.tied[rows] = part.tied


def _search(
    problem: Problem,
    screen: Screen,
    rows: Rows,
    answer: _Answer,
    n_jobs: int | None,
    block: tuple[int, int],
) -> Rows:
    """Answer ``rows`` from one screen; return those it cannot separate."""
    where = np.full(len(problem.base), -1)
    where[screen.places] = np.arange(len(screen.places))

    def solve(part: slice) -> Rows:
        mine = rows[part]
        excluded = problem.exclude[mine]
        hidden = np.where(excluded >= 0, where[excluded], -1)
        shortlist = _scan(screen, problem, mine, hidden, block[1])
        local, columns = shortlist.close()
        easy = np.flatnonzero(~shortlist.hard)
        if len(easy):
            base = screen.places[columns]
            distances = pair_distances(problem, mine[local], base, screen.frame.scale)
            part_lists = select(np.searchsorted(easy, local), base, distances, len(easy), problem.k)
            answer.put(mine[easy], part_lists)
        return mine[shortlist.hard]

    return np.concatenate(map_blocks(solve, row_blocks(len(rows), block[0]), n_jobs))


def _scan(screen: Screen, problem: Problem, rows: Rows, hidden: Rows, width: int) -> Shortlist:
    """Scores of ``rows`` against the whole table, block by block, through a shortlist."""
    entered, allowance = screen.enter(problem.queries[rows])
    m, k = len(screen.table), problem.k
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


def _measure_all(
    problem: Problem, places: Rows, rows: Rows, answer: _Answer, scale: float, n_jobs: int | None
) -> None:
    """Rows that no screen could separate: every distance is computed."""

    def solve(part: slice) -> None:
        for row in rows[part]:
            others = places[places != problem.exclude[row]]
            distances = pair_distances(problem, np.full(len(others), row), others, scale)
            nothing = np.zeros(len(others), np.intp)
            answer.put(np.array([row]), select(nothing, others, distances, 1, problem.k))

    map_blocks(solve, row_blocks(len(rows), 8), n_jobs)
