"""What two spaces are compared by, with every value without each group."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.embeddings.panel import Panel
from monosashi.neighbors import Metric
from monosashi.results import Row
from monosashi.shape.grouping import Grouping
from monosashi.shape.similarity.distances import DistanceRanks, Floats, mean_or_nan
from monosashi.shape.similarity.kernels import Alignments, alignments
from monosashi.shape.similarity.neighbours import Ints, Lists, Pair, common_counts, overlap

MOST, SAMPLE = 20_000, 5_000
MOST_DISTANCES = 3_000
WORK = 150_000_000
SHOWN = 20
Found = dict[str, tuple[float, Floats | None]]


@dataclass(frozen=True, eq=False)
class Task:
    """One comparison of two spaces.

    Attributes
    ----------
    panel : Panel
        Two sets.
    grouping : Grouping or None
    k, metric, sample : as in ``measure_agreement``
    generator : numpy Generator
    """

    panel: Panel
    grouping: Grouping | None
    k: int
    metric: Metric
    generator: np.random.Generator
    sample: int | None

    @property
    def codes(self) -> Ints | None:
        """(n,) group of each object."""
        return None if self.grouping is None else self.grouping.codes

    def measure(self) -> tuple[Found, dict[str, Any], Alignments]:
        """Values with their (G,) values without each group; counts; kernels."""
        rows = self._anchors()
        found, facts = self._neighbours(rows)
        more, counts = self._distances()
        first, second = self.panel.sets
        aligned = alignments(first, second, self.metric, self.codes)
        return found | more, facts | counts, aligned

    def _anchors(self) -> Ints:
        n = self.panel.n
        most = self.sample or (n if n <= MOST else SAMPLE)
        return np.arange(n) if most >= n else np.sort(
            self.generator.choice(n, most, replace=False))  # fmt: skip

    def _neighbours(self, rows: Ints) -> tuple[Found, dict[str, Any]]:
        first, second = self.panel.sets
        pair = Pair(first, second, rows, self.codes, self.k, self.metric)
        a, b = pair.lists()
        value, chance = overlap(a, b, self.k), self.k / (self.panel.n - 1)
        facts = {"n_anchors": len(rows), "ties_a": a.ties, "ties_b": b.ties,
                 "least_alike": self._least_alike(rows, a, b)}  # fmt: skip
        if self.codes is None:
            return {"knn_overlap": (value, None),
                    "knn_overlap_adjusted": (_above(value, chance), None)}, facts  # fmt: skip
        left = pair.without_each(a, b)
        rest = self.panel.n - pair.sizes - 1
        chances = np.divide(self.k, rest, out=np.full(len(rest), np.nan), where=rest > self.k)
        adjusted = _above(value, chance), _above(left, chances)
        return {"knn_overlap": (value, left), "knn_overlap_adjusted": adjusted}, facts

    def _least_alike(self, rows: Ints, a: Lists, b: Lists) -> tuple[Row, ...]:
        """The anchors that share the fewest neighbours, and their nearest in each space."""
        shared = common_counts(a.indices[:, : self.k], b.indices[:, : self.k])
        ids = self.panel.sets[0].ids
        return tuple(
            {"id": str(ids[rows[i]]), "shared": int(shared[i]), "overlap": shared[i] / self.k,
             "nearest_a": str(ids[a.indices[i, 0]]), "nearest_b": str(ids[b.indices[i, 0]])}
            for i in np.argsort(shared, kind="stable")[:SHOWN])  # fmt: skip

    def _distances(self) -> tuple[Found, dict[str, Any]]:
        groups = 1 if self.grouping is None else self.grouping.n_groups
        most = min(MOST_DISTANCES, max(100, math.isqrt(2 * WORK // groups)))
        n = self.panel.n
        chosen = np.arange(n) if n <= most else np.sort(
            self.generator.choice(n, most, replace=False))  # fmt: skip
        first, second = (data.take(chosen) for data in self.panel.sets)
        ranks = DistanceRanks.of(first, second, self.metric)
        by_row = ranks.by_row()
        facts = {"n_distance_objects": len(chosen), "undefined_rows": int(np.isnan(by_row).sum())}
        left: tuple[Floats | None, Floats | None] = (None, None)
        if self.codes is not None:
            left = ranks.without_each(self.codes[chosen], groups)
        return {"distance_spearman": (ranks.over_pairs(), left[0]),
                "rowwise_spearman": (mean_or_nan(by_row), left[1])}, facts  # fmt: skip


def _above(value: Any, chance: Any) -> Any:
    return (value - chance) / (1 - chance)
