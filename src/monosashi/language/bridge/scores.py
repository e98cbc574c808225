"""Every language's index searched alone, with queries that speak its language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault
from monosashi.language.scored.blocks import Float64Array, Needs
from monosashi.language.scored.cosine import SpaceBlocks
from monosashi.language.scored.fused import ranks_of_rows
from monosashi.language.scored.space import Space, without_hidden
from monosashi.ranking import Directions

BoolArray = npt.NDArray[np.bool_]


class BridgedBlocks(SpaceBlocks):
    """Minus the rank within a document's language: lists stand side by side, scores never do."""

    def __init__(self, space: Space, asked: Sequence[Directions], known: BoolArray) -> None:
        super().__init__(space)
        self.asked, self.known = asked, known

    def cosines(self, rows: slice) -> Float64Array:
        """(rows, documents) cosines, each language's with the query in that language.

        Hidden documents, and languages into which a query has no translation, stand at -inf.
        """
        held = self.space.candidates
        out = np.full((rows.stop - rows.start, held.n), -np.inf)
        for code, queries in enumerate(self.asked):
            pool, known = held.pool(code), np.flatnonzero(self.known[rows, code])
            if pool.start == pool.stop or not len(known):
                continue
            chunks = slice(*(int(at) for at in self.space.row_pools[code : code + 2]))
            part = queries.unit(rows.start + known) @ held.rows.unit(chunks).T
            starts = held.starts[pool] - chunks.start
            best = np.maximum.reduceat(part, starts, axis=1) if held.chunked else part
            out[np.ix_(known, np.arange(pool.start, pool.stop))] = best
        return without_hidden(out, self.space, rows)

    def block(self, rows: slice) -> Float64Array:
        """(rows, documents) of ranks, negated."""
        seen = self.cosines(rows)
        out = np.full_like(seen, -np.inf)
        for code in range(len(self.asked)):
            pool = self.space.candidates.pool(code)
            if pool.start < pool.stop:
                inside = seen[:, pool]
                out[:, pool] = np.where(np.isneginf(inside), -np.inf, -ranks_of_rows(inside))
        return out


@dataclass(frozen=True, eq=False)
class BridgeScores:
    """A way to score: the query is translated, each language's index is searched alone.

    Two documents of different languages are never compared by score. Read as one list, all heads
    tie, then all seconds (as for ``FusedScores``): results in the mixed pool are intervals, and
    ``Judged.ranks("pool")`` says what each list is worth.

    Attributes
    ----------
    vectors : L arrays of (n, d)
        Every query in every language, its own included; zeros where there is no translation.
    known : (n, L) bool
        Whether a query has a vector in a language.
    """

    vectors: Sequence[npt.NDArray[np.floating]]
    known: BoolArray
    code: str = "bridge"

    def refit(self, space: Space) -> BridgeScores:  # noqa: ARG002
        """Nothing is fitted."""
        return self

    def scores(self, space: Space) -> BridgedBlocks:
        """Ranks of a space that holds all queries of these vectors, in their order.

        Raises
        ------
        DataError
            A space of other queries or languages.
        """
        if (space.n, len(space.languages)) != self.known.shape:
            raise DataError(fault("language.errors.other_scores", found=self.known.shape,
                                  expected=(space.n, len(space.languages))))  # fmt: skip
        asked = [Directions(_somewhere(vectors, self.known[:, code]))
                 for code, vectors in enumerate(self.vectors)]  # fmt: skip
        return BridgedBlocks(space, asked, self.known)

    def needs(self, space: Space) -> Needs:
        """One search a language; the language of the query must be known."""
        return Needs("none", 0, len(space.languages), 0, query_language=True)


def _somewhere(vectors: npt.NDArray[np.floating], known: BoolArray) -> npt.NDArray[np.floating]:
    """Rows without a translation point anywhere: nothing looks at them."""
    filled = vectors.copy()
    filled[~known] = 1.0
    return filled
