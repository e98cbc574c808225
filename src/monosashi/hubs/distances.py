"""A table of distances, checked before anything is counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.checks import non_finite_rows
from monosashi.neighbors import row_blocks

TOLERANCE = 1e-6
ROWS = 256


def check_distances(given: Any) -> FloatArray:
    """Return the table, symmetrised; refuse what is not one.

    It must be square, finite, not negative, zero on the diagonal and symmetric, the last three
    within 1e-6 of the largest entry.
    """
    table = np.asarray(given)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or table.dtype.kind not in "fiu":
        whole = table.dtype.kind in "iu"
        code = "hubs.errors.not_square_whole" if whole else "hubs.errors.not_square"
        raise DataError(fault(code, shape=table.shape, dtype=table.dtype))
    if bad := non_finite_rows(table):
        raise DataError(fault("hubs.errors.distances_finite", bad))
    limit = TOLERANCE * float(np.abs(table).max(initial=0))
    if faults := _value_faults(table, limit):
        raise DataError(*faults)
    wide: FloatArray = table if table.dtype.kind == "f" else table.astype(np.float64)
    exact = not _apart(wide, 0.0)
    return wide if exact else wide / 2 + wide.T / 2


def _value_faults(table: npt.NDArray[Any], limit: float) -> list[Fault]:
    rows_of = {
        "asymmetric": _apart(table, limit),
        "diagonal": np.flatnonzero(np.abs(np.diagonal(table)) > limit).tolist(),
        "negative": np.flatnonzero(table.min(axis=1, initial=0) < -limit).tolist(),
    }
    return [fault(f"hubs.errors.{name}", rows) for name, rows in rows_of.items() if rows]


def _apart(table: npt.NDArray[Any], limit: float) -> list[int]:
    """Rows that differ from their column by more than ``limit``."""
    found: list[int] = []
    for rows in row_blocks(len(table), ROWS):
        apart = np.abs(table[rows].astype(np.float64) - table[:, rows].T) > limit
        found += (np.flatnonzero(apart.any(axis=1)) + rows.start).tolist()
    return found
