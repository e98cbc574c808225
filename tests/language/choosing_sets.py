"""Small bilingual corpora with independent queries, and ways to score that do harm."""

from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.language.scored import CosineScores
from monosashi.language.scored.cosine import SpaceBlocks


def queries_of(pages, *, noise=0.1, seed=2, shift=0.0):
    """Noisy versions of the pages, in both languages, with the columns of the pages."""
    rng = np.random.default_rng(seed)
    vectors = pages.vectors.astype(np.float64)
    moved = vectors + noise * rng.normal(size=vectors.shape) + shift
    return EmbeddingSet.from_arrays(
        moved, ids=[f"q:{name}" for name in pages.ids], columns=pages.columns
    )


@dataclass(frozen=True)
class Lifted:
    """Foreign documents gain a constant."""

    by: float
    code: str = "lifted"

    def refit(self, space):  # noqa: ARG002
        return self

    def needs(self, space):
        return CosineScores().needs(space)

    def scores(self, space):
        return LiftedBlocks(space, self.by)


class LiftedBlocks(SpaceBlocks):
    def __init__(self, space, by):
        super().__init__(space)
        self.by = by

    def block(self, rows):
        scores = super().block(rows)
        language = np.repeat(np.arange(2), np.diff(self.space.candidates.pools))
        return scores + self.by * (language[None, :] != self.space.spoken[rows, None])
