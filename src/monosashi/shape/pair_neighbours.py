"""Which groups overlap: neighbours of the members of one that belong to the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.neighbors import nearest
from monosashi.results import Row
from monosashi.shape.configuration import Array, Configuration
from monosashi.shape.grouping import Grouping
from monosashi.shape.sums import IntArray

USUAL_K, MOST = 10, 20_000
NO_OVERLAP: Row = dict.fromkeys(("neighbours_ab", "neighbours_ba", "overlap", "overlap_expected"))


@dataclass(frozen=True, eq=False)
class Overlap:
    """Neighbours counted by group.

    Attributes
    ----------
    k : int
    counts : (G, G) neighbours in group b of the asked members of group a
    asked : (G,) members whose neighbours were counted
    sizes : (G,) members that could be neighbours
    """

    k: int
    counts: IntArray
    asked: IntArray
    sizes: IntArray

    def row(self, a: int, b: int) -> Row:
        """``neighbours_ab, neighbours_ba, overlap, overlap_expected`` of a pair."""
        n_a, n_b, n = int(self.sizes[a]), int(self.sizes[b]), int(self.sizes.sum())
        ab, ba = (self._share(one, other) for one, other in ((a, b), (b, a)))
        shares = np.array([ab, ba], dtype=np.float64)
        weights = [n_a, n_b]
        expected = 2 * n_a * n_b / ((n - 1) * (n_a + n_b))
        overlap = None if None in (ab, ba) else float(np.average(shares, weights=weights))
        return {"neighbours_ab": ab, "neighbours_ba": ba, "overlap": overlap,
                "overlap_expected": expected}  # fmt: skip

    def _share(self, a: int, b: int) -> float | None:
        asked = int(self.asked[a])
        return int(self.counts[a, b]) / (self.k * asked) if asked else None


def overlap_of(
    cloud: Configuration, grouping: Grouping, places: Sequence[int], k: int | None,
    rng: np.random.Generator,
) -> Overlap | None:  # fmt: skip
    """Search the members of the compared groups among themselves; None for fewer than three.

    Above 20,000 objects the neighbours of 20,000 drawn at random are counted.
    """
    rows = np.flatnonzero(np.isin(grouping.codes, places))
    if len(rows) < 3:
        return None
    usual = min(USUAL_K if k is None else k, len(rows) - 2)
    vectors: Array = cloud.rows(rows)
    codes = grouping.codes[rows]
    if len(rows) <= MOST:
        asked = np.arange(len(rows))
        lists = nearest(vectors, k=usual).indices
    else:
        asked = np.sort(rng.choice(len(rows), MOST, replace=False))
        lists = nearest(vectors[asked], vectors, k=usual, exclude=asked).indices
    groups = grouping.n_groups
    pairs = codes[asked][:, None] * groups + codes[lists]
    counts = np.bincount(pairs.ravel(), minlength=groups**2).reshape(groups, groups)
    return Overlap(usual, counts, np.bincount(codes[asked], minlength=groups),
                   np.bincount(codes, minlength=groups))  # fmt: skip
