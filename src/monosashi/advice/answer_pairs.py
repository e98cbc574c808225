"""Each query beside the right document that is nearest to it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import unit_rows
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.retrieval.asking import Asking, asked_vectors
from monosashi.retrieval.library import Library
from monosashi.retrieval.units import Units

Array = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class AnswerPairs:
    """Queries that have a right document among those searched.

    Attributes
    ----------
    rows : (m,) int
        Rows of the queries in their set.
    units : Units
        The independent unit of each, numbered anew.
    answers : (m,) int
        Row of the right document (of its chunk) that is nearest by cosine; the lower row of equals.
    query, answer : (m, d) float64
        Both as unit vectors.
    apart : tuple of m int arrays
        Rows that are no competitors of an answer: all rows of right documents, chunks included,
        and of documents that the query never sees.
    """

    rows: Rows
    units: Units
    answers: Rows
    query: Array
    answer: Array
    apart: tuple[Rows, ...]

    @property
    def m(self) -> int:
        """How many there are."""
        return len(self.rows)


def answer_pairs(asking: Asking) -> AnswerPairs:
    """Pair every query that has an answer among the documents with the nearest one."""
    right = _rows_of(asking.task.golds.starts, asking.task.golds.documents, asking.library)
    hidden = _rows_of(asking.task.hidden.starts, asking.task.hidden.documents, asking.library)
    having = np.array([i for i, found in enumerate(right) if len(found)], dtype=np.intp)
    rows = asking.rows[having]
    query = _unit(asked_vectors(asking.queries)[rows], asking.queries.ids[rows])
    answers, answer = _nearest_right(query, [right[i] for i in having], asking.library)
    known, codes = np.unique(asking.units.codes[having], return_inverse=True)
    units = Units(tuple(asking.units.names[i] for i in having), codes, len(known))
    apart = tuple(np.union1d(right[i], hidden[i]) for i in having)
    return AnswerPairs(rows, units, answers, query, answer, apart)


def _unit(vectors: FloatArray, ids: TextArray) -> Array:
    return np.asarray(unit_rows(np.asarray(vectors, dtype=np.float64), ids), dtype=np.float64)


def _rows_of(starts: Rows, documents: Rows, library: Library) -> list[Rows]:
    """Rows of the documents listed for every query."""
    ends = np.append(library.starts, len(library.order))
    return [
        np.sort(np.concatenate([library.order[ends[d] : ends[d + 1]] for d in documents[a:b]]))
        if b > a else np.empty(0, dtype=np.intp)
        for a, b in pairwise(starts)
    ]  # fmt: skip


def _nearest_right(query: Array, right: list[Rows], library: Library) -> tuple[Rows, Array]:
    entry = np.repeat(np.arange(len(right)), [len(found) for found in right])
    flat = np.concatenate(right)
    needed, place = np.unique(flat, return_inverse=True)
    wanted = library.set.take(needed)
    units = _unit(wanted.vectors, wanted.ids)
    cosines = np.einsum("ij,ij->i", query[entry], units[place])
    order = np.lexsort((flat, -cosines, entry))
    _, first = np.unique(entry[order], return_index=True)
    chosen = order[first]
    return flat[chosen], units[place[chosen]]
