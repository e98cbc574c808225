"""Count, for every query, the pages of which some versions stand before the gold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from monosashi.language.layout import IntArray, Layout
from monosashi.language.thinned_chances import FloatArray, expected_metrics
from monosashi.language.thinned_counts import Competing, chances_of, count_kinds
from monosashi.ranking import TIE, Candidates, Directions, RankingTask, exact_cosines
from monosashi.ranking.rounding import above_and_doubtful
from monosashi.ranking.tiles import Marked, take_out
from monosashi.ranking.top import ScoreBlock, places

ROWS = 1_536  # of documents at a time, as ``rank_gold`` takes them


@dataclass(frozen=True, eq=False)
class PageTile:
    """A run of whole pages: all versions of each stand side by side."""

    pages: slice
    places: slice
    rows: slice


@dataclass(frozen=True, eq=False)
class Versions:
    """Documents ordered by page, then language.

    Attributes
    ----------
    order : (m,) int
        Number of the document at every place; ``place`` is its inverse.
    page : (m,) int
        Page of every place.
    first : (pages,) int
        First place of every page, and ``count`` how many versions it has.
    starts : (m,) int
        First row of every place.
    """

    order: IntArray
    place: IntArray
    page: IntArray
    first: IntArray
    count: IntArray
    starts: IntArray
    rows: Directions

    @classmethod
    def of(cls, layout: Layout, candidates: Candidates) -> Versions:
        """Put the documents of a layout in that order."""
        there = layout.document_of >= 0
        page, order = np.nonzero(there)[0], layout.document_of[there]
        place = np.empty(len(order), dtype=np.intp)
        place[order] = np.arange(len(order))
        count = there.sum(axis=1)
        lengths = candidates.lengths[order]
        rows = candidates.rows.take(candidates.expand(order)[0])
        return cls(order, place, page, np.cumsum(count) - count, count,
                   np.cumsum(lengths) - lengths, rows)  # fmt: skip

    def tiles(self) -> Iterator[PageTile]:
        """Runs of pages with at most ``ROWS`` rows (one page may have more)."""
        ends = np.append(self.starts, len(self.rows))[self.first + self.count]
        stop, page = len(self.first), 0
        while page < stop:
            start = int(self.starts[self.first[page]])
            last = max(page + 1, int(np.searchsorted(ends, start + ROWS, side="right")))
            end = int(self.first[last - 1] + self.count[last - 1])
            yield PageTile(slice(page, last), slice(int(self.first[page]), end),
                           slice(start, int(ends[last - 1])))  # fmt: skip
            page = last


class ThinnedPass:
    """What every block of queries needs; blocks write to their own rows of ``out``."""

    def __init__(
        self,
        queries: Directions,
        candidates: Candidates,
        task: RankingTask,
        versions: Versions,
        *,
        score: FloatArray,
        ks: tuple[int, ...],
        out: FloatArray,
    ) -> None:
        self.queries, self.candidates, self.task = queries, candidates, task
        self.score, self.ks, self.out, self.versions = score, ks, out, versions
        self.tiles = list(versions.tiles())
        self.languages = np.searchsorted(candidates.pools, versions.order, side="right") - 1
        self.chances = chances_of(score.shape[1])

    def __call__(self, rows: slice) -> None:
        """Go through all pages, then work out what chance gives."""
        taken = self.taken(rows)
        n, kinds = rows.stop - rows.start, len(self.chances)
        targets = np.flatnonzero((self.task.gold[rows] >= 0).any(axis=0)).tolist()
        counts = {target: np.zeros((n, kinds), dtype=np.intp) for target in targets}
        for tile in self.tiles:
            scores, gone = self.scores(rows, tile), taken.inside(tile.places)
            take_out(scores, gone)
            left, first = self.left(gone, tile, n), tile.pages.start
            for target in targets:
                offsets, columns = self.before(rows, scores, tile, self.score[rows, target])
                pages = self.versions.page[tile.places][columns] - first
                counts[target] += count_kinds(offsets, pages, left, kinds)
        competing = Competing.of(n, (taken.offsets, taken.documents), self.versions.page,
                                 self.languages, np.diff(self.candidates.pools))  # fmt: skip
        for target, held in counts.items():
            known = self.task.gold[rows, target] >= 0
            self.out[rows, target][known] = expected_metrics(
                held[known], self.chances, competing.pages[known],
                competing.kept[known, target], self.ks,
            )  # fmt: skip

    def taken(self, rows: slice) -> Marked:
        """(query, place) pairs that do not compete, once each."""
        pairs = [held.of(rows) for held in (self.task.hidden, self.task.equals)]
        offsets = np.concatenate([pair[0] for pair in pairs])
        held = self.versions.place[np.concatenate([pair[1] for pair in pairs])]
        once = np.unique(np.stack([offsets, held], axis=1), axis=0).reshape(-1, 2)
        return Marked.of((once[:, 0], once[:, 1]))

    def scores(self, rows: slice, tile: PageTile) -> ScoreBlock:
        """(block, places of the tile) float32 cosines, a document's best row."""
        held: ScoreBlock = self.queries.single[rows] @ self.versions.rows.single[tile.rows].T
        if not self.candidates.chunked:
            return held
        starts = self.versions.starts[tile.places] - tile.rows.start
        best: ScoreBlock = np.maximum.reduceat(held, starts, axis=1)
        return best

    def left(self, gone: tuple[IntArray, IntArray], tile: PageTile, n: int) -> IntArray:
        """(block, pages) versions that compete with a query's gold."""
        pages = self.versions.count[tile.pages]
        page = self.versions.page[tile.places][gone[1]] - tile.pages.start
        lost = np.bincount(gone[0] * len(pages) + page, minlength=n * len(pages))
        return pages - lost.reshape(n, len(pages))

    def before(
        self, rows: slice, scores: ScoreBlock, tile: PageTile, level: FloatArray
    ) -> tuple[IntArray, IntArray]:
        """(query, column) places that reach the gold's cosine, decided in float64 where close."""
        limit = np.where(np.isnan(level), np.inf, level) - TIE
        above, doubtful = above_and_doubtful(scores, limit, self.queries.bound)
        sure = places(above)
        if not len(doubtful[0]):
            return sure
        documents = self.versions.order[doubtful[1] + tile.places.start]
        found, entry = self.candidates.expand(documents)
        cosines = exact_cosines(self.queries, self.candidates.rows,
                                rows.start + doubtful[0][entry], found)  # fmt: skip
        best = np.maximum.reduceat(cosines, np.searchsorted(entry, np.arange(len(documents))))
        reached = best - level[doubtful[0]] >= -TIE
        return (np.concatenate([sure[0], doubtful[0][reached]]),
                np.concatenate([sure[1], doubtful[1][reached]]))  # fmt: skip
