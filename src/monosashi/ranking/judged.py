"""One pass over the product: every gold document of every query, and the nearest documents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.ranking.columns import Candidates, Lists
from monosashi.ranking.cosine import Directions, Float64Array, IntArray
from monosashi.ranking.judged_pass import JudgedPass, document_tiles

BLOCK_CELLS, FEWEST_ROWS, MOST_ROWS = 2_621_440, 32, 256
TILE = 262_144


@dataclass(frozen=True, eq=False)
class JudgedTask:
    """Which documents answer which query, and which it never sees.

    Attributes
    ----------
    golds : Lists
        Documents that answer a query; none may be hidden from it.
    hidden : Lists
    """

    golds: Lists
    hidden: Lists

    @property
    def n(self) -> int:
        """Number of queries."""
        return len(self.golds.starts) - 1


@dataclass(frozen=True, eq=False)
class Judged:
    """Where the golds stand, pair by pair in the order of ``task.golds``.

    Attributes
    ----------
    score : (pairs,) float64
        Cosine of the query with its gold document (the best chunk).
    above, ties : (pairs,) int
        Documents that are no gold with a higher cosine, and within 1e-9 of it.
    top : (n, k) int and top_score : (n, k) float64
        The nearest documents, golds included, best first; -1 and NaN where there are fewer.
    nearest : (n,) int and nearest_score : (n,) float64
        The nearest document that is no gold; -1 and NaN where there is none.
    """

    score: Float64Array
    above: IntArray
    ties: IntArray
    top: IntArray
    top_score: Float64Array
    nearest: IntArray
    nearest_score: Float64Array

    @classmethod
    def blank(cls, task: JudgedTask, k: int) -> Judged:
        """Room for the answers."""
        pairs, n = len(task.golds.documents), task.n
        return cls(
            score=np.full(pairs, np.nan),
            above=np.zeros(pairs, dtype=np.intp),
            ties=np.zeros(pairs, dtype=np.intp),
            top=np.full((n, k), -1, dtype=np.intp),
            top_score=np.full((n, k), np.nan),
            nearest=np.full(n, -1, dtype=np.intp),
            nearest_score=np.full(n, np.nan),
        )


def rank_judged(
    queries: Directions,
    candidates: Candidates,
    task: JudgedTask,
    *,
    k: int = 10,
    block: int | None = None,
    tile: int | None = None,
    n_jobs: int | None = None,
) -> Judged:
    """Rank any number of gold documents a query by cosine, with the k nearest documents.

    Scores are computed in float32; what lies within the rounding bound of a gold score, or of the
    end of a list, is decided in float64 by a fixed-order sum. So neither ``block``, ``tile`` nor
    the number of threads changes anything.

    Parameters
    ----------
    queries : Directions of n rows
    candidates : Candidates, one pool
    task : JudgedTask
    k : int
        Length of the lists, at least 1.
    block, tile : int, optional
        Query rows and candidate rows at a time; they bound the memory of a thread.
    n_jobs : int, optional
        Threads; default every core.
    """
    found = Judged.blank(task, k)
    tiles = document_tiles(candidates, tile or TILE)
    widest = max(rows.stop - rows.start for _, rows in tiles)
    size = block or max(FEWEST_ROWS, min(MOST_ROWS, BLOCK_CELLS // widest))
    work = JudgedPass(queries, candidates, task, found, tiles)
    map_blocks(work, row_blocks(task.n, size), n_jobs)
    return found
