"""Rows of the source's tables: V, R² and kept neighbours after a change of made points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import as_set
from monosashi.embeddings.arrays import TextArray
from monosashi.results import Row
from monosashi.shape.configuration import Array
from monosashi.shape.probing.cloud import Cloud
from monosashi.shape.probing.trial import unit_cloud
from monosashi.shape.similarity.neighbours import Lists, lists_of, overlap
from monosashi.shape.source_example import Example
from monosashi.shape.sums import sum_rows

Printed = Mapping[float, tuple[float, float]]


@dataclass(frozen=True, eq=False)
class SourceRows:
    """The example at length 1 and its neighbours, with which every change is compared."""

    before: Cloud
    ids: TextArray
    lists: Lists
    ks: tuple[int, ...]

    @classmethod
    def of(cls, example: Example, ks: Sequence[int]) -> SourceRows:
        """The points at length 1, with the longest lists that ``ks`` need."""
        ids = as_set(example.points).ids
        before = Cloud(unit_cloud(example.points, ids), example.cloud.grouping)
        return cls(before, ids, _lists(before.rows, ks), tuple(ks))

    def shrunk(self, strength: float) -> Array:
        """Unit points pulled to the mean of their group."""
        codes = self.before.grouping.codes
        sizes = self.before.grouping.sizes[:, None]
        means = (sum_rows(self.before.rows, codes, len(sizes)) / sizes)[codes]
        pulled: Array = means + strength * (self.before.rows - means)
        return pulled

    def rows(
        self, values: Sequence[float], change: Callable[[float], Array], printed: Printed | None
    ) -> list[Row]:
        """A row a value."""
        return [self._row(value, change(value)) | _beside(value, printed) for value in values]

    def _row(self, value: float, points: Array) -> Row:
        after = Cloud(unit_cloud(points, self.ids), self.before.grouping)
        lists = _lists(after.rows, self.ks)
        kept = {f"knn_{k}": overlap(self.lists, lists, k) for k in self.ks}
        return {"value": value, "v": after.v, "r_squared": after.r_squared, **kept}


def _lists(rows: Array, ks: Sequence[int]) -> Lists:
    longest = max(ks, default=1)
    return lists_of(as_set(rows), np.arange(len(rows)), longest, longest, "euclidean")


def _beside(value: float, printed: Printed | None) -> Row:
    """What the source prints for this value, in its own setting."""
    if printed is None:
        return {}
    v, share = printed.get(value, (None, None))
    return {"printed_v": v, "printed_r_squared": share}
