"""What single pages before a gold change of its expected recall and reciprocal rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from monosashi.language.layout import IntArray
from monosashi.language.thinned_chances import FloatArray, given_before

LEAST_KEPT, KEPT_PER_K = 64, 4


def most_kept(ks: Sequence[int]) -> int:
    """Pages before a gold up to which single ones are looked at; a gold behind more stays behind.

    >>> most_kept((1, 5, 10)), most_kept((1, 50))
    (64, 200)
    """
    return max(LEAST_KEPT, KEPT_PER_K * max(ks))


class PagesBefore(NamedTuple):
    """Pages that may stand before a gold, each once: of which query, and with which chances.

    Attributes
    ----------
    offsets, pages : (c,) int
    thinned, alone : (c,) float64
        Chance that the drawn chunks of a drawn version stand before, and those of the version in
        the target language (0 where none of its chunks does).
    """

    offsets: IntArray
    pages: IntArray
    thinned: FloatArray
    alone: FloatArray

    def take(self, which: IntArray) -> PagesBefore:
        """Only some of them."""
        return PagesBefore(self.offsets[which], self.pages[which], self.thinned[which],
                           self.alone[which])  # fmt: skip


@dataclass(eq=False)
class FewBefore:
    """The pages before golds that have at most ``most`` of them, tile after tile.

    ``n`` queries never hold more than ``n * most`` pages.
    """

    n: int
    most: int
    _held: list[PagesBefore] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.met = np.zeros(self.n, dtype=np.intp)

    def add(self, found: PagesBefore) -> None:
        """Add the pages of a tile."""
        self.met += np.bincount(found.offsets, minlength=self.n)
        self._held.append(self._few(found))

    def all(self) -> PagesBefore:
        """All pages of all tiles, a query after the other, in the order of pages."""
        joined = PagesBefore(*map(np.concatenate, zip(*self._held, strict=True)))
        few = self._few(joined)
        return few.take(np.argsort(few.offsets, kind="stable"))

    def _few(self, found: PagesBefore) -> PagesBefore:
        return found.take(np.flatnonzero(self.met[found.offsets] <= self.most))


def changes_by_page(
    offsets: IntArray, chances: FloatArray, pages: IntArray, kept: IntArray, ks: Sequence[int]
) -> FloatArray:
    """(c, len(ks) + 1) ``expected_metrics`` less what they were if a page stood behind the gold.

    Parameters
    ----------
    offsets : (c,) int
        Query of every page that may stand before, ascending; with ``chances`` from 0 to 1.
    pages, kept : (n,) int
        As for ``expected_metrics``.

    Notes
    -----
    If f are the chances that 0, 1, 2, ... of the other pages stand before, and g what is found
    given their number, a page with chance p changes ``p * sum(f * (g[1:] - g[:-1]))``. f is the
    distribution of all pages with this one divided out: from below where p is at most 1/2, from
    above elsewhere, so that rounding never grows.

    Examples
    --------
    >>> one = np.zeros(2, dtype=int), np.array([0.5, 1.0]), np.array([9]), np.array([9])
    >>> changes_by_page(*one, [1]).round(4).tolist()  # 0 hits; 1/2 of 1/2 and of 1/3 before
    [[0.0, -0.0833], [-0.5, -0.3333]]
    """
    if not len(offsets):
        return np.zeros((0, len(ks) + 1))
    first = np.searchsorted(offsets, np.arange(len(pages)))
    place = np.arange(len(offsets)) - first[offsets]
    most = int(place.max()) + 1
    table = np.zeros((len(pages), most))
    table[offsets, place] = chances
    before = _distributions(table)
    sizes, of_size = np.unique(np.stack([pages, kept], axis=1), axis=0, return_inverse=True)
    steps = np.stack([np.diff(given_before(most, all_pages, drawn, ks), axis=0)
                      for all_pages, drawn in sizes.tolist()])  # fmt: skip
    size, sums = of_size.reshape(-1)[offsets], np.zeros((len(offsets), len(ks) + 1))
    for rare in (True, False):
        some = np.flatnonzero((chances <= 0.5) == rare)
        divided = _from_below if rare else _from_above
        for y, others in divided(before, offsets[some], chances[some]):
            sums[some] += others[:, None] * steps[size[some], y]
    return chances[:, None] * sums


def _distributions(chances: FloatArray) -> FloatArray:
    """(n, c + 1) chance of 0, 1, ... c, when each column of (n, c) is an independent yes or no."""
    held = np.zeros((len(chances), chances.shape[1] + 1))
    held[:, 0] = 1.0
    for column in range(chances.shape[1]):
        chance = chances[:, column : column + 1]
        moved = held[:, :-1] * chance
        held *= 1 - chance
        held[:, 1:] += moved
    return held


def _from_below(
    before: FloatArray, offsets: IntArray, chances: FloatArray
) -> Iterator[tuple[int, FloatArray]]:
    """0, 1, ..., and the chance that so many other pages stand before, for every page."""
    others = np.zeros(len(offsets))
    for y in range(before.shape[1] - 1):
        others = (before[offsets, y] - chances * others) / (1 - chances)
        yield y, others


def _from_above(
    before: FloatArray, offsets: IntArray, chances: FloatArray
) -> Iterator[tuple[int, FloatArray]]:
    """The same from the highest number down."""
    others = np.zeros(len(offsets))
    for y in range(before.shape[1] - 2, -1, -1):
        others = (before[offsets, y + 1] - (1 - chances) * others) / chances
        yield y, others
