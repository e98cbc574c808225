"""Which language every document and query is in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.advice.explaining.search import Rows
from monosashi.embeddings import EmbeddingSet, Fault, fault
from monosashi.retrieval.asking import Asking


@dataclass(frozen=True, eq=False)
class Languages:
    """Labels as numbers.

    Attributes
    ----------
    names : tuple of str
    rows : (rows,) int
        Of every row of the documents' set.
    documents : (documents,) int
        Of every document: that of its first row.
    queries : (n,) int or None
        Of every judged query; -1 for a language that no document has. None where nobody said.
    """

    names: tuple[str, ...]
    rows: Rows
    documents: Rows
    queries: Rows | None

    @classmethod
    def of(cls, asking: Asking, language: Any, query_language: Any) -> Languages | Fault:
        """Read the columns; a Fault says why language cannot be tested."""
        if language is None:
            return fault("misses.reasons.no_language")
        library = asking.library
        labels = library.set.column(language, "language").astype(str)
        names, rows = np.unique(labels, return_inverse=True)
        if len(names) < 2:
            return fault("misses.reasons.one_language", language=str(names[0]))
        documents = rows[library.order[library.starts]]
        spoken = _spoken(asking.queries, language, query_language)
        place = {str(name): i for i, name in enumerate(names)}
        queries = None if spoken is None else np.array(
            [place.get(spoken[row], -1) for row in asking.rows], dtype=np.intp)  # fmt: skip
        return cls(tuple(map(str, names)), rows, documents, queries)


def _spoken(queries: EmbeddingSet, language: Any, given: Any) -> list[str] | None:
    """Labels of all queries: as given, else the column of the same name."""
    column = given if given is not None else language
    if column is None or (given is None and not isinstance(column, str)):
        return None
    if isinstance(column, str) and given is None and column not in queries.columns:
        return None
    return [str(name) for name in queries.column(column, "query_language")]
