"""A table of distances, checked before anything is counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, fault
from monosashi.neighbors import row_blocks

TOLERANCE = 1e-6
ROWS = 256


def check_distances(given: Any) -> npt.NDArray[np.floating[Any]]:
    """Return the table, symmetrised; refuse what is not one.

    Square, finite, not negative, zero on the diagonal and symmetric, both within 1e-6 of the
    largest entry.
    """
    table = np.asarray(given)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or table.dtype.kind not in "fiu":
        whole = table.dtype.kind in "iu"
        hint = "hubs.errors.not_square_whole" if whole else "hubs.errors.not_square"
        raise DataError(fault(hint, shape=table.shape, dtype=table.dtype))
    if bad := [row for rows in row_blocks(len(table), ROWS)
               for row in (np.flatnonzero(~np.isfinite(table[rows]).all(axis=1)) + rows.start)]:  # fmt: skip
        raise DataError(fault("hubs.errors.distances_finite", bad))
    faults = _value_faults(table)
    if faults:
        raise DataError(*faults)
    wide = table if table.dtype.kind == "f" else table.astype(np.float64)
    return wide / 2 + wide.T / 2


def _value_faults(table: npt.NDArray[Any]) -> list[Fault]:
    limit = TOLERANCE * float(np.abs(table).max())
    negative: list[int] = []
    crooked: list[int] = []
    for rows in row_blocks(len(table), ROWS):
        block = table[rows].astype(np.float64)
        negative += (np.flatnonzero((block < -limit).any(axis=1)) + rows.start).tolist()
        apart = np.abs(block - table[:, rows].T) > limit
        crooked += (np.flatnonzero(apart.any(axis=1)) + rows.start).tolist()
    diagonal = np.flatnonzero(np.abs(np.diagonal(table)) > limit).tolist()
    named = {"asymmetric": crooked, "diagonal": diagonal, "negative": negative}
    return [fault(f"hubs.errors.{name}", rows) for name, rows in named.items() if rows]
