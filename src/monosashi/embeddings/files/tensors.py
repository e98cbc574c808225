"""``.safetensors``: a JSON header, then plain numbers. No code can hide in it.

Read and written here, because the format is small and strict: bfloat16 is understood without
torch, large files stay on disk, and arrays are always written row by row.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.files.arrays import LARGE
from monosashi.embeddings.files.heads import refuse_other

HEADER_LIMIT = 100_000_000  # bytes; other readers refuse more
TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4",
         "I16": "<i2", "I8": "i1", "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "u1",
         "BOOL": "?"}  # fmt: skip
NAMESPACE = "monosashi.columns"


class _BrokenError(ValueError):
    """The header does not describe the bytes that follow it."""


def read_tensors(path: Path) -> dict[str, npt.NDArray[Any]]:
    """All tensors, and ``ids`` and columns of text that stand in the header's metadata.

    Files over 64 MiB stay on disk (read-only memory map).

    Raises
    ------
    DataError
        The file is damaged, cut or of another format; a type that numpy has no numbers for
        (8-bit floats); metadata that are no JSON list.
    """
    refuse_other(path, "safetensors")
    try:
        header, start = _header(path)
        size = path.stat().st_size - start
        _check_layout(header, size)
    except (_BrokenError, ValueError, TypeError, KeyError, RecursionError, OverflowError):
        raise DataError(fault("embeddings.errors.broken_file", path=path.name)) from None
    metadata = header.pop("__metadata__", {})
    if unknown := [name for name, entry in header.items() if entry["dtype"] not in TYPES]:
        kinds = ", ".join(sorted({header[name]["dtype"] for name in unknown}))
        raise DataError(fault("embeddings.errors.tensor_types", ids=unknown, path=path.name,
                              kinds=kinds))  # fmt: skip
    held = _buffer(path)
    arrays = {name: _tensor(held, entry, start) for name, entry in header.items()}
    return {**_described(metadata, path), **arrays}


def _header(path: Path) -> tuple[dict[str, Any], int]:
    with path.open("rb") as file:
        first = file.read(8)
        length = int.from_bytes(first, "little")
        if len(first) < 8 or length > HEADER_LIMIT:
            raise _BrokenError
        text = file.read(length)
    if len(text) < length:
        raise _BrokenError
    header = json.loads(text.decode("utf-8"), object_pairs_hook=_once)
    if not isinstance(header, dict) or not isinstance(header.get("__metadata__", {}), dict):
        raise _BrokenError
    return header, 8 + length


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) < len(pairs):  # one of two tensors of a name would be lost
        raise _BrokenError
    return held


def _check_layout(header: dict[str, Any], size: int) -> None:
    """Tensors lie one behind the other, as long as their shapes say, and fill the file."""
    end = 0
    entries = [entry for name, entry in header.items() if name != "__metadata__"]
    for entry in sorted(entries, key=lambda one: tuple(one["data_offsets"])):
        first, last = entry["data_offsets"]
        shape = entry["shape"]
        if first != end or any(not isinstance(side, int) or side < 0 for side in shape):
            raise _BrokenError
        kind = TYPES.get(entry["dtype"])
        if kind is not None and last - first != math.prod(shape) * np.dtype(kind).itemsize:
            raise _BrokenError
        end = last
    if end != size:
        raise _BrokenError


def _buffer(path: Path) -> npt.NDArray[np.uint8]:
    if path.stat().st_size > LARGE:
        return np.memmap(path, dtype=np.uint8, mode="r")
    return np.frombuffer(path.read_bytes(), dtype=np.uint8)


def _tensor(held: npt.NDArray[np.uint8], entry: dict[str, Any], start: int) -> npt.NDArray[Any]:
    first, last = entry["data_offsets"]
    part: npt.NDArray[Any] = held[start + first : start + last].view(TYPES[entry["dtype"]])
    if entry["dtype"] == "BF16":  # the upper half of a float32
        part = (part.astype(np.uint32) << 16).view(np.float32)
    return part.reshape(entry["shape"])


def _described(metadata: dict[str, Any], path: Path) -> dict[str, npt.NDArray[Any]]:
    """``ids`` and columns of text, from the header."""
    held: dict[str, Any] = {}
    if "ids" in metadata:
        held["ids"] = _values(metadata["ids"], "ids", path)
    if NAMESPACE in metadata:
        columns = _values(metadata[NAMESPACE], NAMESPACE, path, kind=dict)
        held |= {name: _list(values, name, path) for name, values in columns.items()}
    return {name: np.fromiter(values, dtype=object) for name, values in held.items()}


def _values(text: Any, name: str, path: Path, kind: type = list) -> Any:
    try:
        values = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        _refuse(name, path)
    if not isinstance(values, kind):
        _refuse(name, path)
    return values


def _list(values: Any, name: str, path: Path) -> list[Any]:
    if not isinstance(values, list):
        _refuse(name, path)
    return values


def _refuse(name: str, path: Path) -> NoReturn:
    one: Fault = fault("embeddings.errors.tensor_metadata", path=path.name, name=name)
    raise DataError(one) from None
