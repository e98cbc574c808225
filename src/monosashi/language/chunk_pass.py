"""Count, for every query, what as many drawn chunks of every version of a page do."""

from __future__ import annotations

from typing import Any

import numpy as np

from monosashi.language.layout import IntArray
from monosashi.language.thinned_chances import FloatArray
from monosashi.language.thinned_changes import PagesBefore
from monosashi.language.thinned_counts import Competing
from monosashi.language.thinned_fronts import Front
from monosashi.language.thinned_mutual import Changes
from monosashi.language.thinned_pass import PageTile, ThinnedPass
from monosashi.ranking import TIE, exact_cosines
from monosashi.ranking.rounding import above_and_doubtful
from monosashi.ranking.tiles import Marked
from monosashi.ranking.top import ScoreBlock, places

Places = tuple[IntArray, IntArray]
Chances = tuple[IntArray, IntArray, FloatArray]


def chance_of_any(chunks: IntArray, before: IntArray, drawn: IntArray) -> FloatArray:
    """Chance that ``drawn`` of ``chunks``, without replacement, hold any of those ``before``.

    >>> found = chance_of_any(np.array([4, 4, 2]), np.array([1, 3, 1]), np.array([1, 2, 2]))
    >>> found.round(12).tolist()
    [0.25, 1.0, 1.0]
    """
    from scipy.special import gammaln

    others = chunks - before
    held = np.maximum(others, drawn)  # only to keep the logarithms finite
    log = (gammaln(held + 1) - gammaln(held - drawn + 1)
           - gammaln(chunks + 1) + gammaln(chunks - drawn + 1))  # fmt: skip
    chance: FloatArray = np.where(others < drawn, 1.0, -np.expm1(log))
    return chance


class ChunkPass(ThinnedPass):
    """As ``ThinnedPass``; of every version as many chunks compete, in both pools.

    Attributes
    ----------
    alone : (n, L, len(ks) + 1) float64
        What the target language alone finds then; written to, like ``out``.
    drawn : (pages,) int
        Chunks that are drawn of every version of a page.
    changes : list of Changes
        What single pages change of the difference between both; every block adds its own.
    """

    def __init__(self, *given: Any, alone: FloatArray, drawn: IntArray, **options: Any) -> None:
        super().__init__(*given, **options)
        self.alone, self.drawn, self.changes = alone, drawn, [Changes.none(len(self.ks))]
        self.lengths = self.candidates.lengths[self.versions.order]

    def __call__(self, rows: slice) -> None:
        """Go through all pages, then work out what chance gives in both pools."""
        taken, n = self.taken(rows), rows.stop - rows.start
        targets = np.flatnonzero((self.task.gold[rows] >= 0).any(axis=0)).tolist()
        fronts = {target: Front(n, self.ks) for target in targets}
        for tile in self.tiles:
            gone = taken.inside(tile.places)
            scores = self.queries.single[rows] @ self.versions.rows.single[tile.rows].T
            left = self.left(gone, tile, n)
            for target, front in fronts.items():
                reached = self.reached(rows, scores, tile, self.score[rows, target])
                versions = self.versions_before(tile, gone, reached, n)
                front.add(self.pages_before(tile, left, versions, target))
        self._write(rows, taken, fronts)

    def reached(
        self, rows: slice, scores: ScoreBlock, tile: PageTile, level: FloatArray
    ) -> Places:  # fmt: skip
        """(query, row) places that reach the gold's cosine, decided in float64 where close."""
        limit = np.where(np.isnan(level), np.inf, level) - TIE
        above, doubtful = above_and_doubtful(scores, limit, self.queries.bound)
        sure = places(above)
        if not len(doubtful[0]):
            return sure
        cosines = exact_cosines(self.queries, self.versions.rows, rows.start + doubtful[0],
                                doubtful[1] + tile.rows.start)  # fmt: skip
        near = cosines - level[doubtful[0]] >= -TIE
        return (np.concatenate([sure[0], doubtful[0][near]]),
                np.concatenate([sure[1], doubtful[1][near]]))  # fmt: skip

    def versions_before(
        self, tile: PageTile, gone: Places, reached: Places, n: int
    ) -> Chances:  # fmt: skip
        """Query, place and chance of every version with a chunk before the gold."""
        width = tile.places.stop - tile.places.start
        starts = self.versions.starts[tile.places] - tile.rows.start
        version = np.searchsorted(starts, reached[1], side="right") - 1
        before = np.bincount(reached[0] * width + version, minlength=n * width)
        before[gone[0] * width + gone[1]] = 0
        cells = np.flatnonzero(before)
        place = cells % width + tile.places.start
        drawn = self.drawn[self.versions.page[place]]
        return cells // width, place, chance_of_any(self.lengths[place], before[cells], drawn)

    def pages_before(
        self, tile: PageTile, left: IntArray, versions: Chances, target: int
    ) -> PagesBefore:
        """Every page with the mean over its versions that compete, and what the target's has."""
        offsets, place, chances = versions
        at = offsets * left.shape[1] + self.versions.page[place] - tile.pages.start
        sums = np.bincount(at, weights=chances, minlength=left.size)
        seen, theirs = np.flatnonzero(sums), self.languages[place] == target
        alone = np.zeros(len(seen))
        alone[np.searchsorted(seen, at[theirs])] = chances[theirs]
        return PagesBefore(seen // left.shape[1], seen % left.shape[1] + tile.pages.start,
                           sums[seen] / left.ravel()[seen], alone)  # fmt: skip

    def _write(self, rows: slice, taken: Marked, fronts: dict[int, Front]) -> None:
        competing = Competing.of(rows.stop - rows.start, (taken.offsets, taken.documents),
                                 self.versions.page, self.languages,
                                 np.diff(self.candidates.pools))  # fmt: skip
        for target, front in fronts.items():
            known = self.task.gold[rows, target] >= 0
            alone, thinned = front.metrics(competing, target, self.ks)
            self.alone[rows, target][known] = alone[known]
            self.out[rows, target][known] = thinned[known]
            few, changes = front.changes(competing, target, self.ks)
            self.changes.append(Changes(few.offsets + rows.start, np.full(len(changes), target),
                                        few.pages, changes))  # fmt: skip
