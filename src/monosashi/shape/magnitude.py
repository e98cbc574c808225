"""Numbers that are too large or too small to be squared."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.neighbors.blocks import row_blocks

BLOCK = 4_096
LARGEST = 1e100


def refuse_extremes(data: EmbeddingSet) -> None:
    """Refuse vectors, not scaled to length 1, whose squares overflow or vanish.

    Rows above 1e100 are named; a set below 1e-100 as a whole is refused as a whole. Single
    precision holds neither.
    """
    if data.vectors.dtype.itemsize < 8:
        return
    highest = np.concatenate([
        np.abs(np.asarray(data.vectors[block])).max(axis=1) for block in row_blocks(data.n, BLOCK)
    ])  # fmt: skip
    if rows := np.flatnonzero(highest > LARGEST).tolist():
        raise DataError(fault("shape.errors.too_large", rows, list(data.ids[rows]),
                              most=f"{LARGEST:.0e}"))  # fmt: skip
    largest = float(highest.max())
    if 0 < largest < 1 / LARGEST:
        raise DataError(fault("shape.errors.too_small", largest=f"{largest:.1g}",
                              least=f"{1 / LARGEST:.0e}"))  # fmt: skip


def scale_of(values: npt.NDArray[np.float64]) -> float:
    """The power of two next above the largest size, 1 for zeros: dividing by it costs no digit."""
    largest = float(np.abs(values).max(initial=0.0))
    return math.ldexp(1.0, min(math.frexp(largest)[1], 1023)) if largest else 1.0
