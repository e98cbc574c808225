"""One scale of the filter: how near a point is to its neighbours, against what reals are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings.arrays import FloatArray
from monosashi.fidelity.gicdm.looks import Floats, Look, Seen, in_spreads
from monosashi.hubs.reductions import scaled_neighbours_of
from monosashi.neighbors import Rows, row_blocks

MAD_TO_SIGMA = 1.4826
LISTED_AT_ONCE = 1 << 23


@dataclass(frozen=True)
class Scale:
    """A balanced set of distinct reals at one K, and what it sees of these reals themselves.

    Attributes
    ----------
    k : int
    rows : (u, d) array
        Distinct reals in the metric.
    factors : (u,) array
    mean_distance : float
    log_ratio : (u,) array
        Of each real, left out itself.
    own_factors : (u,) array
        The factor of each real as if it were generated: without itself, K + 1 others.
    local_mean, local_spread : (u,) arrays
        Mean and standard deviation (ddof 0) of ``log_ratio`` over its K + 1 others.
    iterations, error, converged : of the iteration
    tight_share : float
        Share of reals in a tight group of few: see ``in_tight_groups``.
    recomputed, columns : int
        Rows that lists alone could not prove, over all steps, and what proving these took, in
        products of one row with all rows: u of them are one pass over all pairs.
    """

    k: int
    rows: FloatArray
    factors: Floats
    mean_distance: float
    log_ratio: Floats
    own_factors: Floats
    local_mean: Floats
    local_spread: Floats
    iterations: int
    error: float
    converged: bool
    tight_share: float
    recomputed: int = 0
    columns: int = 0

    @property
    def middle(self) -> float:
        """Median of the reals' log ratios."""
        return float(np.median(self.log_ratio))

    @property
    def spread(self) -> float:
        """1.4826 times the median absolute deviation."""
        return MAD_TO_SIGMA * float(np.median(np.abs(self.log_ratio - self.middle)))

    def seen(self, neighbours: Rows, distances: Floats) -> Seen:
        """Outside points by their K + 1 nearest reals, scaled."""
        found = Look.of(neighbours, distances, self.factors, self.mean_distance)
        near_by = self.log_ratio[found.neighbours]
        return Seen(
            found.factors,
            in_spreads(found.log_ratio, self.middle, self.spread),
            in_spreads(found.log_ratio, near_by.mean(axis=1), near_by.std(axis=1)),
        )

    def own_deviations(self) -> tuple[Floats, Floats]:
        """The same for the reals, each left out itself."""
        return (
            in_spreads(self.log_ratio, self.middle, self.spread),
            in_spreads(self.log_ratio, self.local_mean, self.local_spread),
        )


def parts_of(m: int, k: int) -> list[slice]:
    """Parts of the points whose lists of k + 1 fit into memory together."""
    return row_blocks(m, max(1, LISTED_AT_ONCE // (k + 1)))


def look(
    scales: Sequence[Scale], rows: FloatArray, *, n_jobs: int | None = None
) -> dict[int, Seen]:  # fmt: skip
    """Outside points at every scale, by K; each depends on itself and the reals alone."""
    if not scales:
        return {}
    parts: list[list[Seen]] = []
    for part in parts_of(len(rows), max(scale.k for scale in scales)):
        found = scaled_neighbours_of(
            rows[part], scales[0].rows, [scale.factors for scale in scales],
            [scale.k + 1 for scale in scales], n_jobs=n_jobs,
        )  # fmt: skip
        parts.append([scale.seen(one.indices, one.distances)
                      for scale, one in zip(scales, found, strict=True)])  # fmt: skip
    return {scale.k: Seen.joined([part[i] for part in parts]) for i, scale in enumerate(scales)}
