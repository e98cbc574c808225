"""Mend rows: what every repair does to a unit vector, block by block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import DataError, fault, unit_rows
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.checks import zero_rows
from monosashi.language.centroids import Float64Array, block_rows
from monosashi.language.layout import IntArray
from monosashi.ranking.cosine import row_sums

NOTHING_LEFT = 1e-12  # of a unit vector; below it only rounding is left


@dataclass(frozen=True, eq=False)
class RowMap:
    """u -> u + offset - sum_j (u . read_j) write_j for a unit vector u.

    Attributes
    ----------
    offset : (d,) float64 or None
    read, write : (r, d) float64
        A projection onto orthonormal rows V reads and writes V.
    """

    offset: Float64Array | None = None
    read: Float64Array | None = None
    write: Float64Array | None = None

    def apply(self, unit: Float64Array) -> Float64Array:
        """Map (n, d) unit rows; the order of summation depends on nothing but d."""
        moved = unit.copy() if self.offset is None else unit + self.offset
        if self.read is not None and self.write is not None:
            for read, write in zip(self.read, self.write, strict=True):
                moved -= row_sums(unit * read)[:, None] * write
        return moved


def project_out(basis: Float64Array) -> RowMap:
    """Remove the span of orthonormal rows."""
    return RowMap(read=basis, write=basis)


def mend_rows(
    vectors: FloatArray,
    labels: TextArray,
    maps: Mapping[str, RowMap | None],
    ids: TextArray,
    *,
    renormalise: bool,
    nothing_left: str,
) -> FloatArray:
    """(n, d) mended rows in the dtype that came; a label whose map is None keeps its rows' bits.

    Rows of which nothing is left are refused by row, with the sentence ``nothing_left``.
    """
    if empty := zero_rows(vectors):
        raise DataError(fault("embeddings.errors.zero_documents", empty, list(ids[empty])))
    names = list(maps)
    code_of = {name: code for code, name in enumerate(names)}
    codes = np.array([code_of[name] for name in labels], dtype=np.intp)
    out = np.empty_like(vectors, subok=False)
    lost: list[int] = []
    step = block_rows(vectors.shape[1])
    for start in range(0, len(vectors), step):
        block = slice(start, start + step)
        for code in np.unique(codes[block]):
            rows = start + np.flatnonzero(codes[block] == code)
            out[rows] = _mend(vectors[rows], maps[names[code]], rows, lost, renormalise=renormalise)
    if lost and renormalise:
        lost.sort()
        raise DataError(fault(nothing_left, lost, list(ids[lost])))
    return out


def _mend(
    vectors: FloatArray, how: RowMap | None, rows: IntArray, lost: list[int], *, renormalise: bool
) -> FloatArray:
    if how is None:
        return vectors
    unit: Float64Array = np.asarray(unit_rows(vectors.astype(np.float64)), dtype=np.float64)
    moved = how.apply(unit)
    if not renormalise:
        return moved
    lengths = np.sqrt(row_sums(moved * moved))
    gone = np.flatnonzero(lengths <= NOTHING_LEFT)
    lost.extend(rows[gone].tolist())
    lengths[gone] = 1.0
    scaled: Float64Array = moved / lengths[:, None]
    return scaled
