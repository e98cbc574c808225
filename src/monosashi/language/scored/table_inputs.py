"""What came for a table of scores, checked and laid out as spaces."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.embeddings.sets import Column
from monosashi.language.layout import IntArray
from monosashi.language.same_model import model_faults
from monosashi.language.scored.blocks import Float64Array
from monosashi.language.scored.hubness import CSLSBlocks, MarginBlocks
from monosashi.language.scored.space import Space
from monosashi.neighbors.blocks import row_blocks
from monosashi.ranking import Candidates, Directions, Lists

BLOCK = 256
Vectors = EmbeddingSet | npt.ArrayLike


@dataclass(frozen=True, eq=False)
class TableAsked:
    """The space to score, the one whose documents are the probes, and the columns' order."""

    space: Space
    crowd: Space
    k: int
    place: IntArray

    @classmethod
    def of(
        cls,
        queries: Vectors,
        documents: Vectors,
        *,
        language: Column | None,
        query_language: Column | None,
        probes: Vectors | None,
        k: int,
    ) -> TableAsked:
        """Check what came and lay it out."""
        asked, held = as_set(queries), as_set(documents)
        crowd = asked if probes is None else as_set(probes)
        faults = _faults(asked, held, crowd, k)
        if language is not None and probes is not None:
            faults.append(fault("language.errors.probes_twice"))
        if faults:
            raise DataError(*faults)
        if language is None:
            return cls(_space(asked, held), _apart(_space(asked, crowd), held.n), k,
                       np.arange(held.n))  # fmt: skip
        space, place = _by_language(asked, held, language, query_language)
        return cls(space, space, k, place)

    def table(self, method: type[CSLSBlocks | MarginBlocks]) -> Float64Array:
        """All scores, documents in the order they came in."""
        scores = method(self.space, self.crowd, self.k)
        blocks = [scores.block(rows) for rows in row_blocks(scores.n_queries, BLOCK)]
        return np.concatenate(blocks)[:, self.place]


def _faults(asked: EmbeddingSet, held: EmbeddingSet, crowd: EmbeddingSet, k: object) -> list[Fault]:
    faults = model_faults(held, asked, sides=("documents", "queries"), roles=False)
    if crowd is not asked:
        faults += model_faults(held, crowd, sides=("documents", "probes"), roles=False)
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1:
        faults.append(fault("language.errors.bad_k", given=k))
    return faults


def _space(asked: EmbeddingSet, held: EmbeddingSet) -> Space:
    """One pool, one language."""
    queries = Directions(asked.vectors, ids=asked.ids)
    rows = Directions(held.vectors, ids=held.ids)
    columns = Candidates(rows, np.arange(held.n), np.array([0, held.n]))
    return Space(queries, np.zeros(asked.n, dtype=np.intp), columns, _nothing(asked.n), ("",),
                 np.arange(held.n))  # fmt: skip


def _nothing(n: int) -> Lists:
    nobody = np.empty(0, dtype=np.intp)
    return Lists.from_pairs(n, nobody, nobody)


def _apart(space: Space, first: int) -> Space:
    """Rows that are none of the first documents: nothing is left out as itself."""
    return replace(space, numbers=first + space.numbers)


def _by_language(
    asked: EmbeddingSet, held: EmbeddingSet, language: Column, query_language: Column | None
) -> tuple[Space, IntArray]:
    """A pool a language, and where every document went."""
    if query_language is None and not isinstance(language, str):
        raise DataError(fault("language.errors.language_needed"))
    spoken = asked.column(language if query_language is None else query_language, "language")
    names, codes = np.unique(held.column(language, "language"), return_inverse=True)
    foreign = np.flatnonzero(~np.isin(spoken, names))
    if len(foreign):
        raise DataError(fault("language.errors.foreign_queries", foreign.tolist(),
                              sorted(set(spoken[foreign])), known=", ".join(names)))  # fmt: skip
    order = np.argsort(codes, kind="stable")
    pools = np.searchsorted(codes[order], np.arange(len(names) + 1))
    columns = Candidates(Directions(held.vectors, order, held.ids), np.arange(held.n), pools)
    space = Space(Directions(asked.vectors, ids=asked.ids), np.searchsorted(names, spoken),
                  columns, _nothing(asked.n), tuple(map(str, names)), order)  # fmt: skip
    return space, np.argsort(order, kind="stable")
