"""Turn whatever holds numbers into a native, C-contiguous float32 or float64 array."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.errors import DataError, fault

FloatArray = npt.NDArray[np.floating[Any]]
TextArray = npt.NDArray[np.object_]


def as_float_matrix(values: Any, name: str = "vectors") -> FloatArray:
    """Return ``values`` as (n, d) floats; a native float memmap is passed through untouched.

    float16, bfloat16, integers, big-endian, Fortran and strided arrays are converted (a copy);
    the caller's array is never changed.
    """
    array = _to_numpy(values, name)
    if array.ndim != 2:
        raise DataError(fault("embeddings.errors.not_2d", name=name, shape=array.shape))
    if array.dtype.kind == "f" and array.dtype.itemsize in (4, 8) and array.dtype.isnative:
        return array if array.flags.c_contiguous else np.ascontiguousarray(array)
    wide = np.float64 if array.dtype.kind in "iu" and array.dtype.itemsize > 2 else np.float32
    if array.dtype.kind == "f" and array.dtype.itemsize >= 8:
        wide = np.float64
    return np.ascontiguousarray(array, dtype=wide)


def _to_numpy(values: Any, name: str) -> npt.NDArray[Any]:
    if type(values).__module__.startswith("torch"):
        values = values.detach().float().cpu().numpy()
    try:
        array: npt.NDArray[Any] = np.asanyarray(values)
    except ValueError:
        raise DataError(_ragged(values, name)) from None
    if array.dtype.kind == "O":
        array = _stack(array, name)
    if array.dtype.kind in "fiub" or "float" in array.dtype.name:
        return array
    raise DataError(fault("embeddings.errors.not_numbers", name=name, dtype=array.dtype))


def _stack(array: npt.NDArray[Any], name: str) -> npt.NDArray[Any]:
    """Object arrays: rows that are lists or arrays of one length are stacked."""
    try:
        return np.array([np.asarray(row, dtype=np.float64) for row in array])
    except (ValueError, TypeError):
        raise DataError(_ragged(array, name)) from None


def _ragged(values: Any, name: str) -> Any:
    lengths = [len(row) if hasattr(row, "__len__") else -1 for row in values]
    usual = max(set(lengths), key=lengths.count) if lengths else 0
    odd = [i for i, length in enumerate(lengths) if length != usual]
    if not odd:
        return fault("embeddings.errors.not_numbers", name=name, dtype="object")
    return fault("embeddings.errors.ragged", rows=odd, name=name, usual=usual)
