"""Ranks of gold documents in all pools, and the nearest documents, in one pass over the product."""

from __future__ import annotations

from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.ranking.columns import Candidates
from monosashi.ranking.cosine import Directions
from monosashi.ranking.gold_pass import GoldPass
from monosashi.ranking.task import GoldRanks, RankingTask
from monosashi.ranking.tiles import pool_tiles

BLOCK = (384, 1_536)  # a table of scores that stays in the cache of a core


def rank_gold(
    queries: Directions,
    candidates: Candidates,
    task: RankingTask,
    *,
    k: int = 10,
    competitor: bool = True,
    block: int | None = None,
    columns: int | None = None,
    n_jobs: int | None = None,
) -> GoldRanks:
    """Rank every gold document by cosine among its own pool and among all pools.

    Scores are computed in float32, a block of queries with a run of documents at a time; every
    competitor within the rounding bound of the gold score is decided again in float64 by a
    fixed-order sum, so neither the size of the blocks nor the number of workers changes anything.

    Parameters
    ----------
    queries : Directions of n rows
    candidates : Candidates
    task : RankingTask
    k : int
        Length of the lists of nearest documents; 0 leaves them out.
    competitor : bool
        Whether to look for the nearest competitor in the query's own pool.
    block, columns : int, optional
        Queries, and rows of documents, at a time: a worker holds few more than block x columns
        numbers, whatever the number of documents.
    n_jobs : int, optional
        Threads; default every core.
    """
    found = GoldRanks.blank(task.n, task.gold.shape[1], k)
    tiles = pool_tiles(candidates, columns or BLOCK[1])
    work = GoldPass(queries, candidates, task, found, tiles, competitor=competitor)
    map_blocks(work, row_blocks(task.n, block or BLOCK[0]), n_jobs)
    return found
