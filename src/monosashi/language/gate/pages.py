"""Pages of a site as runs of rows: a page scores by its best chunk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, fault, unit_rows
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.sets import Column
from monosashi.embeddings.translations import texts_of
from monosashi.language.layout import IntArray

Float64Array = npt.NDArray[np.float64]
BLOCK = 128
SHOWN = 80  # signs of a text


@dataclass(frozen=True, eq=False)
class Rows:
    """Unit vectors of pages, one run of rows each.

    Attributes
    ----------
    unit : (rows, d) float64
    starts : (m,) int
        First row of every page.
    """

    unit: Float64Array
    starts: IntArray

    @property
    def n(self) -> int:
        """Number of pages."""
        return len(self.starts)

    def take(self, pages: IntArray) -> Rows:
        """Some pages, in that order."""
        ends = np.append(self.starts[1:], len(self.unit))[pages]
        lengths = ends - self.starts[pages]
        offsets = np.cumsum(lengths) - lengths
        rows = np.repeat(self.starts[pages] - offsets, lengths) + np.arange(lengths.sum())
        return Rows(self.unit[rows], offsets)

    def cosines(self, others: Rows) -> Float64Array:
        """(m, m of the others) cosine of the nearest two chunks of every two pages."""
        if not self.n or not others.n:
            return np.empty((self.n, others.n))
        found: Float64Array = self.unit @ others.unit.T
        if others.n < len(others.unit):
            found = np.maximum.reduceat(found, others.starts, axis=1)
        if self.n < len(self.unit):
            found = np.maximum.reduceat(found, self.starts, axis=0)
        return np.clip(found, -1.0, 1.0)

    def each(self, others: Rows) -> Iterator[Float64Array]:
        """Page after page, its cosines with the others; each may be changed."""
        for start in range(0, self.n, BLOCK):
            part = np.arange(start, min(start + BLOCK, self.n))
            yield from self.take(part).cosines(others)


@dataclass(frozen=True, eq=False)
class SitePages:
    """Rows of a set as pages, ordered by language, then key.

    Attributes
    ----------
    data : EmbeddingSet
    languages : tuple of str
    order : (rows,) int
        Rows of the set, page after page.
    starts : (m,) int
        First place of every page in ``order``.
    keys, spoken : (m,) text
        Key and language of every page.
    ids : (m,) text
        Id of its first row.
    texts : (m,) text or None
        Of all its rows, where the set has texts.
    """

    data: EmbeddingSet
    languages: tuple[str, ...]
    order: IntArray
    starts: IntArray
    keys: TextArray
    spoken: TextArray
    ids: TextArray
    texts: TextArray | None

    @classmethod
    def of(cls, data: EmbeddingSet, *, key: Column | None, language: Column) -> SitePages:
        """Rows that share key and language are one page; without keys every row is one."""
        if data.zero_rows:
            rows = data.zero_rows
            raise DataError(fault("embeddings.errors.zero_vectors", rows, list(data.ids[rows])))
        names = data.ids if key is None else data.column(key, "key")
        spoken = data.column(language, "language")
        order = np.lexsort((names.astype(str), spoken.astype(str)))
        new = np.ones(len(order), dtype=bool)
        new[1:] = (names[order][1:] != names[order][:-1]) | (
            spoken[order][1:] != spoken[order][:-1]
        )
        starts = np.flatnonzero(new)
        first = order[starts]
        told = texts_of(data, None)
        texts = None if told is None else _joined(told[order], starts)
        return cls(data, tuple(sorted(set(spoken))), order, starts, names[first], spoken[first],
                   data.ids[first], texts)  # fmt: skip

    @property
    def n(self) -> int:
        """Number of pages."""
        return len(self.starts)

    def beginning(self, page: int) -> str:
        """How the text of a page begins, on one line; empty where there are no texts."""
        if self.texts is None:
            return ""
        text = " ".join(self.texts[page].split())
        return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"

    def rows(self, vectors: FloatArray | None = None) -> Rows:
        """All pages, with these vectors of the rows of the set (default its own)."""
        held = self.data.vectors if vectors is None else vectors
        wide = np.asarray(held[self.order], dtype=np.float64)
        unit = unit_rows(wide, self.data.ids[self.order])
        return Rows(np.asarray(unit, dtype=np.float64), self.starts)

    def row_values(self, of_pages: TextArray) -> TextArray:
        """A value of every page at each of its rows, in the order of the set."""
        out = np.empty(len(self.order), dtype=object)
        out[self.order] = np.repeat(of_pages, np.diff(np.append(self.starts, len(self.order))))
        return out

    def in_language(self, language: str) -> IntArray:
        """Pages of a language."""
        return np.flatnonzero(self.spoken == language)

    def rows_of(self, pages: IntArray) -> IntArray:
        """Rows of the set that some pages consist of, page after page."""
        ends = np.append(self.starts[1:], len(self.order))
        return np.concatenate([self.order[self.starts[p] : ends[p]] for p in pages]
                              or [np.empty(0, dtype=np.intp)])  # fmt: skip


def _joined(texts: TextArray, starts: IntArray) -> TextArray:
    out = np.empty(len(starts), dtype=object)
    ends = [*starts[1:], len(texts)]
    out[:] = ["\n".join(texts[a:b]) for a, b in zip(starts, ends, strict=True)]
    return out
