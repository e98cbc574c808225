"""The documents that are searched: rows joined to documents, found again by id."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.ranking import Candidates, Directions
from monosashi.ranking.cosine import IntArray


@dataclass(frozen=True, eq=False)
class Library:
    """Documents in the order in which they first appear.

    Attributes
    ----------
    set : EmbeddingSet
        One row a chunk.
    ids : tuple of str
        Of documents, not of rows.
    order : (rows,) int
        Rows of the set, document by document.
    starts : (documents,) int
        Where each document begins in ``order``.
    """

    set: EmbeddingSet
    ids: tuple[str, ...]
    order: IntArray
    starts: IntArray

    @classmethod
    def of(cls, documents: EmbeddingSet, document: Any = None) -> Library:
        """Join the rows that share a value of the column ``document``; default every row alone."""
        if document is None:
            rows = np.arange(documents.n)
            return cls(documents, tuple(documents.ids.tolist()), rows, rows)
        names = documents.column(document, "document")
        number: dict[str, int] = {}
        codes = np.array([number.setdefault(name, len(number)) for name in names])
        order = np.argsort(codes, kind="stable")
        return cls(documents, tuple(number), order,
                   np.searchsorted(codes[order], np.arange(len(number))))  # fmt: skip

    @property
    def n(self) -> int:
        """Number of documents."""
        return len(self.ids)

    @cached_property
    def number(self) -> dict[str, int]:
        """Number of each document id."""
        return {name: i for i, name in enumerate(self.ids)}

    @cached_property
    def document_of(self) -> IntArray:
        """Document number of every row of the set."""
        counts = np.diff(np.append(self.starts, len(self.order)))
        numbers = np.empty(len(self.order), dtype=np.intp)
        numbers[self.order] = np.repeat(np.arange(self.n), counts)
        return numbers

    def candidates(self) -> Candidates:
        """The rows as directions; zero vectors are refused by id."""
        rows = Directions(self.set.vectors, self.order, self.set.ids)
        return Candidates(rows, self.starts, np.array([0, self.n]))

    def text_of(self, name: str) -> str | None:
        """The text of a document's first row, where it is here and has one."""
        texts, number = self.set.columns.get("text"), self.number.get(name)
        if texts is None or number is None:
            return None
        held = texts[self.order[self.starts[number]]]
        return held if isinstance(held, str) else None
