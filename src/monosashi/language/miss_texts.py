"""Texts of queries and whole documents, by their numbers."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.translations import texts_of
from monosashi.language.corpus import Corpus


class MissTexts:
    """Clean texts; None where a set has none."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.documents: TextArray | None = corpus.pairs.text
        same = corpus.queries is corpus.pairs.set
        self.queries = self.documents if same else texts_of(corpus.queries, None)
        starts, rows = corpus.layout.starts, corpus.layout.rows
        self._ends = np.append(starts[1:], len(rows))

    def query(self, number: int) -> str | None:
        """Text of a query."""
        return None if self.queries is None else str(self.queries[self.corpus.asked.rows[number]])

    def document(self, number: int) -> str | None:
        """Text of a document, its chunks in one."""
        if self.documents is None:
            return None
        layout = self.corpus.layout
        rows = layout.rows[layout.starts[number] : self._ends[number]]
        return "\n".join(sorted(self.documents[rows]))
