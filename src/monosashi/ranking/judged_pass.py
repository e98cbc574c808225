"""What happens to one block of queries, one tile of documents after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from monosashi.ranking.columns import Candidates
from monosashi.ranking.cosine import Directions, Float64Array, IntArray, exact_cosines
from monosashi.ranking.rounding import above_and_doubtful, count_rows
from monosashi.ranking.task import TIE
from monosashi.ranking.top import ScoreBlock, top_columns

if TYPE_CHECKING:
    from monosashi.ranking.judged import Judged, JudgedTask

BoolArray = npt.NDArray[np.bool_]
Tile = tuple[slice, slice]
CROWD = 64


def document_tiles(candidates: Candidates, most: int) -> list[Tile]:
    """Runs of whole documents with at most ``most`` rows (one document may have more)."""
    ends = np.append(candidates.starts[1:], len(candidates.rows))
    tiles, first = [], 0
    while first < candidates.n:
        start = int(candidates.starts[first])
        last = max(first + 1, int(np.searchsorted(ends, start + most, side="right")))
        tiles.append((slice(first, last), slice(start, int(ends[last - 1]))))
        first = last
    return tiles


class JudgedPass:
    """What every block needs; blocks write to their own rows and pairs of ``found``."""

    def __init__(
        self,
        queries: Directions,
        candidates: Candidates,
        task: JudgedTask,
        found: Judged,
        tiles: list[Tile],
    ) -> None:
        self.queries, self.candidates, self.task, self.found = queries, candidates, task, found
        self.tiles, self.k, self.bound = tiles, found.top.shape[1], queries.bound

    def __call__(self, rows: slice) -> None:
        """Go through all tiles, then put together what they gave."""
        offsets, golds = self.task.golds.of(rows)
        first = int(self.task.golds.starts[rows.start])
        self.found.score[first : first + len(golds)] = self.exact(rows.start + offsets, golds)
        listed = [part for tile in self.tiles for part in self.visit(rows, tile, first)]
        self.collect(rows, np.concatenate(listed, axis=1))

    def visit(self, rows: slice, tile: Tile, first: int) -> list[IntArray]:
        """Count in one tile; give its nearest documents and its nearest wrong one."""
        documents, _ = tile
        scores = self.scores(rows, tile)
        _mask(scores, self.task.hidden.of(rows), documents)
        best = self.nearest(scores, rows.start + np.arange(len(scores)), documents, self.k)
        offsets, golds = self.task.golds.of(rows)
        _mask(scores, (offsets, golds), documents)
        turn = np.arange(len(offsets)) - np.searchsorted(offsets, offsets)
        for number in range(int(turn.max(initial=-1)) + 1):
            these = np.flatnonzero(turn == number)
            self.count(rows, scores, offsets[these], first + these, documents.start)
        return [best, self.nearest_wrong(rows, scores, best, documents)]

    def scores(self, rows: slice, tile: Tile) -> ScoreBlock:
        """(block, documents of the tile) float32 cosines, a document's best row."""
        documents, columns = tile
        product: ScoreBlock = self.queries.single[rows] @ self.candidates.rows.single[columns].T
        if self.candidates.chunked:
            starts = self.candidates.starts[documents] - columns.start
            product = np.maximum.reduceat(product, starts, axis=1)
        return product

    def exact(self, queries: IntArray, documents: IntArray) -> Float64Array:
        """Float64 cosines of queries with whole documents."""
        rows, entry = self.candidates.expand(documents)
        cosines = self.cosines(queries[entry], rows)
        if not self.candidates.chunked or not len(documents):
            return cosines
        return np.maximum.reduceat(cosines, np.searchsorted(entry, np.arange(len(documents))))

    def cosines(self, queries: IntArray, rows: IntArray) -> Float64Array:
        """Exact cosines; where many rows crowd around a query, copies are computed once."""
        asked = 1 + np.count_nonzero(np.diff(queries))
        if len(rows) <= CROWD * asked:
            return exact_cosines(self.queries, self.candidates.rows, queries, rows)
        n = len(self.candidates.rows)
        pairs = queries * n + self.candidates.rows.first_equal[rows]
        once, back = np.unique(pairs, return_inverse=True)
        return exact_cosines(self.queries, self.candidates.rows, once // n, once % n)[back]

    def nearest(self, scores: ScoreBlock, queries: IntArray, documents: slice, k: int) -> IntArray:
        """(rows, k) numbers of the nearest documents of a tile, -1 where there are fewer."""

        def exact(local: IntArray, columns: IntArray) -> Float64Array:
            return self.exact(queries[local], documents.start + columns)

        best = top_columns(scores, k, self.bound, exact)
        return np.where(best < 0, -1, best + documents.start)

    def nearest_wrong(
        self, rows: slice, scores: ScoreBlock, best: IntArray, documents: slice
    ) -> IntArray:
        """(rows, 1) the nearest wrong document, where the list holds nothing but golds; else -1."""
        wrong = np.full((len(best), 1), -1, dtype=np.intp)
        held = np.take_along_axis(scores, np.maximum(best - documents.start, 0), axis=1)
        blind = np.flatnonzero(~((best >= 0) & np.isfinite(held)).any(axis=1))
        if len(blind):
            wrong[blind] = self.nearest(scores[blind], rows.start + blind, documents, 1)
        return wrong

    def count(
        self, rows: slice, scores: ScoreBlock, offsets: IntArray, pairs: IntArray, start: int
    ) -> None:
        """Wrong documents above and level with one gold of each listed query."""
        part = scores if len(offsets) == len(scores) else scores[offsets]
        level = self.found.score[pairs]
        above, (local, columns) = above_and_doubtful(part, level, TIE + self.bound)
        difference = self.exact(rows.start + offsets[local], start + columns) - level[local]
        higher, tied = local[difference > TIE], local[np.abs(difference) <= TIE]
        self.found.above[pairs] += count_rows(above) + np.bincount(higher, minlength=len(pairs))
        self.found.ties[pairs] += np.bincount(tied, minlength=len(pairs))

    def collect(self, rows: slice, listed: IntArray) -> None:
        """Order what the tiles gave; keep the k nearest and the nearest wrong one."""
        local, place = np.nonzero(listed >= 0)
        documents = listed[local, place]
        values = self.exact(rows.start + local, documents)
        order = np.lexsort((documents, -values, local))
        local, documents, values = local[order], documents[order], values[order]
        place = np.arange(len(local)) - np.searchsorted(local, local)
        kept = place < self.k
        at = rows.start + local[kept], place[kept]
        self.found.top[at], self.found.top_score[at] = documents[kept], values[kept]
        wrong = ~self._is_gold(rows, local, documents)
        queries, first = np.unique(local[wrong], return_index=True)
        self.found.nearest[rows.start + queries] = documents[wrong][first]
        self.found.nearest_score[rows.start + queries] = values[wrong][first]

    def _is_gold(self, rows: slice, local: IntArray, documents: IntArray) -> BoolArray:
        offsets, golds = self.task.golds.of(rows)
        n = self.candidates.n
        return np.isin(local * n + documents, offsets * n + golds)


def _mask(scores: ScoreBlock, places: tuple[IntArray, IntArray], documents: slice) -> None:
    """Put (query, document) pairs out of sight, as far as they lie in this tile."""
    offsets, numbers = places
    inside = (numbers >= documents.start) & (numbers < documents.stop)
    scores[offsets[inside], numbers[inside] - documents.start] = -np.inf
