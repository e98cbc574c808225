"""Which neighbours of the same anchors another version of the vectors keeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Column, EmbeddingSet
from monosashi.neighbors import nearest
from monosashi.results import Estimate
from monosashi.statistics.mean_interval import mean_interval

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
OVERSAMPLING = 4


@dataclass(frozen=True, eq=False)
class Anchors:
    """Queries and what they search, in one version.

    Attributes
    ----------
    base : EmbeddingSet
    queries : EmbeddingSet
    own : (n,) row of the base that each query is, or -1
    pairs : (m, 2) rows of queries and of the base whose distances are compared
    units : (n,) number of the independent unit of each query, or None: each is one
    """

    base: EmbeddingSet
    queries: EmbeddingSet
    own: Ints
    pairs: Ints
    units: Ints | None = None

    @classmethod
    def of(
        cls,
        base: EmbeddingSet,
        queries: EmbeddingSet | None,
        most: int,
        pairs: int,
        rng: np.random.Generator,
        *,
        groups: Column | None = None,
    ) -> Anchors:
        """Choose anchors and pairs; a pair never joins an item with itself."""
        if queries is None and base.query_vectors is not None:
            asked = replace(base, vectors=base.query_vectors, query_vectors=None)
        else:
            asked = base if queries is None else queries
        labels = None if groups is None else asked.column(groups, "groups")
        rows = np.sort(rng.choice(asked.n, size=min(asked.n, most), replace=False))
        own = rows if queries is None else np.full(len(rows), -1)
        drawn = np.column_stack([rng.integers(0, len(rows), pairs), rng.integers(0, base.n, pairs)])
        drawn = np.unique(drawn[own[drawn[:, 0]] != drawn[:, 1]], axis=0)
        plain = replace(base, query_vectors=None)
        units = None if labels is None else np.unique(labels[rows], return_inverse=True)[1]
        return cls(plain, replace(asked.take(rows), query_vectors=None), own, drawn, units)

    @property
    def n(self) -> int:
        """Number of anchors."""
        return self.queries.n

    def mapped(self, change: Callable[[EmbeddingSet], EmbeddingSet]) -> Anchors:
        """The same anchors and pairs in another version of the vectors."""
        return replace(self, base=change(self.base), queries=change(self.queries))

    def lists(self, k: int) -> tuple[Ints, npt.NDArray[np.bool_]]:
        """(n, k) nearest rows of the base by cosine, and whether the last place was a tie."""
        found = nearest(self.queries, self.base, k=k, metric="cosine", exclude=self.own)
        return found.indices, found.tied

    def distances(self) -> Floats:
        """(m,) cosine distances of the pairs, in float64."""
        left = self.queries.vectors[self.pairs[:, 0]].astype(np.float64)
        right = self.base.vectors[self.pairs[:, 1]].astype(np.float64)
        lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
        cosine: Floats = np.einsum("ij,ij->i", left, right) / lengths
        return 1 - cosine


@dataclass(frozen=True)
class Kept:
    """What one version keeps."""

    overlap: Estimate
    rescored: Estimate
    tied: float
    spearman: float | None


@dataclass(frozen=True, eq=False)
class Reference:
    """The lists and distances of the full vectors."""

    anchors: Anchors
    indices: Ints
    distances: Floats
    confidence: float

    @classmethod
    def of(cls, anchors: Anchors, k: int, confidence: float) -> Reference:
        """Search with the full vectors."""
        indices, _ = anchors.lists(k)
        return cls(anchors, indices, anchors.distances(), confidence)

    def kept_by(self, other: Anchors) -> Kept:
        """Compare lists of k with lists of k and of 4 k, and the distances of pairs."""
        k = self.indices.shape[1]
        others = other.base.n - int((other.own >= 0).any())
        longer, _ = other.lists(min(OVERSAMPLING * k, others))
        short, tied = other.lists(k)
        return Kept(self._share(short), self._share(longer), float(tied.mean()),
                    _spearman(self.distances, other.distances()))  # fmt: skip

    def _share(self, lists: Ints) -> Estimate:
        """Mean over anchors of the share of their k neighbours that stand in ``lists``."""
        k = self.indices.shape[1]
        apart = np.arange(len(lists))[:, None] * self.anchors.base.n
        kept = np.isin(self.indices + apart, lists + apart).sum(axis=1) / k
        return _mean(kept, self.anchors.units, self.confidence)


def _mean(kept: Floats, units: Ints | None, confidence: float) -> Estimate:
    """Mean over anchors; anchors of one unit stand or fall together in the interval."""
    codes = np.arange(len(kept)) if units is None else units
    counts: Floats = np.bincount(codes).astype(np.float64)
    sums: Floats = np.bincount(codes, weights=kept).astype(np.float64)
    found, mean, n = mean_interval(sums, counts, confidence=confidence), kept.mean(), len(sums)
    apart = float(np.sum((sums - mean * counts) ** 2))
    error = float(np.sqrt(n / (n - 1) * apart) / len(kept)) if n > 1 else None
    method = found.method.replace("units", "anchors" if units is None else "groups")
    if units is not None and "over groups" not in method:
        method = f"{method}, over groups"
    return Estimate(float(mean), found.low, found.high, error, method, n)


def _spearman(before: Floats, after: Floats) -> float | None:
    """Rank correlation with mid-ranks; None when all distances of one version are equal."""
    from scipy.stats import rankdata

    a, b = (rankdata(values) - (len(values) + 1) / 2 for values in (before, after))
    scale = float(np.sqrt((a @ a) * (b @ b)))
    return None if scale == 0 else float(a @ b) / scale
