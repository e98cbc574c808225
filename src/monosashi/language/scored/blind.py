"""A way to score that is told nothing of languages: the contrast of one that is."""

from __future__ import annotations

from dataclasses import dataclass, replace

from monosashi.language.scored.blocks import Needs, ScoreBlocks, ScoreMethod
from monosashi.language.scored.space import Space


@dataclass(frozen=True, eq=False)
class BlindScores:
    """The same method with all documents and queries in one language.

    What it gains (against hubs, say) is no gain of language; only what the method gains beyond it
    can be one.

    Attributes
    ----------
    method : ScoreMethod
        Fitted to a space of one language (``Space.as_one``).
    """

    method: ScoreMethod

    @property
    def code(self) -> str:
        """Name for tables."""
        return f"{self.method.code}_all"

    def refit(self, space: Space) -> BlindScores:
        """The same method, fitted to another part, languages not told."""
        return BlindScores(self.method.refit(space.as_one()))

    def scores(self, space: Space) -> ScoreBlocks:
        """Scores in the numbering of the space."""
        return self.method.scores(space.as_one())

    def needs(self, space: Space) -> Needs:
        """As the method; nobody has to know the language of a query."""
        return replace(self.method.needs(space.as_one()), query_language=False)
