"""What ``pairwise_groups`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.embeddings import Fault
from monosashi.results import Finding, Result, Row, Tables

ROWS_IN_JSON = 500


@dataclass(frozen=True, kw_only=True, repr=False)
class PairwiseGroups(Result):
    """Every two groups against each other.

    Attributes
    ----------
    n_groups, n_singletons : int
        Groups compared; groups of one object in the data, which are not.
    pairs : rows ``group_a, group_b, n_a, n_b, centroid_distance, r_squared, f, welch, p_value,
        smallest_p, permutations, exact, p_adjusted, reason``
        In order of the names. ``p_value`` is that of ``statistic``; ``reason`` (only where there
        is no p) says why. ``centroid_distance`` is on the scale of the model.
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
    notices: tuple[Fault, ...] = ()

    def __repr__(self) -> str:
        tested = [row["p_adjusted"] for row in self.pairs if row["p_adjusted"] is not None]
        below = sum(p < 0.05 for p in tested)
        return (f"PairwiseGroups({self.n_groups} groups, {below} of {len(tested)} pairs "
                f"with adjusted p < 0.05)")  # fmt: skip

    def tables(self) -> Tables:
        """``pairwise``: from the nearest pair to the farthest by R²."""
        return {"pairwise": nearest_first(self.pairs)}

    def findings(self) -> list[Finding]:
        """How many pairs differ, and whether any could."""
        from monosashi.shape.pairwise_findings import pairwise_findings

        return pairwise_findings(self)

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON values; of many pairs the 250 nearest and the 250 farthest."""
        whole = super().to_dict()
        if len(self.pairs) > ROWS_IN_JSON:
            half, ordered = ROWS_IN_JSON // 2, nearest_first(self.pairs)
            whole |= {"pairs": [*ordered[:half], *ordered[-half:]],
                      "pairs_left_out": len(ordered) - ROWS_IN_JSON}  # fmt: skip
        return whole


def nearest_first(pairs: tuple[Row, ...]) -> list[Row]:
    """By rising R²; pairs without one come last."""
    return sorted(pairs, key=lambda row: (row["r_squared"] is None, row["r_squared"] or 0.0))
