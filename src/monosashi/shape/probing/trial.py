"""One change of a space at several strengths, against the vectors before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault, unit_rows
from monosashi.embeddings.arrays import TextArray
from monosashi.results import Row
from monosashi.shape.configuration import Array
from monosashi.shape.probing import transforms
from monosashi.shape.probing.cloud import Cloud
from monosashi.shape.probing.removal import removal_row
from monosashi.shape.similarity.neighbours import Ints, Lists, Pair, lists_of, overlap


def unit_cloud(rows: Array, ids: TextArray) -> Array:
    """Rows scaled to length 1, as float64; zero rows are refused by id."""
    return np.asarray(unit_rows(rows, ids), dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Trial:
    """One change at all its strengths, against the vectors before it."""

    cloud: Cloud
    change: transforms.Change
    k: int
    again: bool
    ids: TextArray
    anchors: Ints
    confidence: float | None = None

    @cached_property
    def before(self) -> Cloud:
        """What the changed vectors are compared with."""
        if not self.again:
            return self.cloud
        return Cloud(unit_cloud(self.cloud.rows, self.ids), self.cloud.grouping)

    @cached_property
    def lists_before(self) -> Lists:
        """Its neighbours."""
        return self._lists(self.before.rows)

    def rows(self, strengths: Sequence[float]) -> tuple[list[Row], dict[str, Fault]]:
        """One row a strength, and why a removal has no interval."""
        reasons: dict[str, Fault] = {}
        return [self._row(value, reasons) for value in strengths], reasons

    def _row(self, value: float, reasons: dict[str, Fault]) -> Row:
        changed = self.change.apply(self.cloud, value)
        if self.again:
            changed = self._scaled(changed, value)
        after = Cloud(changed, self.cloud.grouping)
        theory = self.change.expect(self.cloud, value, self.again)
        shared = overlap(self.lists_before, self._lists(changed), self.k)
        chance, v = self.k / (len(changed) - 1), self.before.v
        removed: Row = {}
        if self.confidence is not None:
            pair = Pair(self._set(self.before.rows), self._set(changed), self.anchors,
                        self.cloud.grouping.codes, self.k, "euclidean")  # fmt: skip
            removed, why = removal_row(self.before, after, pair, self.confidence)
            reasons |= why
        return {
            "value": value, "v": after.v, "v_ratio": after.v / v if v else None,
            "r_squared": after.r_squared, "w_bar": after.w_bar, "knn_overlap": shared,
            "knn_overlap_adjusted": (shared - chance) / (1 - chance),
            "expected_v": theory.v, "expected_r_squared": theory.r_squared,
            "expected_same_order": theory.keeps_order, "expected_is_exact": theory.exact,
            "share_along": theory.along, **removed,
        }  # fmt: skip

    def _scaled(self, rows: Array, value: float) -> Array:
        """Length 1; vectors that the change made zero are named."""
        if gone := np.flatnonzero(~rows.any(axis=1)).tolist():
            raise DataError(fault("shape.errors.made_zero", gone, list(self.ids[gone]),
                                  value=value))  # fmt: skip
        return unit_cloud(rows, self.ids)

    def _set(self, rows: Array) -> EmbeddingSet:
        return EmbeddingSet(rows, self.ids)

    def _lists(self, rows: Array) -> Lists:
        return lists_of(self._set(rows), self.anchors, self.k, self.k, "euclidean")
