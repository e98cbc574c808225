"""Rank correlation of distances: over all pairs, and anchor by anchor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import EmbeddingSet, unit_rows
from monosashi.neighbors import map_blocks, row_blocks

Ints = npt.NDArray[np.integer[Any]]
Floats = npt.NDArray[np.float64]
TIE = 1e-12


def squared_distances(data: EmbeddingSet, metric: str) -> Floats:
    """(m, m) squared distances in float64, each by differences, whatever the blocks."""
    from scipy.spatial.distance import cdist

    wide = np.asarray(data.vectors, dtype=np.float64)
    rows = np.asarray(unit_rows(wide, data.ids) if metric == "cosine" else wide, dtype=np.float64)
    blocks = row_blocks(len(rows), 128)
    parts = map_blocks(lambda block: cdist(rows[block], rows, "sqeuclidean"), blocks)
    return np.concatenate(parts)


def levels_of(values: Floats, largest: float) -> Ints:
    """Ranks of values from 0 along the last axis, equal ones alike.

    Neighbouring values within 1e-12 of ``largest`` are equal: that is rounding, not order.
    """
    order = np.argsort(values, axis=-1, kind="stable")
    ordered = np.take_along_axis(values, order, axis=-1)
    steps = np.diff(ordered, axis=-1) > TIE * largest
    ranks = np.zeros(values.shape, dtype=np.int32)
    np.cumsum(steps, axis=-1, out=ranks[..., 1:])
    levels = np.empty_like(ranks)
    np.put_along_axis(levels, order, ranks, axis=-1)
    return levels


def centred_ranks(levels: Ints) -> Floats:
    """Mid-ranks of levels, minus their mean."""
    counts = np.bincount(levels)
    middle = np.cumsum(counts) - (counts - 1) / 2 - (len(levels) + 1) / 2
    ranks: Floats = middle[levels]
    return ranks


def correlation(a: Floats, b: Floats) -> float:
    """Of centred numbers; NaN where one side does not vary."""
    scale = float(a @ a) * float(b @ b)
    return float(a @ b) / float(np.sqrt(scale)) if scale > 0 else float("nan")


@dataclass(frozen=True, eq=False)
class DistanceRanks:
    """Levels of the distances among the same objects in two spaces.

    Attributes
    ----------
    pairs : two (P,) arrays
        Over all pairs i < j, row by row.
    rows : two (m, m) arrays
        Within each row, its own distance (to itself) apart at level 0.
    """

    pairs: tuple[Ints, Ints]
    rows: tuple[Ints, Ints]

    @classmethod
    def of(cls, a: EmbeddingSet, b: EmbeddingSet, metric: str) -> DistanceRanks:
        """Rank all distances in both spaces."""
        pairs, rows = zip(*(_levels(data, metric) for data in (a, b)), strict=True)
        return cls((pairs[0], pairs[1]), (rows[0], rows[1]))

    def over_pairs(self, kept: npt.NDArray[np.bool_] | None = None) -> float:
        """Spearman over the pairs of the kept objects; NaN where one side does not vary."""
        a, b = self.pairs
        if kept is not None:
            i, j = np.triu_indices(len(kept), 1)
            both = kept[i] & kept[j]
            a, b = a[both], b[both]
        if len(a) < 2:
            return float("nan")
        return correlation(centred_ranks(a), centred_ranks(b))

    def by_row(self, kept: npt.NDArray[np.bool_] | None = None) -> Floats:
        """(m,) Spearman of each kept anchor's distances to the kept others; NaN if undefined."""
        m = len(self.rows[0])
        kept = np.ones(m, dtype=bool) if kept is None else kept
        values = np.full(m, np.nan)
        for block in row_blocks(m, 256):
            rows = np.arange(m)[block]
            seen = np.broadcast_to(kept, (len(rows), m)).copy()
            seen[np.arange(len(rows)), rows] = False
            a, b = (_row_ranks(levels[block], seen) for levels in self.rows)
            scale = (a * a).sum(axis=1) * (b * b).sum(axis=1)
            values[block] = np.divide((a * b).sum(axis=1), np.sqrt(scale),
                                      out=np.full(len(rows), np.nan), where=scale > 0)  # fmt: skip
        values[~kept] = np.nan
        return values

    def without_each(self, codes: Ints, n_groups: int) -> tuple[Floats, Floats]:
        """(G,) both correlations with one group of objects gone."""

        def solve(part: slice) -> tuple[float, float]:
            kept = codes != part.start
            return self.over_pairs(kept), mean_or_nan(self.by_row(kept))

        found: Floats = np.array(map_blocks(solve, row_blocks(n_groups, 1)))
        return found[:, 0], found[:, 1]


def _levels(data: EmbeddingSet, metric: str) -> tuple[Ints, Ints]:
    squares = squared_distances(data, metric)
    largest = float(squares.max())
    pairs = levels_of(squares[np.triu_indices(len(squares), 1)], largest)
    np.fill_diagonal(squares, -1.0 - largest)
    return pairs, levels_of(squares, largest)


def _row_ranks(levels: Ints, seen: npt.NDArray[np.bool_]) -> Floats:
    """Centred mid-ranks of each row among what is seen; 0 elsewhere."""
    n, m = levels.shape
    flat = (levels + np.arange(n)[:, None] * m).ravel()
    counts = np.bincount(flat, seen.ravel(), minlength=n * m).reshape(n, m)
    middle = np.cumsum(counts, axis=1) - (counts - 1) / 2
    ranks: Floats = middle.ravel()[flat].reshape(n, m)
    ranks -= (seen.sum(axis=1, keepdims=True) + 1) / 2
    return ranks * seen


def mean_or_nan(values: Floats) -> float:
    """Mean of what is defined."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("nan")
