"""Queries and documents as directions, with their languages: what scores are made of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import EmbeddingSet
from monosashi.language.layout import IntArray
from monosashi.ranking import Candidates, Directions, Lists

if TYPE_CHECKING:
    from monosashi.language.judging.question import Question

Float64Array = npt.NDArray[np.float64]
TILE, KEPT_CELLS = 8_192, 33_554_432


class Pages(Protocol):
    """A corpus: it knows which rows ask and how documents are numbered."""

    @property
    def languages(self) -> tuple[str, ...]: ...  # noqa: D102

    def candidates(self, documents: EmbeddingSet) -> Candidates: ...  # noqa: D102

    def directions(self, documents: EmbeddingSet, queries: EmbeddingSet | None) -> Directions: ...  # noqa: D102


@dataclass(frozen=True, eq=False)
class Space:
    """Vectors, raw or mended, in the numbering of a corpus.

    Attributes
    ----------
    queries : Directions of n rows
    spoken : (n,) int
        Language of every query.
    candidates : Candidates
        Documents; pool ``c`` holds those of language ``c``.
    hidden : Lists
        Documents a query never sees; they enter no mean.
    languages : tuple of str
    numbers : (m,) int
        Number of every document in the whole corpus, so that a part knows itself again.
    """

    queries: Directions
    spoken: IntArray
    candidates: Candidates
    hidden: Lists
    languages: tuple[str, ...]
    numbers: IntArray

    @classmethod
    def of(
        cls,
        pages: Pages,
        question: Question,
        documents: EmbeddingSet,
        queries: EmbeddingSet | None = None,
    ) -> Space:
        """Take the vectors of ``documents`` (and of independent ``queries``), as they are."""
        candidates = pages.candidates(documents)
        asked = pages.directions(documents, queries)
        numbers = np.arange(candidates.n)
        return cls(asked, question.own_pool, candidates, question.hidden, pages.languages, numbers)

    @property
    def n(self) -> int:
        """Number of queries."""
        return len(self.queries)

    @cached_property
    def row_pools(self) -> IntArray:
        """(L + 1,) first row (chunk) of every language."""
        return np.append(self.candidates.starts, len(self.candidates.rows))[self.candidates.pools]

    @cached_property
    def document_of_row(self) -> IntArray:
        """(rows,) number of the document of every row, in the whole corpus."""
        return np.repeat(self.numbers, self.candidates.lengths)

    @cached_property
    def _kept(self) -> Float64Array | None:
        rows = self.candidates.rows
        small = len(rows) * rows.dimension <= KEPT_CELLS
        return rows.unit(slice(0, len(rows))) if small else None

    def cosines(self, rows: slice) -> Float64Array:
        """(block, chunks) float64 cosines."""
        asked, held = self.queries.unit(rows), self.candidates.rows
        if self._kept is not None:
            return asked @ self._kept.T
        out = np.empty((len(asked), len(held)))
        for start in range(0, len(held), TILE):
            tile = slice(start, min(start + TILE, len(held)))
            out[:, tile] = asked @ held.unit(tile).T
        return out

    def best_chunks(self, scores: Float64Array) -> Float64Array:
        """(block, documents) best score of every document's chunks."""
        if not self.candidates.chunked:
            return scores
        best: Float64Array = np.maximum.reduceat(scores, self.candidates.starts, axis=1)
        return best

    def spoken_in(self, rows: slice) -> list[tuple[int, IntArray]]:
        """Languages of a block's queries, each with their offsets."""
        spoken = self.spoken[rows]
        return [(int(code), np.flatnonzero(spoken == code)) for code in np.unique(spoken)]

    def documents_asking(self) -> Space:
        """Every chunk asks, and does not see its own document."""
        held = self.candidates
        own = np.repeat(np.arange(held.n), held.lengths)
        hidden = Lists.from_pairs(len(own), np.arange(len(own)), own)
        spoken = np.searchsorted(held.pools, own, side="right") - 1
        return Space(held.rows, spoken, held, hidden, self.languages, self.numbers)

    def asked_by(self, queries: IntArray) -> Space:
        """Some queries, the very same documents."""
        return self._sharing(replace(
            self, queries=self.queries.take(queries), spoken=self.spoken[queries],
            hidden=self.hidden.take(queries),
        ))  # fmt: skip

    def as_one(self) -> Space:
        """The same vectors with all languages taken for one."""
        held = replace(self.candidates, pools=np.array([0, self.candidates.n]))
        return self._sharing(replace(self, candidates=held, spoken=np.zeros_like(self.spoken),
                                     languages=("",)))  # fmt: skip

    def _sharing(self, other: Space) -> Space:
        """Documents are scaled once, not again for every part of the queries."""
        vars(other)["_kept"] = self._kept
        return other

    def part(self, queries: IntArray, documents: IntArray) -> Space:
        """Some queries and some documents (in rising order)."""
        rows, _ = self.candidates.expand(documents)
        lengths = self.candidates.lengths[documents]
        pools = np.searchsorted(documents, self.candidates.pools)
        held = Candidates(self.candidates.rows.take(rows), np.cumsum(lengths) - lengths, pools)
        return Space(self.queries.take(queries), self.spoken[queries], held,
                     self._hidden_in(queries, documents), self.languages,
                     self.numbers[documents])  # fmt: skip

    def _hidden_in(self, queries: IntArray, documents: IntArray) -> Lists:
        place = np.full(self.candidates.n, -1, dtype=np.intp)
        place[documents] = np.arange(len(documents))
        asked, hidden = self.hidden.take(queries).of(slice(0, len(queries)))
        inside = place[hidden] >= 0
        return Lists.from_pairs(len(queries), asked[inside], place[hidden[inside]])


def without_hidden(scores: Float64Array, space: Space, rows: slice) -> Float64Array:
    """A copy in which documents hidden from a query stand at -inf."""
    seen = scores.copy()
    seen[space.hidden.of(rows)] = -np.inf
    return seen
