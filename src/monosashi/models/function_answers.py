"""What a Python function answered, held only if it is one row of numbers a text."""

from __future__ import annotations

from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.models.embedder import Vectors


def read_rows(answer: Any, *, n: int, first: int, width: int | None, name: str) -> Vectors:
    """(n, d) float32 of whatever a function returned; ``first`` is the row of its first text.

    Raises
    ------
    DataError
        It is no list of rows, rows are too few or too many, are no numbers, or have different
        lengths or another one than ``width``.
    """
    made = _numbers(answer)
    if made is not None and made.ndim == 2 and made.shape == (n, width or made.shape[1] or 1):
        return made
    raise DataError(_what_is_wrong(answer, made, n=n, first=first, width=width, name=name))


def _what_is_wrong(
    answer: Any, made: Vectors | None, *, n: int, first: int, width: int | None, name: str
) -> Fault:
    rows = _rows(answer)
    if rows is None or (made is not None and made.ndim != 2 and n == len(rows) > 0):
        return fault("models.errors.function_answer", name=name, n=n, given=_kind(answer, made))
    if len(rows) != n:
        return fault("models.errors.function_rows", name=name, n=n, given=len(rows))
    lengths = [_length(row) for row in rows]
    if bad := [first + place for place, length in enumerate(lengths) if not length]:
        return fault("models.errors.function_values", bad, name=name)
    found = sorted({length for length in lengths if length})
    if len(found) > 1:
        shown = ", ".join(map(str, found))
        return fault("models.errors.function_ragged", name=name, found=shown)
    return fault("models.errors.function_width", name=name, given=found[0], expected=width)


def _numbers(values: Any) -> Vectors | None:
    try:
        with np.errstate(over="ignore"):  # too large for float32 becomes infinity, named by row
            made: Vectors = np.asarray(values, dtype=np.float32)
    except (TypeError, ValueError):
        return None
    return made


def _rows(answer: Any) -> list[Any] | None:
    """The rows of a list or an array; text and mappings have none."""
    if answer is None or isinstance(answer, str | bytes | dict) or not hasattr(answer, "__len__"):
        return None
    try:
        return list(answer)
    except TypeError:  # an array of no dimension
        return None


def _length(row: Any) -> int | None:
    """Numbers in one row; None if it is no row of numbers (None within a row is NaN for NumPy)."""
    held = _rows(row)
    made = None if held is None or None in held else _numbers(held)
    return len(made) if made is not None and made.ndim == 1 else None


def _kind(answer: Any, made: Vectors | None) -> str:
    """``None``, the type, or type and shape."""
    if answer is None:
        return "None"
    return type(answer).__name__ + (f" {made.shape}" if made is not None and made.ndim else "")
