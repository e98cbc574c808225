"""Vectors of one column or array: dimension, lengths, and rows that are no good."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.arrays import FloatArray, as_float_matrix
from monosashi.embeddings.checks import blocks_of, non_finite_rows, zero_rows
from monosashi.embeddings.lengths import row_lengths

UNIT = 1e-3


def vector_row(name: str, values: npt.NDArray[Any]) -> tuple[dict[str, Any], list[Fault]]:
    """What is said of vectors, and what is wrong with them.

    Rows that are no vector of the usual length are faults; the others are described all the same.
    """
    dtype = values.dtype.name if values.ndim == 2 else "list"
    row: dict[str, Any] = {"vectors": name, "rows": len(values), "dimension": None, "dtype": dtype}
    places = np.arange(len(values))
    faults: list[Fault] = []
    try:
        matrix = as_float_matrix(values, name)
    except DataError as error:
        faults += error.faults
        places = usual_rows(values)
        if not len(places):
            return row, faults
        matrix = as_float_matrix(values[places], name)
    bad = non_finite_rows(matrix)
    if bad and faults:  # else the reader says it, with the ids
        faults.append(fault("stores.errors.non_finite_rows", places[bad].tolist(), name=name))
    good = np.delete(matrix, bad, axis=0) if bad else matrix
    return {
        **row,
        "dimension": matrix.shape[1],
        **_lengths(row_lengths(good) if good.size else np.zeros(0)),
        "non_finite_rows": len(bad),
        "zero_rows": len(zero_rows(good)) if good.size else 0,
        "repeated_rows": repeated_rows(good),
    }, faults


def usual_rows(values: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
    """Rows that are lists of numbers of the most frequent length."""
    if values.ndim != 1:
        return np.zeros(0, dtype=np.intp)
    sizes = [len(value) if _is_vector(value) else 0 for value in values]
    counts = Counter(size for size in sizes if size)
    usual = max(counts, key=counts.__getitem__, default=-1)
    return np.flatnonzero(np.array(sizes) == usual)


def _is_vector(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim == 1 and value.dtype.kind in "fiu"
    return isinstance(value, list) and all(type(number) in {int, float} for number in value)


def _lengths(lengths: FloatArray) -> dict[str, Any]:
    held = lengths[lengths > 0]
    if not len(held):
        return {"shortest": None, "median_length": None, "longest": None, "unit_length": None}
    return {
        "shortest": float(held.min()),
        "median_length": float(np.median(held)),
        "longest": float(held.max()),
        "unit_length": bool(np.abs(held - 1).max() < UNIT),
    }


def repeated_rows(matrix: FloatArray) -> int:
    """Rows that another row equals to the last bit (all of them counted; zero rows too)."""
    counts: Counter[bytes] = Counter()
    for _, block in blocks_of(matrix):
        rows = np.ascontiguousarray(block)
        counts.update(hashlib.blake2b(row, digest_size=16).digest() for row in rows)
    return sum(count for count in counts.values() if count > 1)
