"""CSLS and margin: scores that allow for how crowded it is around query and document."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.language.scored.blocks import Float64Array, Needs, ScoreBlocks
from monosashi.language.scored.cosine import SpaceBlocks
from monosashi.language.scored.local_means import crowding
from monosashi.language.scored.space import Space, without_hidden


class CrowdedBlocks(SpaceBlocks):
    """Cosines with what is known of the crowding around queries and chunks."""

    def __init__(self, space: Space, probes: Space, k: int) -> None:
        super().__init__(space)
        self.k, self.around = k, crowding(space, probes, k)
        seen = space.candidates.n - np.diff(space.hidden.starts)
        if len(blind := np.flatnonzero(seen < k)):
            raise DataError(fault("language.errors.few_candidates", blind.tolist(),
                                  n=int(seen.min()), k=k))  # fmt: skip

    def around_queries(self, rows: slice, cosines: Float64Array) -> Float64Array:
        """(block, 1) mean cosine with the k nearest documents that the query sees."""
        seen = without_hidden(self.space.best_chunks(cosines), self.space, rows)
        nearest = np.partition(seen, seen.shape[1] - self.k, axis=1)[:, -self.k :]
        crowd: Float64Array = np.sort(nearest, axis=1).mean(axis=1, keepdims=True)
        return crowd


class CSLSBlocks(CrowdedBlocks):
    """2 cos - r(query) - r(document)."""

    def block(self, rows: slice) -> Float64Array:
        """(rows, documents) CSLS, a document's best chunk."""
        cosines = self.space.cosines(rows)
        scores = 2.0 * cosines - self.around_queries(rows, cosines)
        for code, offsets in self.space.spoken_in(rows):
            scores[offsets] -= self.around[code]
        return self.space.best_chunks(scores)


class MarginBlocks(CrowdedBlocks):
    """Cosine over the mean of r(query) and r(document)."""

    def block(self, rows: slice) -> Float64Array:
        """(rows, documents) ratios, a document's best chunk."""
        cosines = self.space.cosines(rows)
        asked = self.around_queries(rows, cosines)
        for code, offsets in self.space.spoken_in(rows):
            crowd = (asked[offsets] + self.around[code]) / 2.0
            bad = offsets[(crowd <= 0.0).any(axis=1)]
            if len(bad):
                raise DataError(fault("language.errors.margin_sign", (rows.start + bad).tolist()))
            cosines[offsets] /= crowd
        return self.space.best_chunks(cosines)


@dataclass(frozen=True, eq=False)
class _Crowded:
    probes: Space
    k: int = 10

    def needs(self, space: Space) -> Needs:
        """One number a chunk and language that asks; probes are the documents of the queries'."""
        asked = np.unique(space.spoken)
        sizes = np.diff(self.probes.row_pools)
        kept = 8 * len(asked) * len(space.candidates.rows)
        return Needs("documents", int(sizes[asked].sum()), 1, kept, query_language=True)


class CSLSScores(_Crowded):
    """Cross-domain similarity local scaling, with a language's own documents as probes.

    score = 2 cos(q, d) - r(q) - r(d): r(d) is the mean cosine of d with the k nearest documents
    of the query's language, itself left out; r(q) that of q with the k nearest documents it sees
    (Conneau et al. 2018, arXiv 1710.04087). r(q) moves all scores of a query alike.

    Attributes
    ----------
    probes : Space
        Whose documents are the probes.
    k : int
    """

    code = "csls"

    def refit(self, space: Space) -> CSLSScores:
        """The same k, with the documents of another part as probes."""
        return CSLSScores(space, self.k)

    def scores(self, space: Space) -> ScoreBlocks:
        """Score a space; DataError where a language has too few probes."""
        return CSLSBlocks(space, self.probes, self.k)


class MarginScores(_Crowded):
    """Ratio margin, with a language's own documents as probes.

    score = cos(q, d) / ((r(q) + r(d)) / 2), r as for CSLS (Artetxe and Schwenk 2019,
    arXiv 1811.01136, there with k = 4).

    Attributes
    ----------
    probes : Space
    k : int
    """

    code = "margin"

    def refit(self, space: Space) -> MarginScores:
        """The same k, with the documents of another part as probes."""
        return MarginScores(space, self.k)

    def scores(self, space: Space) -> ScoreBlocks:
        """Score a space; DataError where a language has too few probes."""
        return MarginBlocks(space, self.probes, self.k)
