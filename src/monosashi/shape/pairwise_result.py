"""What ``pairwise_groups`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from monosashi.embeddings import Fault
from monosashi.results import Finding, Result, Row, Tables
from monosashi.results.plain import plain

ROWS_IN_JSON, MOST_OVERLAPPING, ALPHA = 500, 10, 0.05


@dataclass(frozen=True, kw_only=True, repr=False)
class PairwiseGroups(Result):
    """Every two groups against each other.

    Attributes
    ----------
    n_groups, n_singletons : int
        Groups compared; groups of one object in the data, which are not.
    pairs : rows ``group_a, group_b, n_a, n_b, centroid_distance, r_squared, epsilon_squared, f,
        welch, distance_squared, distance_low, distance_high, p_value, smallest_p, permutations,
        exact, p_adjusted, neighbours_ab, neighbours_ba, overlap, overlap_expected, reason``
        In order of the names. ``distance_squared`` is the squared distance of the centres freed of
        what sampling adds: it does not grow as groups shrink, and can be negative. By it pairs are
        ranked. ``distance_low`` to ``distance_high`` is an interval of the distance itself (a
        jackknife over the objects of both groups), for objects like these in these two groups;
        ``centroid_distance`` is that of the sample. All are on the scale of the model.
        ``epsilon_squared`` is R² freed of what shuffled labels give, for pairs of unlike size.
        ``p_value`` is that of ``statistic``; ``reason`` (only where there is no p) says why.
        ``neighbours_ab`` is the share of the k nearest neighbours of members of A, among all
        compared groups, that belong to B; ``overlap`` is the mean over the members of both, and
        ``overlap_expected`` what it is where all groups lie in one place.
    k : int or None
        Neighbours in a list.
    confidence : float
    adjust, statistic, scheme : str
    notices : tuple of Fault
        Groups that were left out.
    """

    kind: ClassVar[str] = "pairwise"
    n_groups: int
    n_singletons: int
    pairs: tuple[Row, ...]
    adjust: str
    statistic: str
    scheme: str
    confidence: float = 0.95
    k: int | None = None
    notices: tuple[Fault, ...] = ()

    def __repr__(self) -> str:
        tested = [row["p_adjusted"] for row in self.pairs if row["p_adjusted"] is not None]
        below = sum(p < 0.05 for p in tested)
        return (f"PairwiseGroups({self.n_groups} groups, {below} of {len(tested)} pairs "
                f"with adjusted p < 0.05)")  # fmt: skip

    def tables(self) -> Tables:
        """``pairwise``: from the nearest pair to the farthest by ``distance_squared``."""
        return {"pairwise": nearest_first(self.pairs)}

    @property
    def never(self) -> int:
        """How many tested pairs could not have been significant, whatever the others show."""
        from monosashi.statistics.multiplicity import benjamini_hochberg, holm

        floors = [row["smallest_p"] for row in self.pairs if row["smallest_p"] is not None]
        best = {"holm": holm, "bh": benjamini_hochberg}[self.adjust](np.array(floors))
        return int((best >= ALPHA).sum()) if floors else 0

    def findings(self) -> list[Finding]:
        """How many pairs differ, and whether any could."""
        from monosashi.shape.pairwise_findings import pairwise_findings

        return pairwise_findings(self)

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON values; of many pairs the 250 nearest and the 250 farthest.

        Beside them counts over all pairs, and the pairs that overlap most.
        """
        from monosashi.shape.pairwise_findings import significant, undecided

        whole = super().to_dict()
        tested = sum(row["p_adjusted"] is not None for row in self.pairs)
        most = plain(overlapping_first(self.pairs)[:MOST_OVERLAPPING])
        whole |= {"tested": tested, "significant": significant(self), "never": self.never,
                  "undecided": undecided(self), "overlapping": most}  # fmt: skip
        if len(self.pairs) > ROWS_IN_JSON:
            half, ordered = ROWS_IN_JSON // 2, nearest_first(self.pairs)
            whole |= {"pairs": plain([*ordered[:half], *ordered[-half:]]),
                      "pairs_left_out": len(ordered) - ROWS_IN_JSON}  # fmt: skip
        return whole


def nearest_first(pairs: tuple[Row, ...]) -> list[Row]:
    """By the rising unbiased squared distance of the centres; pairs without one come last."""
    return sorted(pairs, key=lambda row: (row["distance_squared"] is None,
                                          row["distance_squared"] or 0.0))  # fmt: skip


def overlapping_first(pairs: tuple[Row, ...]) -> list[Row]:
    """By falling share of neighbours in the other group."""
    return sorted(pairs, key=lambda row: -(row["overlap"] or 0.0))
