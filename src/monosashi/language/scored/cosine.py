"""Plain cosine, of raw or of mended vectors."""

from __future__ import annotations

from dataclasses import dataclass

from monosashi.language.scored.blocks import Float64Array, Needs
from monosashi.language.scored.space import Space


class SpaceBlocks:
    """Blocks over one space; what follows the cosine is left to each method."""

    def __init__(self, space: Space) -> None:
        self.space = space

    @property
    def n_queries(self) -> int:
        """Rows of the table."""
        return self.space.n

    @property
    def n_documents(self) -> int:
        """Columns of the table."""
        return self.space.candidates.n

    def block(self, rows: slice) -> Float64Array:
        """(rows, documents) cosines, a document's best chunk."""
        return self.space.best_chunks(self.space.cosines(rows))


@dataclass(frozen=True)
class CosineScores:
    """The cosine and nothing else."""

    code: str = "cosine"

    def refit(self, space: Space) -> CosineScores:  # noqa: ARG002
        """Nothing is fitted."""
        return self

    def scores(self, space: Space) -> SpaceBlocks:
        """Cosines of the space."""
        return SpaceBlocks(space)

    def needs(self, space: Space) -> Needs:  # noqa: ARG002
        """One search."""
        return Needs("none", 0, 1, 0, query_language=False)
