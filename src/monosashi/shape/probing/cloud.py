"""Vectors in float64 with their groups, and what the sums of squares say of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.shape.configuration import Array, Configuration, configure
from monosashi.shape.grouping import Grouping
from monosashi.shape.sums import GroupSums, group_sums


@dataclass(frozen=True, eq=False)
class Cloud:
    """Rows as they stand (unit or not), with their groups."""

    rows: Array
    grouping: Grouping

    @cached_property
    def configuration(self) -> Configuration:
        """The rows minus their mean."""
        data = EmbeddingSet(self.rows, np.arange(len(self.rows)).astype(str).astype(object))
        return configure(data, normalise=False)

    @cached_property
    def sums(self) -> GroupSums:
        """Group sums of the centred rows."""
        return group_sums(self.configuration, self.grouping)

    @property
    def v(self) -> float:
        """SS_T / n."""
        return self.configuration.ss_total / self.configuration.n

    @property
    def r_squared(self) -> float | None:
        """SS_B / SS_T; None without variation."""
        total = self.configuration.ss_total
        return max(0.0, self.sums.between) / total if total > 0 else None

    @property
    def w_bar(self) -> float:
        """SS_W / n."""
        return float(self.sums.within.sum()) / self.configuration.n

    @property
    def group_means(self) -> Array:
        """(G, d) centred means."""
        return self.sums.vectors / self.sums.sizes[:, None]

    def share_along(self, direction: Array) -> float | None:
        """Share of the deviations' squares along a direction of length 1; None without any."""
        total = self.configuration.ss_total
        if not total:
            return None
        along = self.configuration.centred @ direction
        return float(along @ along) / total

    def between_direction(self) -> Array:
        """Unit direction along which the group means differ most (weighted by size)."""
        weighted = self.group_means * np.sqrt(self.sums.sizes)[:, None]
        found: Array = np.linalg.svd(weighted, full_matrices=False)[2][0]
        return found
