"""A constant added to the scores of each pair of languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.language.scored.blocks import Float64Array, Needs
from monosashi.language.scored.cosine import SpaceBlocks
from monosashi.language.scored.space import Space, without_hidden
from monosashi.neighbors.blocks import row_blocks

BLOCK = 128
Asking = Literal["queries", "documents"]


class OffsetBlocks(SpaceBlocks):
    """cos + a constant of (language of the query, language of the document)."""

    def __init__(self, space: Space, offsets: Float64Array) -> None:
        super().__init__(space)
        unknown = [code for code in np.unique(space.spoken) if np.isnan(offsets[code]).any()]
        if unknown:
            raise DataError(*(fault("language.errors.no_offset", language=space.languages[code])
                              for code in unknown))  # fmt: skip
        self.offsets = np.repeat(offsets, np.diff(space.candidates.pools), axis=1)

    def block(self, rows: slice) -> Float64Array:
        """(rows, documents) shifted cosines."""
        return super().block(rows) + self.offsets[self.space.spoken[rows]]


def levels(space: Space, top: int | None) -> Float64Array:
    """(L, L) mean score of queries of one language with documents of another.

    ``top`` takes only the highest so many of each query; NaN where nothing asks or is seen.
    """
    total = np.zeros((len(space.languages),) * 2)
    count = np.zeros_like(total)
    for rows in row_blocks(space.n, BLOCK):
        seen = without_hidden(space.best_chunks(space.cosines(rows)), space, rows)
        for target in range(len(space.languages)):
            mean, known = _means(seen[:, space.candidates.pool(target)], top)
            np.add.at(total[:, target], space.spoken[rows][known], mean[known])
            np.add.at(count[:, target], space.spoken[rows][known], 1.0)
    return np.divide(total, count, out=np.full_like(total, np.nan), where=count > 0)


def _means(seen: Float64Array, top: int | None) -> tuple[Float64Array, np.ndarray]:
    if top is not None and top < seen.shape[1]:
        seen = np.partition(seen, seen.shape[1] - top, axis=1)[:, -top:]
    finite = np.isfinite(seen)
    count = finite.sum(axis=1)
    return np.where(finite, seen, 0.0).sum(axis=1) / np.maximum(count, 1), count > 0


@dataclass(frozen=True, eq=False)
class OffsetScores:
    """Lift foreign documents by the gap between own-language and foreign scores.

    offset(s, t) = level(s, s) - level(s, t), where level is the mean cosine of queries in s with
    documents in t (or of each query's ``top`` highest). One number a pair of languages: easy to
    deploy, and easy to overdo, since a gap of the nearest documents also lifts what is no answer.

    Attributes
    ----------
    offsets : (L, L) float64
        NaN for a language in which nothing asked.
    top : int or None
    asking : str
        Whether the gap was taken from queries or from documents that ask for each other.
    n : int
        How many asked.
    """

    offsets: Float64Array
    top: int | None
    asking: Asking
    n: int
    code: str = "offset"

    @classmethod
    def fit(
        cls, space: Space, *, top: int | None = None, asking: Asking = "queries"
    ) -> OffsetScores:
        """Take the gaps from the queries of a space, or from its documents."""
        probes = space if asking == "queries" else space.documents_asking()
        level = levels(probes, top)
        return cls(np.diag(level)[:, None] - level, top, asking, probes.n)

    def refit(self, space: Space) -> OffsetScores:
        """The gaps of another part."""
        return OffsetScores.fit(space, top=self.top, asking=self.asking)

    def scores(self, space: Space) -> OffsetBlocks:
        """Shifted scores; DataError for queries in a language without a gap."""
        return OffsetBlocks(space, self.offsets)

    def needs(self, space: Space) -> Needs:
        """One search a language, so that no list is cut before the shift."""
        languages = len(space.languages)
        return Needs(self.asking, self.n, languages, 8 * languages**2, query_language=True)
