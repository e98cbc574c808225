"""A cloud too large to be held: its centred rows are made anew whenever they are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, fault, unit_rows
from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.shape.configuration import (
    BLOCK,
    ROUNDING,
    Array,
    Configuration,
    configure,
    row_squares,
)
from monosashi.shape.magnitude import refuse_extremes
from monosashi.shape.scaled_rows import Which, scaled_in_place

LARGE = 2**25
"""Numbers (n × d) up to which a cloud is held in memory: 256 MB in float64."""

PERMUTATIONS, LARGE_PERMUTATIONS = 9999, 199


@dataclass(frozen=True, eq=False)
class Streamed(Configuration):
    """A configuration that holds no rows; ``centred`` is empty.

    Attributes
    ----------
    many : int
        Number of objects.
    read : function of rows, giving them centred, in float64
    known : (n,) squared distances to the mean, where they are known already
    """

    many: int
    read: Callable[[Which], Array]
    known: Array | None = None

    @property
    def held(self) -> bool:
        """Never: whoever needs all rows asks for blocks."""
        return False

    @property
    def n(self) -> int:
        """Number of objects."""
        return self.many

    @cached_property
    def squares(self) -> Array:
        """(n,) squared distance of each object to the mean."""
        if self.known is not None:
            return self.known
        parts = map_blocks(lambda block: row_squares(self.rows(block)), row_blocks(self.n, BLOCK))
        return np.concatenate(parts)

    def rows(self, which: Which) -> Array:
        """Some centred rows, at the cost of reading them."""
        return self.read(which)

    def take(self, which: npt.NDArray[np.integer[Any]]) -> Streamed:
        """The same cloud with fewer objects, about the mean of all."""
        known = None if self.known is None else self.known[which]
        return self.changed(lambda some: self.read(which[some]), known, len(which))

    def changed(self, read: Callable[[Which], Array], known: Array | None, many: int) -> Streamed:
        """Other rows of the same dimension."""
        return Streamed(self.centred, self.mean, self.rounding, many, read, known)


def is_large(data: EmbeddingSet) -> bool:
    """Whether a set has more than 2^25 numbers."""
    return data.n * data.dimension > LARGE


def usual_permutations(data: EmbeddingSet, *, tested: bool) -> tuple[EmbeddingSet, int]:
    """9,999, or 199 and a notice where every arrangement is a long walk over the rows."""
    if not tested or not is_large(data):
        return data, PERMUTATIONS
    note = fault("shape.notices.large", n=data.n, d=data.dimension, permutations=LARGE_PERMUTATIONS,
                 usual=PERMUTATIONS)  # fmt: skip
    return replace(data, notices=(*data.notices, note)), LARGE_PERMUTATIONS


def cloud_of(data: EmbeddingSet, *, normalise: bool = True) -> Configuration:
    """The centred cloud, held in memory up to 2^25 numbers and streamed above."""
    if is_large(data):
        return configure_streamed(data, normalise=normalise)
    return configure(data, normalise=normalise)


def configure_streamed(data: EmbeddingSet, *, normalise: bool = True) -> Streamed:
    """Find the mean in one pass; memory is that of a few blocks."""
    if normalise and (rows := data.zero_rows):
        raise DataError(fault("embeddings.errors.zero_vectors", rows, list(data.ids[rows])))
    if not normalise:
        refuse_extremes(data)

    def plain(which: Which) -> Array:
        wide = np.array(data.vectors[which], dtype=np.float64)  # a copy: scaled in place
        return wide if not normalise or scaled_in_place(wide) else np.asarray(unit_rows(wide))

    origin = plain(slice(0, 1))[0]

    def scan(block: slice) -> tuple[Array, float]:
        wide = plain(block)
        largest = max(float(wide.max()), -float(wide.min()))
        return (wide - origin).sum(axis=0), largest

    def centred(which: Which) -> Array:
        wide = plain(which)
        wide -= mean
        return wide

    found = map_blocks(scan, row_blocks(data.n, BLOCK))
    mean: Array = origin + sum((part for part, _ in found), np.zeros(len(origin))) / data.n
    largest = 1.0 if normalise else max(top for _, top in found) ** 2 * data.dimension
    empty = np.empty((0, data.dimension))
    return Streamed(empty, mean, ROUNDING * largest, data.n, centred)
