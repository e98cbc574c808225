"""One index a language, the lists fused by rank."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.language.scored.blocks import Float64Array, Needs
from monosashi.language.scored.cosine import SpaceBlocks
from monosashi.language.scored.space import Space, without_hidden
from monosashi.ranking import TIE

LAST = float(np.finfo(np.float64).min)


class FusedBlocks(SpaceBlocks):
    """Minus the rank within the document's language; lists that abstain stand at -inf."""

    def __init__(self, space: Space, thresholds: Float64Array | None) -> None:
        super().__init__(space)
        self.thresholds = thresholds

    def block(self, rows: slice) -> Float64Array:
        """(rows, documents) of ranks, negated."""
        seen = without_hidden(super().block(rows), self.space, rows)
        out = np.empty_like(seen)
        for code in range(len(self.space.languages)):
            pool = self.space.candidates.pool(code)
            if pool.start == pool.stop:
                continue
            out[:, pool] = -ranks_of_rows(seen[:, pool])
            if self.thresholds is not None:
                limit = self.thresholds[self.space.spoken[rows], code]
                out[seen[:, pool].max(axis=1) < limit, pool] = -np.inf
        return out


def ranks_of_rows(scores: Float64Array) -> Float64Array:
    """Rank of every column in its row: 1 + what is higher; equal scores share a rank.

    Examples
    --------
    >>> ranks_of_rows(np.array([[0.2, 0.9, 0.2, -np.inf]]))
    array([[2., 1., 2., 4.]])
    """
    order = np.argsort(-scores, axis=1, kind="stable")
    falling = np.maximum(np.take_along_axis(scores, order, axis=1), LAST)
    place = np.arange(scores.shape[1])
    starts = np.ones(scores.shape, dtype=bool)
    starts[:, 1:] = falling[:, :-1] - falling[:, 1:] > TIE
    rank = 1.0 + np.maximum.accumulate(np.where(starts, place, 0), axis=1)
    out = np.empty_like(rank)
    np.put_along_axis(out, order, rank, axis=1)
    return out


@dataclass(frozen=True, eq=False)
class FusedScores:
    """Search every language alone and fuse the lists by rank (reciprocal rank fusion).

    A document stands in one list only, so 1 / (k + rank) orders documents by rank for every k:
    the score here is minus the rank. All heads tie, then all seconds, and so on; what a search
    shows first is left to chance, so read results as intervals. Without ``thresholds`` it cannot
    say that a language holds nothing: with two languages half of each page is foreign.

    Attributes
    ----------
    thresholds : (L, L) float64, optional
        A list is left out when its best cosine lies below the threshold of (language of the
        query, language of the list); ``Abstention`` calibrates them. NaN never leaves out.
    """

    thresholds: Float64Array | None = None
    code: str = "fused"

    def refit(self, space: Space) -> FusedScores:  # noqa: ARG002
        """Nothing is fitted on vectors."""
        return self

    def scores(self, space: Space) -> FusedBlocks:
        """Negated ranks of a space."""
        return FusedBlocks(space, self.thresholds)

    def needs(self, space: Space) -> Needs:
        """One search a language."""
        languages = len(space.languages)
        kept = 0 if self.thresholds is None else 8 * languages**2
        return Needs("none", 0, languages, kept, query_language=self.thresholds is not None)
