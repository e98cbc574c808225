"""Every statistic with one item (or one query) left out, without searching again.

Leaving an item out of a self-search takes its own list away and makes every list that held it take
in its next neighbour, the (k + 1)-th. That touches about 2 k counts, so all n values of a
statistic that is a sum over items cost one pass over 2 n k changes. When queries come from
outside, the index is fixed and leaving a query out only takes its list away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.hubs.occurrence import Counts, top_count

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Deletions:
    """What leaving each unit out does to the counts.

    Attributes
    ----------
    counts : (n_indexed,) counts before
    unit, item, change : (c,) arrays
        Without ``unit``, the count of ``item`` changes by ``change``.
    units : int
        Items (which also leave the index), or queries.
    leaves : bool
        Whether a unit is also an indexed item.
    k : int
    """

    counts: Counts
    unit: Counts
    item: Counts
    change: Counts
    units: int
    leaves: bool
    k: int

    @classmethod
    def of_items(cls, lists: Counts, following: Counts, counts: Counts) -> Deletions:
        """Self-search: ``following`` is the (k + 1)-th neighbour of each item."""
        n, k = lists.shape
        owners = np.repeat(np.arange(n), k)
        members = lists.ravel()
        unit = np.concatenate([owners, members])
        item = np.concatenate([members, np.repeat(following, k)])
        change = np.concatenate([np.full(n * k, -1), np.full(n * k, 1)])
        pairs, place = np.unique(unit * n + item, return_inverse=True)
        summed = np.bincount(place, weights=change).astype(np.int64)
        return cls(counts, pairs // n, pairs % n, summed, n, leaves=True, k=k)

    @classmethod
    def of_queries(cls, lists: Counts, counts: Counts) -> Deletions:
        """Lists of outside queries against a fixed index."""
        m, k = lists.shape
        unit = np.repeat(np.arange(m), k)
        gone = np.full(m * k, -1)
        return cls(counts, unit, lists.ravel(), gone, m, leaves=False, k=k)

    def values(self) -> Mapping[str, Floats]:
        """``units`` values of each statistic, one for each unit left out."""
        n = len(self.counts) - int(self.leaves)
        mean = self.k * (self.units - 1) / n
        largest = max(self.counts.max(), (self.counts[self.item] + self.change).max())
        v = np.arange(float(largest) + 1)
        places = self.k * (self.units - 1)
        second, third = self._sums(v**2) / n, self._sums(v**3) / n
        variance = second - mean**2
        with np.errstate(divide="ignore", invalid="ignore"):
            skew = (third - 3 * mean * second + 2 * mean**3) / variance**1.5
        return {
            "antihub_share": self._sums((v == 0).astype(np.float64)) / n,
            "top_share_ratio": self._top_mean(v) / mean,
            "skewness": np.where(variance > 0, skew, 0.0),
            "robin_hood": self._sums(np.abs(v - mean)) / (2 * places),
            "hub_occurrence": self._sums(v * (v * n >= 2 * places)) / places,
            "gini": self._gini(v) / (2 * n * places),
        }

    def _sums(self, g: Floats) -> Floats:
        """``sum g(N)`` without each unit; ``g`` is a table over counts."""
        before = g[self.counts]
        moved = g[self.counts[self.item] + self.change] - before[self.item]
        sums: Floats = before.sum() + np.bincount(self.unit, weights=moved, minlength=self.units)
        return sums - before if self.leaves else sums

    def _top_mean(self, v: Floats) -> Floats:
        """Mean of the m largest counts: the least over c of ``c + sum max(N - c, 0) / m``.

        The least lies at the new m-th largest count, which is near the old m-th or (m + 1)-th.
        """
        top = top_count(len(self.counts))
        ordered = np.sort(self.counts)[::-1]
        around = ordered[[top - 1, min(top, len(ordered) - 1)]][:, None] + np.arange(-2, 4)
        cuts = np.unique(np.maximum(around, 0))
        least: Floats = np.min([c + self._sums(np.maximum(v - c, 0)) / top for c in cuts], axis=0)
        return least

    def _gini(self, v: Floats) -> Floats:
        """``sum |N_i - N_j|`` over pairs; changes of two items at once are of second order."""
        sizes = np.bincount(self.counts, minlength=len(v)).astype(np.float64)
        below, mass = np.cumsum(sizes), np.cumsum(sizes * v)
        distance = v * (2 * below - below[-1]) + mass[-1] - 2 * mass
        pairs: Floats = 2 * self._sums(distance) - distance[self.counts].sum()
        return pairs
