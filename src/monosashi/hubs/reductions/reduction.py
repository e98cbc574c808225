"""What all hub reductions share: neighbours in the corrected dissimilarity, re-ranking, keeping."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import EmbeddingSet, Fault
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.reranking import Pairs, check_pairs, order_pairs
from monosashi.neighbors import Metric, Neighbors

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Reduction(ABC):
    """A dissimilarity between rows that spreads places in neighbour lists more evenly.

    It is fitted on a set (the index) and answers for that set and for outside queries. Whether
    lists become better is not decided by fewer hubs: measure both (``compare_reductions``).

    Attributes
    ----------
    k : int
        Neighbours that the correction looks at.
    notices : tuple of Fault
        What has to be said about the fit.
    """

    kind: ClassVar[str]
    numbers_kept: ClassVar[tuple[str, ...]] = ()
    arrays_kept: ClassVar[tuple[str, ...]] = ()

    ground: Ground = field(repr=False)
    k: int
    notices: tuple[Fault, ...] = ()

    @property
    def n(self) -> int:
        """Rows it was fitted on."""
        return self.ground.n

    @property
    def metric(self) -> Metric:
        """Distance that is corrected."""
        return self.ground.metric

    @property
    def data(self) -> EmbeddingSet:
        """The set it was fitted on."""
        return self.ground.data

    @abstractmethod
    def neighbours(self, k: int, *, n_jobs: int | None = None) -> Neighbors:
        """The k nearest others of every fitted row in the corrected dissimilarity."""

    @abstractmethod
    def query_neighbours(
        self, queries: EmbeddingSet | Any, k: int, *, n_jobs: int | None = None
    ) -> Neighbors:
        """The k nearest fitted rows of outside queries in the corrected dissimilarity."""

    @abstractmethod
    def _pair_keys(self, pairs: Pairs) -> Floats:
        """Numbers that order the candidates of each query."""

    def rerank(
        self,
        candidates: npt.ArrayLike,
        *,
        k: int,
        queries: EmbeddingSet | Any = None,
        distances: npt.ArrayLike | None = None,
    ) -> Neighbors:
        """Order the candidates of any index anew, by the corrected dissimilarity.

        Take more candidates than answers (200, say): items that hubs kept out of the first k
        cannot come back otherwise.

        Parameters
        ----------
        candidates : (m, L) whole numbers
            Rows of the fitted set that the index found for each query; -1 where there are none.
        k : int
            At most the candidates of every query.
        queries : EmbeddingSet or (m, d) array, optional
            Their distances to the candidates are then computed.
        distances : (m, L) array, optional
            Or the Euclidean distances that the index gave (of unit rows for cosine).

        Returns
        -------
        Neighbors
            ``distances`` hold what decides the order; amounts that belong to the query alone
            change no order and are left out.

        Raises
        ------
        DataError
            Rows outside the fitted set, too few candidates, both or neither of ``queries`` and
            ``distances``, or distances where vectors are needed.
        """
        pairs = check_pairs(self.ground, candidates, k, queries, distances)
        return order_pairs(pairs, self._pair_keys(pairs), k, self.n)

    def numbers(self) -> dict[str, Any]:
        """Options and outcomes of the fit, as plain numbers."""
        return {"k": self.k, **{name: getattr(self, name) for name in self.numbers_kept}}

    def save(self, path: str | Path) -> None:
        """Write a folder (``reduction.json`` and ``arrays.npz``) whole or not at all."""
        from monosashi.hubs.reductions.keeping import write_reduction

        write_reduction(self, Path(path))

    @classmethod
    def load(cls, path: str | Path, data: EmbeddingSet | Any) -> Self:
        """Read what ``save`` wrote, for the same data.

        Raises
        ------
        DataError
            Anything else, another reduction, or data other than those it was fitted on.
        """
        from monosashi.hubs.reductions.keeping import read_reduction

        found = read_reduction(Path(path), data, cls)
        if not isinstance(found, cls):
            raise TypeError(type(found).__name__)
        return found

    @classmethod
    def restore(cls, ground: Ground, kept: Mapping[str, Any], arrays: Mapping[str, Any]) -> Self:
        """Put together what was kept; classes with fields of another form override it."""
        return cls(ground=ground, **kept, **arrays)
