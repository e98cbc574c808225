"""Rows of a set in float64, scaled to length 1 where asked, in a room that the caller holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, fault, unit_rows
from monosashi.shape.configuration import Array, row_squares

SAFE = 1e-200
Which = slice | npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class ScaledRows:
    """Rows of ``data`` as they are read; zero vectors are refused by row with ``normalise``."""

    data: EmbeddingSet
    normalise: bool

    def read(self, which: Which) -> Array:
        """(b, d) some rows."""
        room = np.array(self.data.vectors[which], dtype=np.float64)
        return self._scaled(room)

    def fill(self, which: Which, room: Array) -> Array | float:
        """Copy rows as they are; the factors that bring them to the length asked for."""
        np.copyto(room, self.data.vectors[which])
        if not self.normalise:
            return 1.0
        lengths = _lengths(room)
        if lengths is not None:
            return 1 / lengths
        self._scaled(room)
        return 1.0

    def about(self, centre: Array, which: Which, room: Array) -> None:
        """Copy rows, scaled, less a (d,) centre or one for each."""
        np.copyto(room, self.data.vectors[which])
        self._scaled(room)
        room -= centre

    def _scaled(self, room: Array) -> Array:
        if not self.normalise or scaled_in_place(room):
            return room
        if not room.any(axis=1).all():
            rows = self.data.zero_rows
            raise DataError(fault("embeddings.errors.zero_vectors", rows,
                                  list(self.data.ids[rows])))  # fmt: skip
        room[:] = unit_rows(room)
        return room


def scaled_in_place(wide: Array) -> bool:
    """Scale rows to length 1, if all their squares are safe from under- and overflow."""
    lengths = _lengths(wide)
    if lengths is None:
        return False
    wide *= 1 / lengths[:, None]
    return True


def _lengths(wide: Array) -> Array | None:
    """(b,) lengths, unless squares under- or overflow."""
    with np.errstate(over="ignore"):
        squares = row_squares(wide)
    if not (float(squares.min()) > SAFE and float(squares.max()) < 1 / SAFE):
        return None
    lengths: Array = np.sqrt(squares)
    return lengths
