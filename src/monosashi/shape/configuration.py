"""The centred point cloud behind every statistic of shape."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, fault, unit_rows
from monosashi.neighbors.blocks import row_blocks
from monosashi.shape.magnitude import refuse_extremes

Array = npt.NDArray[np.float64]
BLOCK = 4_096
ROUNDING = (8 * np.finfo(np.float64).eps) ** 2


@dataclass(frozen=True, eq=False)
class Configuration:
    """Vectors minus their mean, in float64 whatever came.

    Sums of squares are taken from centred rows only: 1 - ||mean||² loses every digit when a
    common direction dominates.

    Attributes
    ----------
    centred : (n, d) float64
    mean : (d,) float64
    rounding : float
        A mean square below this is rounding, not variation.
    """

    centred: Array
    mean: Array
    rounding: float

    @property
    def n(self) -> int:
        """Number of objects."""
        return len(self.centred)

    @property
    def held(self) -> bool:
        """Whether the centred rows are in memory."""
        return True

    @property
    def dimension(self) -> int:
        """Number of columns."""
        return int(self.centred.shape[1])

    def rows(self, which: slice | npt.NDArray[np.integer[Any]]) -> Array:
        """Some centred rows."""
        return self.centred[which]

    def take(self, which: npt.NDArray[np.integer[Any]]) -> Configuration:
        """The same cloud with fewer objects, about the mean of all."""
        return Configuration(self.centred[which], self.mean, self.rounding)

    @cached_property
    def squares(self) -> Array:
        """(n,) squared distance of each object to the mean."""
        return row_squares(self.centred)

    @cached_property
    def ss_total(self) -> float:
        """Sum of squared distances to the mean; exactly 0 when all objects are the same."""
        total = float(self.squares.sum())
        return total if total > self.n * self.rounding else 0.0


def configure(data: EmbeddingSet, *, normalise: bool = True) -> Configuration:
    """Centre a set, after scaling its vectors to length 1 unless told not to.

    The first object is subtracted before the mean is taken, so identical objects give exact zeros
    and a common offset costs no digits.
    """
    if normalise and (rows := data.zero_rows):
        raise DataError(fault("embeddings.errors.zero_vectors", rows, list(data.ids[rows])))
    if not normalise:
        refuse_extremes(data)
    centred = np.empty((data.n, data.dimension))
    for block in row_blocks(data.n, BLOCK):
        wide = np.asarray(data.vectors[block], dtype=np.float64)
        centred[block] = unit_rows(wide) if normalise else wide
    origin = centred[0].copy()
    largest = 1.0 if normalise else float(np.abs(centred).max()) ** 2 * data.dimension
    centred -= origin
    shift = centred.mean(axis=0)
    centred -= shift
    return Configuration(centred, origin + shift, ROUNDING * largest)


def row_squares(rows: Array) -> Array:
    """(n,) sum of squares of each row."""
    squares: Array = np.einsum("ij,ij->i", rows, rows)
    return squares
