"""Runs of documents of one pool, small enough for a core's cache."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.ranking.columns import Candidates
from monosashi.ranking.cosine import IntArray
from monosashi.ranking.top import ScoreBlock


@dataclass(frozen=True)
class PoolTile:
    """Some documents of one pool, and their rows."""

    pool: int
    documents: slice
    rows: slice


def pool_tiles(candidates: Candidates, most: int) -> list[PoolTile]:
    """Runs of whole documents with at most ``most`` rows (one document may have more)."""
    ends = np.append(candidates.starts[1:], len(candidates.rows))
    tiles = []
    for pool in range(len(candidates.pools) - 1):
        first, stop = int(candidates.pools[pool]), int(candidates.pools[pool + 1])
        while first < stop:
            start = int(candidates.starts[first])
            fitting = int(np.searchsorted(ends, start + most, side="right"))
            last = min(stop, max(first + 1, fitting))
            tiles.append(PoolTile(pool, slice(first, last), slice(start, int(ends[last - 1]))))
            first = last
    return tiles


@dataclass(frozen=True, eq=False)
class Marked:
    """(query, document) pairs of one block of queries, sorted by document, a tile at a time."""

    offsets: IntArray
    documents: IntArray

    @classmethod
    def of(cls, pairs: tuple[IntArray, IntArray]) -> Marked:
        """Sort the pairs of a block."""
        offsets, documents = pairs
        order = np.argsort(documents, kind="stable")
        return cls(offsets[order], documents[order])

    def inside(self, documents: slice) -> tuple[IntArray, IntArray]:
        """Places (row, column) of the pairs in a tile."""
        first, last = np.searchsorted(self.documents, (documents.start, documents.stop))
        return self.offsets[first:last], self.documents[first:last] - documents.start


def take_out(scores: ScoreBlock, places: tuple[IntArray, IntArray]) -> ScoreBlock:
    """The scores at some places, which then stand at -inf."""
    held: ScoreBlock = scores[places]
    scores[places] = -np.inf
    return held
