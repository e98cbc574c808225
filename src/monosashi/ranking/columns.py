"""What stands in the columns of a product: rows of candidates, joined to documents in pools."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from monosashi.ranking.cosine import Directions, IntArray


@dataclass(frozen=True, eq=False)
class Candidates:
    """Documents, sorted so that every pool is one run of columns.

    Attributes
    ----------
    rows : Directions
        One row a chunk, ordered by pool, then document.
    starts : (m,) int
        First row of every document; a document scores by its best row.
    pools : (p + 1,) int
        Documents ``pools[c]`` to ``pools[c + 1]`` carry label ``c``.
    """

    rows: Directions
    starts: IntArray
    pools: IntArray

    @property
    def n(self) -> int:
        """Number of documents."""
        return len(self.starts)

    @cached_property
    def lengths(self) -> IntArray:
        """Rows of every document."""
        return np.diff(np.append(self.starts, len(self.rows)))

    @property
    def chunked(self) -> bool:
        """Whether any document has several rows."""
        return self.n < len(self.rows)

    def pool(self, label: int) -> slice:
        """Columns that carry a label."""
        return slice(int(self.pools[label]), int(self.pools[label + 1]))

    def expand(self, documents: IntArray) -> tuple[IntArray, IntArray]:
        """Rows of the listed documents, and which entry of the list each row belongs to."""
        lengths = self.lengths[documents]
        entry = np.repeat(np.arange(len(documents)), lengths)
        within = np.arange(len(entry)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        return self.starts[documents][entry] + within, entry


@dataclass(frozen=True, eq=False)
class Lists:
    """A list of documents for every query: ``documents[starts[i]:starts[i + 1]]``."""

    starts: IntArray
    documents: IntArray

    @classmethod
    def from_pairs(cls, n: int, queries: IntArray, documents: IntArray) -> Lists:
        """Collect (query, document) pairs, once each."""
        pairs = np.unique(np.stack([queries, documents], axis=1).astype(np.intp), axis=0)
        starts = np.searchsorted(pairs[:, 0], np.arange(n + 1))
        return cls(starts, pairs[:, 1])

    def of(self, rows: slice) -> tuple[IntArray, IntArray]:
        """(offset of the query inside ``rows``, document) pairs of a block of queries."""
        starts = self.starts[rows.start : rows.stop + 1]
        offsets = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        return offsets, self.documents[starts[0] : starts[-1]]

    def take(self, queries: IntArray) -> Lists:
        """The lists of the given queries, in that order."""
        lengths = np.diff(self.starts)[queries]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        entry = np.repeat(np.arange(len(queries)), lengths)
        within = np.arange(len(entry)) - starts[:-1][entry]
        return Lists(starts, self.documents[self.starts[queries][entry] + within])
