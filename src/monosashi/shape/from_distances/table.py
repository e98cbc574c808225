"""A table of distances at the door: square or condensed, checked once, symmetrised."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, fault
from monosashi.neighbors.blocks import row_blocks
from monosashi.shape.configuration import Array
from monosashi.shape.magnitude import LARGEST

TOLERANCE = 1e-8
SINGLE = 1e-6
ROWS = 256


def checked_table(given: Any, ids: Sequence[Any] | None) -> tuple[Array, tuple[Fault, ...]]:
    """(n, n) float64 copy, and notices of what was rounded away.

    Asymmetry, a diagonal that is not 0 and negative entries are rounding up to 1e-8 of the largest
    distance (1e-6 where single precision came), and are mended with a notice; beyond, all of them
    are refused together, by id.
    """
    if isinstance(given, np.ma.MaskedArray):  # a masked distance is a gap
        given = np.ma.filled(given.astype(np.float64), np.nan)
    raw = np.asarray(given)
    if raw.dtype.kind not in "fiu":
        raise DataError(fault("shape.errors.not_distances", shape=raw.shape, dtype=raw.dtype))
    table = _square(raw)
    names = _names(ids, len(table))
    if rows := np.flatnonzero(~np.isfinite(table).all(axis=1)).tolist():
        raise DataError(fault("shape.errors.distances_finite", rows, [names[i] for i in rows]))
    largest = float(np.abs(table).max(initial=0.0))
    if not (largest == 0 or 1 / LARGEST <= largest <= LARGEST):
        raise DataError(fault("shape.errors.distance_range", largest=f"{largest:.1g}",
                              least=f"{1 / LARGEST:.0e}", most=f"{LARGEST:.0e}"))  # fmt: skip
    single = raw.dtype.kind == "f" and raw.dtype.itemsize < 8
    limit = largest * (SINGLE if single else TOLERANCE)
    if faults := _faults(table, limit, names):
        raise DataError(*faults)
    return _mended(table, largest)


def _square(raw: npt.NDArray[Any]) -> Array:
    if raw.ndim == 2 and raw.shape[0] == raw.shape[1] and len(raw):
        return np.array(raw, dtype=np.float64, order="C")
    n = (1 + math.isqrt(1 + 8 * len(raw))) // 2 if raw.ndim == 1 else 0
    if n < 2 or n * (n - 1) // 2 != len(raw):
        raise DataError(fault("shape.errors.not_distances", shape=raw.shape, dtype=raw.dtype))
    table = np.zeros((n, n))
    table[np.triu_indices(n, 1)] = raw
    table += table.T
    return table


def _names(ids: Sequence[Any] | None, n: int) -> list[str]:
    known = None if ids is None else [str(name) for name in ids]
    return known if known is not None and len(known) == n else [str(i) for i in range(n)]


def _faults(table: Array, limit: float, names: list[str]) -> list[Fault]:
    faults = []
    i, j, apart = _most_asymmetric(table)
    if apart > limit:
        faults.append(fault("shape.errors.asymmetric", ids=[names[i], names[j]], apart=apart,
                            one=float(table[i, j]), other=float(table[j, i]),
                            limit=limit))  # fmt: skip
    for key, bad in (("diagonal", np.abs(np.diagonal(table)) > limit),
                     ("negative_distances", table.min(axis=1) < -limit)):  # fmt: skip
        if rows := np.flatnonzero(bad).tolist():
            faults.append(fault(f"shape.errors.{key}", rows, [names[row] for row in rows]))
    return faults


def _most_asymmetric(table: Array) -> tuple[int, int, float]:
    """The pair that differs most between its two places, by how much."""
    found = (0, 0, 0.0)
    for rows in row_blocks(len(table), ROWS):
        apart = np.abs(table[rows] - table[:, rows].T)
        place = int(apart.argmax())
        i, j = divmod(place, len(table))
        if apart[i, j] > found[2]:
            found = (rows.start + i, j, float(apart[i, j]))
    return found


def _mended(table: Array, largest: float) -> tuple[Array, tuple[Fault, ...]]:
    """Both places of a pair get their mean, the diagonal 0, negative rounding 0."""
    notices = []
    apart = _most_asymmetric(table)[2]
    if apart:
        notices.append(fault("shape.notices.symmetrised", apart=apart / largest))
        for rows in row_blocks(len(table), ROWS):
            middle = (table[rows, rows.start :] + table[rows.start :, rows].T) / 2
            table[rows, rows.start :] = middle
            table[rows.start :, rows] = middle.T
    if np.diagonal(table).any() or table.min() < 0:
        notices.append(fault("shape.notices.rounded_to_zero"))
        np.fill_diagonal(table, 0.0)
        np.maximum(table, 0.0, out=table)
    return table, tuple(notices)
