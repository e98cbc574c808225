"""Reductions that are fitted from the nearest others of every row, and from nothing else."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from monosashi.embeddings import EmbeddingSet
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.keyed import Keyed
from monosashi.hubs.reductions.local import own_nearest
from monosashi.hubs.reductions.reduction import Floats
from monosashi.neighbors import Metric, Neighbors


@dataclass(frozen=True, kw_only=True, eq=False)
class OfNearest(Keyed):
    """One number for each distinct row; copies take that of their row."""

    @classmethod
    def fit(
        cls, data: EmbeddingSet | Any, *, k: int = 10, metric: Metric = "euclidean",
        n_jobs: int | None = None,
    ) -> Self:  # fmt: skip
        """Measure every row against its k nearest others.

        Parameters
        ----------
        data : EmbeddingSet or (n, d) array
        k : int
        metric : "euclidean" or "cosine"
        n_jobs : int, optional

        Raises
        ------
        DataError
            An unknown metric, ``k`` not below the number of distinct rows, zero vectors with
            cosine.
        """
        ground = Ground.of(data, metric)
        rows, numbers = cls.measured(ground, own_nearest(ground, k, n_jobs))
        every = {name: values[ground.copies.kind] for name, values in rows.items()}
        made: Any = cls
        fitted: Self = made(ground=ground, k=k, **every, **numbers)
        return fitted

    @classmethod
    @abstractmethod
    def measured(
        cls, ground: Ground, found: Neighbors
    ) -> tuple[Mapping[str, Floats], Mapping[str, float]]:
        """Fields with a number a distinct row, and single numbers, from the nearest others."""
