"""Scores standardised within each language, query by query."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.language.scored.blocks import Float64Array, Needs
from monosashi.language.scored.cosine import SpaceBlocks
from monosashi.language.scored.space import Space, without_hidden
from monosashi.ranking import TIE


class StandardisedBlocks(SpaceBlocks):
    """(cos - mean) / standard deviation over the documents of a language that a query sees."""

    def block(self, rows: slice) -> Float64Array:
        """(rows, documents) standardised cosines."""
        scores = super().block(rows)
        seen = without_hidden(scores, self.space, rows)
        for code in range(len(self.space.languages)):
            pool = self.space.candidates.pool(code)
            scores[:, pool] = standardise(scores[:, pool], np.isfinite(seen[:, pool]))
        return scores


def standardise(scores: Float64Array, seen: np.ndarray) -> Float64Array:
    """Rows with mean 0 and deviation 1 over what is seen; 0 where all that is seen is level.

    Examples
    --------
    >>> seen = np.array([[1, 1, 0], [1, 1, 1]]) > 0
    >>> standardise(np.array([[1.0, 3.0, 9.0], [2.0, 2.0, 2.0]]), seen)
    array([[-1.,  1.,  7.],
           [ 0.,  0.,  0.]])
    """
    count = seen.sum(axis=1, keepdims=True)
    some = np.maximum(count, 1)
    mean = np.where(seen, scores, 0.0).sum(axis=1, keepdims=True) / some
    centred = scores - mean
    spread = np.sqrt((np.where(seen, centred, 0.0) ** 2).sum(axis=1, keepdims=True) / some)
    level = (spread <= TIE) | (count == 0)
    return np.where(level, 0.0, centred / np.where(level, 1.0, spread))


@dataclass(frozen=True)
class StandardisedScores:
    """z-norm of scores per query and language: nothing is fitted, every document is scored.

    An index need not score all documents: mean and deviation of a query's cosines follow from
    each language's mean vector c and second moments M, as q'c and q'Mq - (q'c)^2.
    """

    code: str = "z_norm"

    def refit(self, space: Space) -> StandardisedScores:  # noqa: ARG002
        """Nothing is fitted."""
        return self

    def scores(self, space: Space) -> StandardisedBlocks:
        """Standardised scores of a space."""
        return StandardisedBlocks(space)

    def needs(self, space: Space) -> Needs:
        """One search a language, and each language's first and second moments."""
        d, languages = space.queries.dimension, len(space.languages)
        return Needs("none", 0, languages, 8 * languages * (d * d + d), query_language=False)
