"""Count pages by how many of their competing versions stand before a gold."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.language.layout import IntArray
from monosashi.language.thinned_chances import FloatArray


def chances_of(languages: int) -> FloatArray:
    """Chance that a drawn version stands before: b of m versions do, m from 1, b from 1 to m.

    >>> chances_of(2).tolist()
    [1.0, 0.5, 1.0]
    """
    return np.array([b / m for m in range(1, languages + 1) for b in range(1, m + 1)])


def count_kinds(offsets: IntArray, pages: IntArray, left: IntArray, kinds: int) -> IntArray:
    """(n, kinds) pages with so many of so many versions before, in the order of ``chances_of``.

    Parameters
    ----------
    offsets, pages : (c,) int
        A competitor before the gold: of which query, a version of which page.
    left : (n, pages) int
        Versions that compete.
    kinds : int
    """
    n, width = left.shape
    met = np.bincount(offsets * width + pages, minlength=n * width)
    cells = np.flatnonzero(met)
    versions = left.ravel()[cells]
    kind = versions * (versions - 1) // 2 + met[cells] - 1
    return np.bincount(cells // width * kinds + kind, minlength=n * kinds).reshape(n, kinds)


@dataclass(frozen=True, eq=False)
class Competing:
    """What is left of the pages for each query of a block.

    Attributes
    ----------
    pages : (n,) int
        Pages with a version that competes.
    kept : (n, L) int
        Of these, pages with one in each language: as many documents of a language compete.
    """

    pages: IntArray
    kept: IntArray

    @classmethod
    def of(
        cls,
        n: int,
        taken: tuple[IntArray, IntArray],
        page: IntArray,
        language: IntArray,
        sizes: IntArray,
    ) -> Competing:
        """Take away the (query, document) pairs ``taken``, each once.

        Parameters
        ----------
        page, language : (m,) int
            Of every document.
        sizes : (L,) int
            Documents of every language.
        """
        versions = np.bincount(page)
        cells, lost = np.unique(taken[0] * len(versions) + page[taken[1]], return_counts=True)
        whole = lost == versions[cells % len(versions)]
        closed = np.bincount(cells[whole] // len(versions), minlength=n)
        theirs = taken[0] * len(sizes) + language[taken[1]]
        gone = np.bincount(theirs, minlength=n * len(sizes)).reshape(n, len(sizes))
        return cls(len(versions) - closed, sizes - gone)
