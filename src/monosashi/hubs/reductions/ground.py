"""The rows a reduction is fitted on: checked once, directions for cosine, copies known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, as_set, unit_rows
from monosashi.embeddings.arrays import FloatArray
from monosashi.neighbors import Metric, Rows, row_blocks, set_faults
from monosashi.neighbors.duplicates import row_bytes


@dataclass(frozen=True)
class Ground:
    """Rows and the metric they are measured in.

    Attributes
    ----------
    data : EmbeddingSet
        As given.
    rows : (n, d) array
        Float64 unit rows for cosine, else the vectors as given.
    metric : "euclidean" or "cosine"
        Cosine means unit rows first and Euclidean distances afterwards.
    """

    data: EmbeddingSet
    rows: FloatArray
    metric: Metric

    @classmethod
    def of(cls, data: EmbeddingSet | Any, metric: Metric) -> Ground:
        """Check the set and the name of the metric."""
        held = as_set(data)
        if faults := set_faults(held, held, metric):
            raise DataError(*faults)
        return cls(held, in_metric(held, metric), metric)

    @property
    def n(self) -> int:
        """Number of rows."""
        return len(self.rows)

    def queries(self, given: EmbeddingSet | Any) -> FloatArray:
        """Rows of outside queries, checked against the fitted set, in the same metric."""
        asked = as_set(given)
        if faults := set_faults(asked, self.data, self.metric):
            raise DataError(*faults)
        return in_metric(asked, self.metric)

    @cached_property
    def copies(self) -> Copies:
        """Which rows are equal."""
        return Copies.of(self.rows)

    @cached_property
    def distinct(self) -> FloatArray:
        """One row of each kind, in the order of first appearance."""
        return self.rows if self.copies.none else self.rows[self.copies.first]


@dataclass(frozen=True)
class Copies:
    """Equal rows.

    Attributes
    ----------
    first : (u,) int64 array
        Where each distinct row stands first, ascending.
    kind : (n,) int64 array
        Which distinct row each row is.
    """

    first: Rows
    kind: Rows

    @classmethod
    def of(cls, rows: FloatArray) -> Copies:
        """Compare rows byte by byte (-0 counts as 0)."""
        whole = row_bytes(rows + rows.dtype.type(0))
        _, first, kind = np.unique(whole, return_index=True, return_inverse=True)
        order = np.argsort(first, kind="stable")
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        return cls(first[order].astype(np.int64), place[kind.ravel()].astype(np.int64))

    @property
    def none(self) -> bool:
        """Whether every row stands for itself."""
        return len(self.first) == len(self.kind)


def largest_entry(vectors: FloatArray) -> float:
    """The largest entry in size, by blocks."""
    return max(float(np.abs(vectors[rows]).max()) for rows in row_blocks(len(vectors), 1_024))


def in_metric(data: EmbeddingSet, metric: Metric) -> FloatArray:
    """Rows between which Euclidean distances are meant."""
    if metric == "euclidean":
        return data.vectors
    return unit_rows(np.asarray(data.vectors, dtype=np.float64), data.ids)
