"""Pages of a site as runs of rows: a page scores by its best chunk."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, fault, unit_rows
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.sets import Column
from monosashi.embeddings.source_rows import rows_of_source
from monosashi.embeddings.translations import texts_of
from monosashi.language.layout import IntArray

Float64Array = npt.NDArray[np.float64]
Number = TypeVar("Number", np.float32, np.float64)
SHOWN = 80  # signs of a text
CUT_OFF = " ,;:、，"  # signs that no text ends with before "…"


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
        lengths = self.lengths[pages]
        offsets = np.cumsum(lengths) - lengths
        rows = np.repeat(self.starts[pages] - offsets, lengths) + np.arange(lengths.sum())
        return Rows(self.unit[rows], offsets)

    def cosines(self, others: Rows) -> Float64Array:
        """(m, m of the others) cosine of the nearest two chunks of every two pages."""
        if not self.n or not others.n:
            return np.empty((self.n, others.n))
        return np.clip(self.best_chunks(self.unit @ others.unit.T, others), -1.0, 1.0)

    def best_chunks(self, scores: npt.NDArray[Number], others: Rows) -> npt.NDArray[Number]:
        """(m, m of the others) from scores of all their chunks."""
        if others.n < len(others.unit):
            scores = np.maximum.reduceat(scores, others.starts, axis=1)
        if self.n < len(self.unit):
            scores = np.maximum.reduceat(scores, self.starts, axis=0)
        return scores

    @cached_property
    def lengths(self) -> IntArray:
        """Rows of every page."""
        return np.diff(np.append(self.starts, len(self.unit)))


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
            with rows_of_source(data):
                raise DataError(fault("embeddings.errors.zero_documents", rows,
                                      list(data.ids[rows])))  # fmt: skip
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
        if len(text) <= SHOWN:
            return text
        space = text.rfind(" ", SHOWN // 2, SHOWN)  # between words, where there are spaces
        return f"{text[: space if space > 0 else SHOWN - 1].rstrip(CUT_OFF)}…"

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

    def id_order(self) -> IntArray:
        """(m,) place of every page's id among all ids, sorted: what settles equal scores."""
        names = self.ids.astype(str)
        place = np.empty(self.n, dtype=np.intp)
        place[np.argsort(names, kind="stable")] = np.arange(self.n)
        return place

    def same_key(self, keys: TextArray, pool: IntArray) -> tuple[IntArray, IntArray]:
        """(rows, places): which of ``keys`` a page of the ``pool`` has; one a key at most."""
        place = {str(key): at for at, key in enumerate(self.keys[pool])}
        found = np.array([place.get(str(key), -1) for key in keys], dtype=np.intp)
        rows = np.flatnonzero(found >= 0)
        return rows, found[rows]

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
