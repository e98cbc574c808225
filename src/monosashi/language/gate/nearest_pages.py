"""The nearest pages of every page that asks: screened in float32, decided in float64.

A float32 product of unit vectors is off by at most (d + 8) u (Higham, Accuracy and Stability of
Numerical Algorithms, 2nd ed., section 3.1). Every pair that lies within that of a list's end is
kept, and only these are summed in float64, each pair by itself. So the outcome is that of computing
everything in float64, the same bytes for any block and any number of threads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.language.gate.pages import Float64Array, Rows
from monosashi.language.gate.pair_cosines import Copies, pair_cosines
from monosashi.language.layout import IntArray
from monosashi.neighbors import map_blocks, row_blocks

GROUP = 32  # scores of which only the best sets the bar
NUMBERS = 1 << 22  # scores in memory at once, a thread


@dataclass(frozen=True, eq=False)
class Hits:
    """Pages that were found, list after list, nearest first.

    Attributes
    ----------
    starts : (n + 1,) int
        Where the list of every asking page begins; the last is the end.
    places : (hits,) int
        Pages of the pool.
    scores : (hits,) float64
    """

    starts: IntArray
    places: IntArray
    scores: Float64Array

    def each(self) -> Iterator[tuple[IntArray, Float64Array]]:
        """Places and scores of one asking page after another."""
        for start, end in zip(self.starts[:-1], self.starts[1:], strict=True):
            yield self.places[start:end], self.scores[start:end]


@dataclass(frozen=True, eq=False)
class Wanted:
    """What belongs in a list.

    Attributes
    ----------
    k : int
        The nearest that are not hidden.
    floor : float
        None below it.
    level : float
        All from it on, however many.
    decimals : int or None
        Scores are rounded to so many before they are compared.
    """

    k: int
    floor: float = -np.inf
    level: float = np.inf
    decimals: int | None = None


def nearest_pages(
    asked: Rows,
    held: Rows,
    wanted: Wanted,
    *,
    hidden: tuple[IntArray, IntArray] | None = None,
    order: IntArray | None = None,
    n_jobs: int | None = None,
) -> Hits:
    """List the pages of ``held`` that are nearest to each of ``asked``.

    Parameters
    ----------
    asked, held : Rows
        Two pages are as near as their nearest chunks.
    wanted : Wanted
    hidden : (rows, places), optional
        Pairs that stand in no list, rows rising.
    order : (m,) int, optional
        What comes first of equal scores; by default the place.
    n_jobs : int, optional
        Threads.
    """
    pairs = hidden or (np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp))
    if not asked.n or not held.n:
        return Hits(np.zeros(asked.n + 1, np.intp), pairs[0][:0], np.empty(0))
    rank = np.arange(held.n) if order is None else order
    search = _Search(asked, held, wanted, pairs, rank, held.unit.astype(np.float32).T,
                     Copies.of(held))  # fmt: skip
    size = max(1, min(256, NUMBERS // len(held.unit)))
    return _joined(map_blocks(search.block, row_blocks(asked.n, size), n_jobs))


@dataclass(frozen=True, eq=False)
class _Search:
    """One pool, in float32 too."""

    asked: Rows
    held: Rows
    wanted: Wanted
    hidden: tuple[IntArray, IntArray]
    rank: IntArray
    narrow: npt.NDArray[np.float32]
    copies: Copies | None

    def block(self, part: slice) -> Hits:
        """The lists of some asking pages."""
        mine = self.asked.take(np.arange(part.start, part.stop))
        scores = self._scores(mine, part)
        rows, places = np.nonzero(scores >= self._bars(scores)[:, None])
        found = pair_cosines(mine, self.held, (rows, places), self.copies)
        if self.wanted.decimals is not None:
            found = np.round(found, self.wanted.decimals)
        return self._lists(mine.n, rows, places, found)

    def _scores(self, mine: Rows, part: slice) -> npt.NDArray[np.float32]:
        """(m, pages) in float32; -inf for what is hidden."""
        scores = mine.best_chunks(mine.unit.astype(np.float32) @ self.narrow, self.held)
        first, last = np.searchsorted(self.hidden[0], [part.start, part.stop])
        scores[self.hidden[0][first:last] - part.start, self.hidden[1][first:last]] = -np.inf
        return scores

    def _bars(self, scores: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """(m,) a score that everything reaches which may belong in the list.

        The k-th of the best of every 32 scores is at most the k-th of all.
        """
        d, k = self.asked.unit.shape[1], self.wanted.k
        off = (d + 8) * 2.0**-24 * 2
        if self.wanted.decimals is not None:
            off += 10.0**-self.wanted.decimals
        bars = np.full(len(scores), self.wanted.floor)
        tops = np.maximum.reduceat(scores, np.arange(0, scores.shape[1], GROUP), axis=1)
        if k <= tops.shape[1]:
            bars = np.maximum(bars, np.partition(tops, -k, axis=1)[:, -k])
        bars = np.minimum(bars, self.wanted.level) - off
        lowest = np.finfo(np.float32).min  # hidden pairs lie below
        out: npt.NDArray[np.float32] = np.maximum(bars, lowest).astype(np.float32)
        return np.nextafter(out, np.float32(lowest))

    def _lists(self, n: int, rows: IntArray, places: IntArray, scores: Float64Array) -> Hits:
        kept = scores >= self.wanted.floor
        rows, places, scores = rows[kept], places[kept], scores[kept]
        sort = np.lexsort((self.rank[places], -scores, rows))
        rows, places, scores = rows[sort], places[sort], scores[sort]
        starts = np.searchsorted(rows, np.arange(n + 1))
        listed = np.arange(len(rows)) - starts[rows] < self.wanted.k
        kept = listed | (scores >= self.wanted.level)
        return Hits(np.searchsorted(rows[kept], np.arange(n + 1)), places[kept], scores[kept])


def _joined(parts: Sequence[Hits]) -> Hits:
    sizes = np.concatenate([np.diff(part.starts) for part in parts])
    return Hits(
        np.concatenate([[0], np.cumsum(sizes)]),
        np.concatenate([part.places for part in parts]),
        np.concatenate([part.scores for part in parts]),
    )
