"""One pass over the product: ranks of gold documents in all pools, and the nearest documents."""

from __future__ import annotations

from functools import partial

import numpy as np

from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.ranking.columns import Candidates
from monosashi.ranking.cosine import Directions, Float64Array, IntArray, exact_cosines
from monosashi.ranking.rounding import above_and_doubtful, count_rows
from monosashi.ranking.task import TIE, GoldRanks, RankingTask
from monosashi.ranking.top import ScoreBlock, places, rounding_margin, top_columns

BLOCK_CELLS = 2_621_440


def rank_gold(
    queries: Directions,
    candidates: Candidates,
    task: RankingTask,
    *,
    k: int = 10,
    competitor: bool = True,
    block: int | None = None,
    n_jobs: int | None = None,
) -> GoldRanks:
    """Rank every gold document by cosine among its own pool and among all pools.

    Scores are computed in float32 blocks; every competitor within the rounding bound of the gold
    score is decided again in float64 by a fixed-order sum, so neither block size nor the number
    of workers changes anything.

    Parameters
    ----------
    queries : Directions of n rows
    candidates : Candidates
    task : RankingTask
    k : int
        Length of the lists of nearest documents; 0 leaves them out.
    competitor : bool
        Whether to look for the nearest competitor in the query's own pool.
    block : int, optional
        Query rows at a time.
    n_jobs : int, optional
        Threads; default every core.
    """
    found = GoldRanks.blank(task.n, task.gold.shape[1], k)
    size = block or max(32, min(256, BLOCK_CELLS // max(1, candidates.n)))
    work = _Pass(queries, candidates, task, found)
    wanted = partial(work, competitor=competitor)
    map_blocks(wanted, row_blocks(task.n, size), n_jobs)
    return found


class _Pass:
    """What every block needs; blocks write to their own rows of ``found``."""

    def __init__(
        self, queries: Directions, candidates: Candidates, task: RankingTask, found: GoldRanks
    ) -> None:
        self.queries, self.candidates, self.task = queries, candidates, task
        self.found, self.k, self.bound = found, found.top.shape[1], queries.bound

    def __call__(self, rows: slice, *, competitor: bool) -> None:
        scores = self.scores(rows)
        scores[self.task.hidden.of(rows)] = -np.inf
        if self.k:
            self.nearest_documents(rows, scores)
        scores[self.task.equals.of(rows)] = -np.inf
        if competitor:
            self.nearest_competitor(rows, scores)
        for pool in range(self.task.gold.shape[1]):
            self.count(rows, scores, pool)

    def scores(self, rows: slice) -> ScoreBlock:
        """(block, documents) float32 cosines, a document's best row."""
        product: ScoreBlock = self.queries.single[rows] @ self.candidates.rows.single.T
        if self.candidates.chunked:
            product = np.maximum.reduceat(product, self.candidates.starts, axis=1)
        return product

    def exact(self, queries: IntArray, documents: IntArray) -> Float64Array:
        """Float64 cosines of queries (numbers in the task) with whole documents."""
        rows, entry = self.candidates.expand(documents)
        cosines = exact_cosines(self.queries, self.candidates.rows, queries[entry], rows)
        if not self.candidates.chunked or not len(documents):
            return cosines
        return np.maximum.reduceat(cosines, np.searchsorted(entry, np.arange(len(documents))))

    def nearest_documents(self, rows: slice, scores: ScoreBlock) -> None:
        """Lists of the k nearest, in the mixed pool and in the query's own."""

        def exact(offsets: IntArray, documents: IntArray) -> Float64Array:
            return self.exact(rows.start + offsets, documents)

        self.found.top[rows] = top_columns(scores, self.k, self.bound, exact)
        for label, offsets in self.labels(rows):
            pool = self.candidates.pool(label)

            def inside(
                local: IntArray,
                documents: IntArray,
                offsets: IntArray = offsets,
                first: int = pool.start,
            ) -> Float64Array:
                return self.exact(rows.start + offsets[local], first + documents)

            part = _part(scores, offsets, pool)
            best = top_columns(part, self.k, self.bound, inside)
            self.found.top_own[rows.start + offsets] = np.where(best < 0, -1, best + pool.start)

    def labels(self, rows: slice) -> list[tuple[int, IntArray]]:
        """The pools that queries of a block come from, with their offsets."""
        own = self.task.own_pool[rows]
        return [(int(label), np.flatnonzero(own == label)) for label in np.unique(own)]

    def nearest_competitor(self, rows: slice, scores: ScoreBlock) -> None:
        """The nearest wrong document of the query's own pool, exactly."""
        for label, offsets in self.labels(rows):
            pool = self.candidates.pool(label)
            part = _part(scores, offsets, pool)
            if not part.shape[1]:
                continue
            highest = part.max(axis=1, keepdims=True)
            near = (part >= highest - rounding_margin(self.bound)) & np.isfinite(highest)
            local, documents = places(near)
            queries, documents = rows.start + offsets[local], documents + pool.start
            values = self.exact(queries, documents)
            order = np.lexsort((documents, -values, queries))
            _, first = np.unique(queries[order], return_index=True)
            chosen = order[first]
            self.found.nearest[queries[chosen]] = documents[chosen]
            self.found.nearest_score[queries[chosen]] = values[chosen]

    def count(self, rows: slice, scores: ScoreBlock, pool: int) -> None:
        """Competitors above and level with the gold document of one pool."""
        gold = self.task.gold[rows, pool]
        here = np.flatnonzero(gold >= 0)
        if not len(here):
            return
        level = np.full(len(gold), np.inf)
        level[here] = self.exact(rows.start + here, gold[here])
        self.found.score[rows, pool][here] = level[here]
        margin = TIE + self.bound
        above, doubtful = above_and_doubtful(scores, level, margin)
        self.found.above_mixed[rows, pool] += count_rows(above)
        self.found.above_pool[rows, pool] += count_rows(above[:, self.candidates.pool(pool)])
        self.decide(rows, pool, level, doubtful)

    def decide(
        self, rows: slice, pool: int, level: Float64Array, doubtful: tuple[IntArray, ...]
    ) -> None:
        """Place in float64 what float32 cannot tell from the gold document."""
        offsets, documents = doubtful
        difference = self.exact(rows.start + offsets, documents) - level[offsets]
        inside = self.candidates.pool(pool)
        within = (documents >= inside.start) & (documents < inside.stop)
        higher, tied = difference > TIE, np.abs(difference) <= TIE
        for table, which in (
            (self.found.above_mixed, higher),
            (self.found.above_pool, higher & within),
            (self.found.ties_mixed, tied),
            (self.found.ties_pool, tied & within),
        ):
            table[rows, pool] += np.bincount(offsets[which], minlength=len(level))


def _part(scores: ScoreBlock, offsets: IntArray, pool: slice) -> ScoreBlock:
    """Some rows of one pool; without a copy when all rows are meant."""
    part = scores[:, pool]
    return part if len(offsets) == len(scores) else part[offsets]
