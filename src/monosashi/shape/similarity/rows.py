"""Rows of one space, ready to be summed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import EmbeddingSet, unit_rows
from monosashi.neighbors import row_blocks
from monosashi.shape.configuration import BLOCK, Array, row_squares
from monosashi.shape.similarity.neighbours import Ints


@dataclass(frozen=True, eq=False)
class Rows:
    """Centred and scaled float64 rows of one space, block by block; never all in memory at once."""

    data: EmbeddingSet
    metric: str
    centre: Array
    scale: float

    @classmethod
    def of(cls, data: EmbeddingSet, metric: str) -> Rows:
        """Find the mean and the root mean square distance to it."""
        first = cls(data, metric, np.zeros(data.dimension), 1.0)
        origin = first.take(np.array([0]))[0]
        start = cls(data, metric, origin, 1.0)
        centre = origin + np.sum([rows.sum(axis=0) for rows in start], axis=0) / data.n
        middle = cls(data, metric, centre, 1.0)
        total = sum(float(row_squares(rows).sum()) for rows in middle)
        return cls(data, metric, centre, float(np.sqrt(total / data.n)) or 1.0)

    def take(self, rows: Ints | slice) -> Array:
        """Some rows."""
        wide = np.asarray(self.data.vectors[rows], dtype=np.float64)
        held = unit_rows(wide) if self.metric == "cosine" else wide
        taken: Array = np.asarray((held - self.centre) / self.scale, dtype=np.float64)
        return taken

    def __iter__(self) -> Iterator[Array]:
        return (self.take(block) for block in row_blocks(self.data.n, BLOCK))
