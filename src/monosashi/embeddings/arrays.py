"""Turn whatever holds numbers into a native, C-contiguous float32 or float64 array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.ragged import ragged_fault

FloatArray = npt.NDArray[np.floating[Any]]
TextArray = npt.NDArray[np.object_]


def as_float_matrix(values: Any, name: str = "vectors", bits: int | None = None) -> FloatArray:
    """Return ``values`` as (n, d) floats; a native float memmap is passed through untouched.

    float16, bfloat16, integers, big-endian, Fortran and strided arrays are converted (a copy);
    the caller's array is never changed. (n, 1, d) is read as (n, d). A row that is None becomes
    NaN, so that the check of the door names it.

    Parameters
    ----------
    values : array-like
    name : str
        For messages.
    bits : int, optional
        Dimension that the model card declares: bytes that hold 8 dimensions each (packed binary
        vectors, uint8 or int8) are unpacked to -1 and +1.
    """
    array = _to_numpy(values, name)
    if array.ndim == 3 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 2:
        raise DataError(fault("embeddings.errors.not_2d", name=name, shape=array.shape))
    if bits is not None and is_packed(array, bits):
        return _unpack(array)
    if array.dtype.kind == "f" and array.dtype.itemsize in (4, 8) and array.dtype.isnative:
        return array if array.flags.c_contiguous else np.ascontiguousarray(array)
    with np.errstate(over="ignore"):  # beyond float64 is infinity, which the door names by row
        return np.ascontiguousarray(array, dtype=_wide_enough(array.dtype))


def _wide_enough(dtype: np.dtype[Any]) -> type[np.float32 | np.float64]:
    """float32 holds halves, bytes and 16-bit integers exactly; everything else gets float64."""
    smallest = {"i": 4, "u": 4, "f": 8}.get(dtype.kind, 16)
    return np.float64 if dtype.itemsize >= smallest else np.float32


def is_packed(array: npt.NDArray[Any], bits: int) -> bool:
    """Whether these are bytes that hold ``bits`` dimensions, eight in each."""
    return array.dtype in (np.uint8, np.int8) and 8 * array.shape[1] == bits


def _unpack(array: npt.NDArray[Any]) -> FloatArray:
    """Bits as -1 and +1, so that the cosine is 1 - 2 h / d of the Hamming distance h.

    int8 holds the byte minus 128, as sentence-transformers writes ``precision="binary"``.
    """
    plain = (array.astype(np.int16) + 128).astype(np.uint8) if array.dtype == np.int8 else array
    signs: FloatArray = np.unpackbits(np.ascontiguousarray(plain), axis=1).astype(np.float32)
    signs *= 2
    signs -= 1
    return signs


def _to_numpy(values: Any, name: str) -> npt.NDArray[Any]:
    if type(values).__module__.startswith("torch"):
        values = _from_torch(values)
    try:
        array = _plain(values)
    except ValueError:
        array = _stack(list(values), name)
    if array.dtype.kind == "O" and array.ndim:
        array = _stack(list(array), name)
    if array.dtype.kind in "fiub" or "float" in array.dtype.name:
        return array
    raise DataError(fault("embeddings.errors.not_numbers", name=name, dtype=array.dtype))


def _plain(values: Any) -> npt.NDArray[Any]:
    """Memmaps stay memmaps; masked entries become NaN; other subclasses become plain arrays."""
    if isinstance(values, np.ma.MaskedArray):
        return np.ma.filled(values.astype(np.float64), np.nan)
    return values if isinstance(values, np.memmap) else np.asarray(values)


def _from_torch(tensor: Any) -> Any:
    held = tensor.detach().cpu()
    try:
        return held.numpy()
    except TypeError:  # numpy has no bfloat16
        return held.float().numpy()


def _stack(rows: Sequence[Any], name: str) -> npt.NDArray[Any]:
    """Rows that are lists or arrays of one length, stacked; a missing row becomes NaN."""
    parts = [None if _is_gap(row) else _as_row(row) for row in rows]
    if faults := _row_faults(parts, name):
        raise DataError(*faults)
    held = [part.reshape(-1) for part in parts if part is not None]
    if len(held) == len(parts):
        return np.stack(held)
    gap = np.full(held[0].shape, np.nan, dtype=np.float32)
    return np.stack([gap if part is None else part.reshape(-1) for part in parts])


def _is_gap(row: Any) -> bool:
    return row is None or (isinstance(row, float | np.floating) and bool(np.isnan(row)))


def _as_row(row: Any) -> npt.NDArray[Any]:
    """One vector; None inside becomes NaN; what holds no numbers is left as objects.

    A list of nothing but true and false, as JSON writes it, holds no numbers: nobody can tell
    whether false means 0 or -1. An array of bool says that it is meant.
    """
    try:
        array = np.asarray(row)
        if isinstance(row, list) and array.dtype.kind == "b":
            return array.astype(object)
        return np.asarray(row, dtype=np.float64) if array.dtype.kind == "O" else array
    except (ValueError, TypeError, OverflowError):
        return np.empty(0, dtype=object)


def _row_faults(parts: Sequence[npt.NDArray[Any] | None], name: str) -> list[Fault]:
    """Rows without numbers, and rows of another length than most; with them, missing rows."""
    held = {i: part for i, part in enumerate(parts) if part is not None}
    words = [i for i, part in held.items() if not _is_vector(part)]
    lengths = {i: part.shape[-1] for i, part in held.items() if _is_vector(part)}
    if not any(lengths.values()):
        return [fault("embeddings.errors.no_numbers", name=name)]
    faults = []
    if words:
        faults.append(fault("embeddings.errors.rows_not_numbers", words, name=name))
    if (ragged := ragged_fault(lengths, name)) is not None:
        faults.append(ragged)
    if faults and (gaps := [i for i, part in enumerate(parts) if part is None]):
        faults.append(fault("embeddings.errors.rows_missing", gaps, name=name))
    return faults


def _is_vector(part: npt.NDArray[Any]) -> bool:
    """Numbers in one list, or in a list that holds just that list."""
    flat = part.ndim == 1 or (part.ndim == 2 and len(part) == 1)
    return flat and _holds_numbers(part.dtype)


def _holds_numbers(dtype: np.dtype[Any]) -> bool:
    return dtype.kind in "fiub" or "float" in dtype.name
