"""What stands before golds, tile after tile: how many pages, with which chances."""

from __future__ import annotations

import numpy as np

from monosashi.language.layout import IntArray
from monosashi.language.thinned_chances import DIGITS, FloatArray, expected_metrics
from monosashi.language.thinned_changes import FewBefore, PagesBefore, changes_by_page, most_kept
from monosashi.language.thinned_counts import Competing


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


class Front:
    """What stands before the golds of one target language, for a block of queries."""

    def __init__(self, n: int, ks: tuple[int, ...]) -> None:
        """Start with nothing."""
        self.alone, self.thinned, self.few = Tally(n), Tally(n), FewBefore(n, most_kept(ks))

    def add(self, found: PagesBefore) -> None:
        """Add the pages of a tile."""
        only = found.take(np.flatnonzero(found.alone))
        self.alone.add(only.offsets, only.alone)
        self.thinned.add(found.offsets, found.thinned)
        self.few.add(found)

    def metrics(
        self, competing: Competing, target: int, ks: tuple[int, ...]
    ) -> tuple[FloatArray, FloatArray]:
        """(n, len(ks) + 1) found among the target language alone, and in the thinned pool."""
        kept = competing.kept[:, target]
        return (self.alone.metrics(kept, kept, ks),
                self.thinned.metrics(competing.pages, kept, ks))  # fmt: skip

    def changes(
        self, competing: Competing, target: int, ks: tuple[int, ...]
    ) -> tuple[PagesBefore, FloatArray]:
        """Pages before golds with few of them, and (c, len(ks) + 1) what each costs."""
        few, kept = self.few.all(), competing.kept[:, target]
        alone = changes_by_page(few.offsets, few.alone, kept, kept, ks)
        return few, alone - changes_by_page(few.offsets, few.thinned, competing.pages, kept, ks)
