"""Count, for every query, what as many drawn chunks of every version of a page do."""

from __future__ import annotations

from typing import Any

import numpy as np

from monosashi.language.layout import IntArray
from monosashi.language.thinned_chances import DIGITS, FloatArray, expected_metrics
from monosashi.language.thinned_counts import Competing
from monosashi.language.thinned_pass import PageTile, ThinnedPass
from monosashi.ranking import TIE, exact_cosines
from monosashi.ranking.rounding import above_and_doubtful
from monosashi.ranking.tiles import Marked
from monosashi.ranking.top import ScoreBlock, places

Places = tuple[IntArray, IntArray]
Chances = tuple[IntArray, IntArray, FloatArray]


class Tally:
    """How many pages stand before the gold with which chance, for every query of a block."""

    def __init__(self, n: int) -> None:
        """Start with none; being sure is always a column."""
        self.n, self.counts = n, {1.0: np.zeros(n, dtype=np.intp)}

    def add(self, offsets: IntArray, chances: FloatArray) -> None:
        """Add pages: whose they are, and their chances above 0."""
        kinds, which = np.unique(np.round(chances, DIGITS), return_inverse=True)
        cells = np.bincount(which.reshape(-1) * self.n + offsets, minlength=len(kinds) * self.n)
        for kind, counts in zip(kinds.tolist(), cells.reshape(-1, self.n), strict=True):
            self.counts[kind] = self.counts.get(kind, 0) + counts

    def metrics(self, pages: IntArray, kept: IntArray, ks: tuple[int, ...]) -> FloatArray:
        """``expected_metrics`` of what was added."""
        chances = sorted(self.counts)
        counts = np.stack([self.counts[chance] for chance in chances], axis=1)
        return expected_metrics(counts, np.array(chances), pages, kept, ks)


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
    """

    def __init__(self, *given: Any, alone: FloatArray, drawn: IntArray, **options: Any) -> None:
        super().__init__(*given, **options)
        self.alone, self.drawn = alone, drawn
        self.lengths = self.candidates.lengths[self.versions.order]

    def __call__(self, rows: slice) -> None:
        """Go through all pages, then work out what chance gives in both pools."""
        taken, n = self.taken(rows), rows.stop - rows.start
        targets = np.flatnonzero((self.task.gold[rows] >= 0).any(axis=0)).tolist()
        tallies = {target: (Tally(n), Tally(n)) for target in targets}
        for tile in self.tiles:
            gone = taken.inside(tile.places)
            scores = self.queries.single[rows] @ self.versions.rows.single[tile.rows].T
            left = self.left(gone, tile, n)
            for target, (alone, thinned) in tallies.items():
                reached = self.reached(rows, scores, tile, self.score[rows, target])
                versions = self.versions_before(tile, gone, reached, n)
                of_target = self.languages[versions[1]] == target
                alone.add(versions[0][of_target], versions[2][of_target])
                thinned.add(*self.pages_before(tile, left, versions))
        self._write(rows, taken, tallies)

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
        self, tile: PageTile, left: IntArray, versions: Chances
    ) -> tuple[IntArray, FloatArray]:  # fmt: skip
        """Query and chance of every page: the mean over its versions that compete."""
        offsets, place, chances = versions
        at = offsets * left.shape[1] + self.versions.page[place] - tile.pages.start
        sums = np.bincount(at, weights=chances, minlength=left.size)
        seen = np.flatnonzero(sums)
        return seen // left.shape[1], sums[seen] / left.ravel()[seen]

    def _write(
        self, rows: slice, taken: Marked, tallies: dict[int, tuple[Tally, Tally]]
    ) -> None:  # fmt: skip
        competing = Competing.of(rows.stop - rows.start, (taken.offsets, taken.documents),
                                 self.versions.page, self.languages,
                                 np.diff(self.candidates.pools))  # fmt: skip
        for target, (alone, thinned) in tallies.items():
            known, kept = self.task.gold[rows, target] >= 0, competing.kept[:, target]
            self.alone[rows, target][known] = alone.metrics(kept, kept, self.ks)[known]
            found = thinned.metrics(competing.pages, kept, self.ks)
            self.out[rows, target][known] = found[known]
