"""What is lost by mixing under one setting of the vectors, query by query."""

from __future__ import annotations

from dataclasses import dataclass, replace

from monosashi.embeddings import EmbeddingSet
from monosashi.language.asking import Pair, asking_rows
from monosashi.language.corpus import Corpus
from monosashi.language.outcomes import FloatArray
from monosashi.language.thinned import Thinned
from monosashi.ranking import GoldRanks, hits


@dataclass(frozen=True, eq=False)
class Lost:
    """Ranks of one setting, and what a mixed pool as small as the target-only one would find."""

    corpus: Corpus
    ranks: GoldRanks
    thinned: Thinned

    @classmethod
    def of(cls, corpus: Corpus, documents: EmbeddingSet, k: int = 0) -> Lost:
        """The same questions; a knob may give documents an own query side that had none."""
        if corpus.role == "documents as queries" and documents.query_vectors is not None:
            corpus = replace(corpus, role="query vectors")
        ranks = corpus.rank(documents, k=k)
        return cls(corpus, ranks, corpus.thin(documents, ranks))

    def columns(self, pair: Pair) -> dict[str, FloatArray]:
        """Hits alone and mixed, the drop, and the part of it that language costs."""
        rows, target = asking_rows(self.corpus, pair), pair[1]
        alone, mixed = (hits(self.ranks.ranks(pool)[rows, target], 1) for pool in ("pool", "mixed"))
        by_language, _ = self.thinned.parts(rows, target, 1, (alone, mixed))
        return {"alone": alone, "mixed": mixed, "drop": alone - mixed, "language": by_language}

    def mutual_variance(self, pair: Pair) -> float:
        """What pages in each other's way add to the variance of the mean language part."""
        rows = asking_rows(self.corpus, pair)
        return self.thinned.mutual_variance(rows, self.corpus.keys(), pair[1], 1)
