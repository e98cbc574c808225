"""Mean unit vectors by language, summed block by block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, fault, unit_rows
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.checks import zero_rows

BLOCK = 4_096  # rows that are worked on at a time
NUMBERS = 2**22  # of one block: fewer rows where vectors are long
MOST_LANGUAGES = 100  # of a d x d table each; more are labels of something else
EVERYTHING = "all"
Float64Array = npt.NDArray[np.float64]
Gram = Literal["none", "language", "all"]


def block_rows(dimension: int) -> int:
    """Rows that are worked on at a time, so that memory does not grow with their length.

    >>> block_rows(384), block_rows(8192)
    (4096, 512)
    """
    return max(1, min(BLOCK, NUMBERS // max(1, dimension)))


@dataclass(frozen=True, eq=False)
class Centroids:
    """One mean vector a language.

    Attributes
    ----------
    means : mapping of language to (d,) float64
    counts : mapping of language to int
    """

    means: Mapping[str, Float64Array]
    counts: Mapping[str, int]

    @classmethod
    def of(cls, vectors: FloatArray, labels: TextArray, ids: TextArray | None = None) -> Centroids:
        """Means of the unit rows of every label; zero rows are refused by row."""
        sums = LanguageSums(vectors.shape[1])
        sums.add(vectors, labels, ids)
        return sums.centroids()

    @property
    def n(self) -> int:
        """Rows of all languages."""
        return sum(self.counts.values())

    def overall(self) -> Float64Array:
        """(d,) mean of all rows, whatever their language."""
        weighted = [self.counts[name] * self.means[name] for name in self.means]
        overall: Float64Array = np.add.reduce(weighted, axis=0) / self.n
        return overall

    def too_few(self, code: str, below: int) -> list[Fault]:
        """A fault for every language with fewer rows than ``below``."""
        return [fault(code, language=name, n=n, least=below)
                for name, n in self.counts.items() if n < below]  # fmt: skip


class LanguageSums:
    """Running sums of unit rows and, if asked for, of their outer products (d x d).

    ``gram`` keeps one table a language or one for all rows; nothing of size n x d is kept.
    """

    def __init__(self, dimension: int, gram: Gram = "none") -> None:
        """Start with no rows."""
        self.dimension, self.gram = dimension, gram
        self.sums: dict[str, Float64Array] = {}
        self.counts: dict[str, int] = {}
        self.grams: dict[str, Float64Array] = {}
        self.rows = 0

    def add(self, vectors: FloatArray, labels: TextArray, ids: TextArray | None = None) -> None:
        """Add rows; zero rows are refused, numbered from the first row ever added."""
        if empty := zero_rows(vectors):
            lost = [] if ids is None else [str(name) for name in ids[empty]]
            rows = [row + self.rows for row in empty]
            raise DataError(fault("embeddings.errors.zero_documents", rows, lost))
        names, codes = np.unique(labels, return_inverse=True)
        self._open([str(name) for name in names])
        step = block_rows(self.dimension)
        for start in range(0, len(vectors), step):
            block = slice(start, start + step)
            unit = unit_rows(vectors[block].astype(np.float64))
            for code in np.unique(codes[block]):
                self._add(str(names[code]), unit[codes[block] == code])
        self.rows += len(vectors)

    def centroids(self) -> Centroids:
        """Means of everything added, languages in sorted order."""
        names = sorted(self.counts)
        means = {name: self.sums[name] / self.counts[name] for name in names}
        return Centroids(means, {name: self.counts[name] for name in names})

    def _open(self, names: list[str]) -> None:
        known = sorted({*self.sums, *names})
        if self.gram == "language" and len(known) > MOST_LANGUAGES:
            raise DataError(fault("language.errors.many_languages", ids=known, found=len(known),
                                  most=MOST_LANGUAGES))  # fmt: skip
        for name in names:
            self.sums.setdefault(name, np.zeros(self.dimension))
            self.counts.setdefault(name, 0)

    def _add(self, name: str, unit: Float64Array) -> None:
        self.sums[name] += np.add.reduce(unit, axis=0)
        self.counts[name] += len(unit)
        if self.gram == "none":
            return
        table = self.grams.setdefault(
            name if self.gram == "language" else EVERYTHING, np.zeros((self.dimension,) * 2)
        )
        from threadpoolctl import threadpool_limits

        with threadpool_limits(limits=1, user_api="blas"):  # one order of summation everywhere
            table += unit.T @ unit
