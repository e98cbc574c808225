"""Number documents by language, then key."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import EmbeddingSet, Pairs
from monosashi.ranking import Candidates, Directions

IntArray = npt.NDArray[np.intp]
BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Layout:
    """Documents as runs of rows, languages as runs of documents.

    Attributes
    ----------
    rows : (rows,) int
        Rows of the set, ordered by language, then key.
    starts : (m,) int
        First place of every document in ``rows``.
    pools : (L + 1,) int
        First document of every language.
    document_of : (keys, L) int
        Number of the document, -1 where there is none.
    """

    rows: IntArray
    starts: IntArray
    pools: IntArray
    document_of: IntArray

    @classmethod
    def of(cls, pairs: Pairs) -> Layout:
        """Lay out the rows of ``pairs``."""
        present = pairs.counts.T > 0
        document_of = np.full(present.shape, -1, dtype=np.intp)
        document_of[present] = np.arange(present.sum())
        lengths = pairs.counts.T[present]
        pools = np.concatenate([[0], np.cumsum(present.sum(axis=1))])
        rows = np.lexsort((pairs.key_codes, pairs.language_codes))
        starts = np.cumsum(lengths) - lengths
        return cls(rows, starts, pools, np.ascontiguousarray(document_of.T))

    def candidates(self, documents: EmbeddingSet) -> Candidates:
        """The columns of a product, from these vectors of the documents."""
        rows = Directions(documents.vectors, self.rows, documents.ids)
        return Candidates(rows, self.starts, self.pools)

    @property
    def sizes(self) -> IntArray:
        """Documents of every language."""
        return np.diff(self.pools)
