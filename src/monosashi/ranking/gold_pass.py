"""What happens to one block of queries, one tile of documents after the other."""

from __future__ import annotations

from threading import local

import numpy as np

from monosashi.ranking.columns import Candidates
from monosashi.ranking.cosine import Directions, Float64Array, IntArray, exact_cosines
from monosashi.ranking.gold_levels import GoldLevels, gold_levels
from monosashi.ranking.nearest_kept import NearestKept, reaching
from monosashi.ranking.rounding import count_rows
from monosashi.ranking.task import TIE, GoldRanks, RankingTask
from monosashi.ranking.tiles import Marked, PoolTile, take_out
from monosashi.ranking.top import ScoreBlock, places


class GoldPass:
    """What every block needs; blocks write to their own rows of ``found``."""

    def __init__(
        self,
        queries: Directions,
        candidates: Candidates,
        task: RankingTask,
        found: GoldRanks,
        tiles: list[PoolTile],
        *,
        competitor: bool,
    ) -> None:
        self.queries, self.candidates, self.task, self.found = queries, candidates, task, found
        self.tiles, self.competitor, self.bound = tiles, competitor, queries.bound
        self.k = found.top.shape[1]
        self.widest = max((tile.rows.stop - tile.rows.start for tile in tiles), default=0)
        self._room = local()

    def __call__(self, rows: slice) -> None:
        """Go through all tiles, then put together what was kept of them.

        Right documents are taken out before anything is looked at: they compete with none, and
        stand in the lists beside the nearest competitors.
        """
        n = rows.stop - rows.start
        levels = self.levels(rows)
        hidden, equals = (Marked.of(held.of(rows)) for held in (self.task.hidden, self.task.equals))
        mixed = NearestKept(n, self.k, self.bound)
        own = NearestKept(n, max(self.k, int(self.competitor)), self.bound)
        for tile in self.tiles:
            scores = self.scores(rows, tile)
            take_out(scores, hidden.inside(tile.documents))
            offsets, columns = equals.inside(tile.documents)
            right = take_out(scores, (offsets, columns))
            documents = columns + tile.documents.start
            mixed.add_beside(offsets, documents, right)
            inside = self.task.own_pool[rows][offsets] == tile.pool
            own.add_beside(offsets[inside], documents[inside], right[inside])
            self.keep(self.task.own_pool[rows] == tile.pool, tile, scores, mixed, own)
            for one in levels:
                self.count(rows, scores, tile, one)
        self.collect(rows, mixed, own)

    def levels(self, rows: slice) -> list[GoldLevels]:
        """Exact scores of the gold documents."""
        gold = self.task.gold[rows]
        queries, pools = np.nonzero(gold >= 0)
        score = self.found.score[rows]
        score[queries, pools] = self.exact(rows.start + queries, gold[queries, pools])
        return list(gold_levels(gold, score, TIE + self.bound))

    def scores(self, rows: slice, tile: PoolTile) -> ScoreBlock:
        """(block, documents of the tile) float32 cosines, a document's best row."""
        n, size = rows.stop - rows.start, tile.rows.stop - tile.rows.start
        held: ScoreBlock | None = getattr(self._room, "table", None)
        if held is None or held.size < n * size:
            held = self._room.table = np.empty(n * self.widest, dtype=np.float32)
        table = held[: n * size].reshape(n, size)
        np.matmul(self.queries.single[rows], self.candidates.rows.single[tile.rows].T, out=table)
        if not self.candidates.chunked:
            return table
        starts = self.candidates.starts[tile.documents] - tile.rows.start
        best: ScoreBlock = np.maximum.reduceat(table, starts, axis=1)
        return best

    def exact(self, queries: IntArray, documents: IntArray) -> Float64Array:
        """Float64 cosines of queries (numbers in the task) with whole documents."""
        rows, entry = self.candidates.expand(documents)
        cosines = exact_cosines(self.queries, self.candidates.rows, queries[entry], rows)
        if not self.candidates.chunked or not len(documents):
            return cosines
        return np.maximum.reduceat(cosines, np.searchsorted(entry, np.arange(len(documents))))

    def keep(
        self,
        here: IntArray,
        tile: PoolTile,
        scores: ScoreBlock,
        mixed: NearestKept,
        own: NearestKept,
    ) -> None:
        """Keep what may be among the nearest, with one look at the scores.

        ``here`` says whose own pool this is; there the lower of both limits serves both lists.
        """
        limit = np.full(len(scores), np.inf, dtype=np.float32)
        if self.k:
            limit = mixed.limit(scores)
        if own.k and here.any():
            limit = np.where(here, np.minimum(limit, own.limit(scores)), limit)
        elif not self.k:
            return
        offsets, columns, values = reaching(scores, limit)
        documents = columns + tile.documents.start
        if self.k:
            mixed.add(offsets, documents, values)
        inside = here[offsets]
        if own.k and inside.any():
            own.add(offsets[inside], documents[inside], values[inside])

    def count(self, rows: slice, scores: ScoreBlock, tile: PoolTile, levels: GoldLevels) -> None:
        """Competitors above and level with one gold document of every query."""
        above = scores > levels.above
        reached = scores >= levels.doubtful
        higher, tied = count_rows(above), np.zeros(len(scores), dtype=np.intp)
        if np.count_nonzero(reached) > higher.sum():
            offsets, columns = places(reached ^ above)
            documents = columns + tile.documents.start
            difference = self.exact(rows.start + offsets, documents) - levels.level[offsets]
            higher += np.bincount(offsets[difference > TIE], minlength=len(scores))
            tied += np.bincount(offsets[np.abs(difference) <= TIE], minlength=len(scores))
        found, inside = self.found, levels.pool == tile.pool
        for table, counted, which in (
            (found.above_mixed, higher, slice(None)),
            (found.ties_mixed, tied, slice(None)),
            (found.above_pool, higher, inside),
            (found.ties_pool, tied, inside),
        ):
            queries = levels.rows[which]
            table[rows.start + queries, levels.pool[which]] += counted[queries]

    def collect(self, rows: slice, mixed: NearestKept, own: NearestKept) -> None:
        """Write the lists, and the nearest wrong document of the query's own pool, exactly."""

        def exact(offsets: IntArray, documents: IntArray) -> Float64Array:
            return self.exact(rows.start + offsets, documents)

        if self.k:
            self.found.top[rows], self.found.top_own[rows] = mixed.top(exact), own.top(exact)
        if self.competitor:
            offsets, documents, values = own.listed()
            highest = np.full(rows.stop - rows.start, -np.inf, dtype=np.float32)
            np.maximum.at(highest, offsets, values)
            near = values >= highest[offsets] - own.margin
            offsets, documents = offsets[near], documents[near]
            sure = exact(offsets, documents)
            order = np.lexsort((documents, -sure, offsets))
            queries, first = np.unique(offsets[order], return_index=True)
            chosen = order[first]
            self.found.nearest[rows.start + queries] = documents[chosen]
            self.found.nearest_score[rows.start + queries] = sure[chosen]
