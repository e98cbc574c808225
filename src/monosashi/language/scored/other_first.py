"""The degenerate repair: other languages first, whatever was asked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.language.scored.blocks import Float64Array, Needs
from monosashi.language.scored.cosine import SpaceBlocks
from monosashi.language.scored.space import Space

ABOVE_ALL = 4.0  # wider than any difference of two cosines


class OtherFirstBlocks(SpaceBlocks):
    """Cosines, with all foreign documents lifted above all of the query's own language."""

    def block(self, rows: slice) -> Float64Array:
        """(rows, documents) cosines or cosines + 4."""
        scores = super().block(rows)
        own = np.searchsorted(self.space.candidates.pools, np.arange(scores.shape[1]),
                              side="right") - 1  # fmt: skip
        scores[own[None, :] != self.space.spoken[rows, None]] += ABOVE_ALL
        return scores


@dataclass(frozen=True)
class OtherFirstScores:
    """A check of every guard: best recall of translations there is, and search is ruined."""

    code: str = "other_first"

    def refit(self, space: Space) -> OtherFirstScores:  # noqa: ARG002
        """Nothing is fitted."""
        return self

    def scores(self, space: Space) -> OtherFirstBlocks:
        """Lifted cosines of a space."""
        return OtherFirstBlocks(space)

    def needs(self, space: Space) -> Needs:
        """One search a language."""
        return Needs("none", 0, len(space.languages), 0, query_language=True)
