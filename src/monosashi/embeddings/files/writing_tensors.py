"""``.safetensors``: numbers as tensors; ids and text in the header's metadata."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.checks import blocks_of
from monosashi.embeddings.errors import DataError, Faults, fault
from monosashi.embeddings.files.carrying import cannot_carry, json_values, native
from monosashi.embeddings.files.tensors import HEADER_LIMIT, NAMESPACE, TYPES
from monosashi.embeddings.sets import EmbeddingSet

NAMES = {np.dtype(kind): name for name, kind in TYPES.items() if name != "BF16"}
NAMES[np.dtype("<u2")] = "U16"


def write_tensors(data: EmbeddingSet, draft: Path, name: str) -> None:
    """Tensors ``vectors``, ``query_vectors`` and one for each column of numbers."""
    faults = Faults()
    numbers = {key: values for key, values in data.columns.items() if values.dtype.kind != "O"}
    faults.found += [cannot_carry(name, key, range(data.n), values.dtype.name)
                     for key, values in numbers.items() if _kind(values) is None]  # fmt: skip
    text = {key: faults.attempt(json_values, key, values, name)
            for key, values in data.columns.items() if key not in numbers}  # fmt: skip
    if "__metadata__" in data.columns:
        faults.found.append(
            fault("embeddings.errors.reserved_columns", ids=["__metadata__"], path=name)
        )
    faults.raise_any()
    arrays = {"vectors": data.vectors, "query_vectors": data.query_vectors, **numbers}
    held = {key: array for key, array in arrays.items() if array is not None}
    metadata = {"ids": json.dumps(list(data.ids))}
    if text:
        metadata[NAMESPACE] = json.dumps(text)
    header = _header(held, metadata)
    if len(header) > HEADER_LIMIT:
        raise DataError(fault("embeddings.errors.tensor_header", path=name, size=len(header)))
    with draft.open("wb") as file:
        file.write(len(header).to_bytes(8, "little") + header)
        for array in held.values():
            _write(file, array)


def _kind(array: npt.NDArray[Any]) -> str | None:
    return NAMES.get(array.dtype.newbyteorder("<"))


def _header(arrays: dict[str, npt.NDArray[Any]], metadata: dict[str, str]) -> bytes:
    entries: dict[str, Any] = {"__metadata__": metadata}
    end = 0
    for key, array in arrays.items():
        entries[key] = {"dtype": _kind(array), "shape": list(array.shape),
                        "data_offsets": [end, end + array.nbytes]}  # fmt: skip
        end += array.nbytes
    text = json.dumps(entries).encode("ascii")
    return text + b" " * (-len(text) % 8)  # the numbers begin at a multiple of 8


def _write(file: Any, array: npt.NDArray[Any]) -> None:
    if array.ndim == 1:
        file.write(native(array.astype(array.dtype.newbyteorder("<"))).tobytes())
        return
    for _, block in blocks_of(array):
        file.write(native(block.astype(block.dtype.newbyteorder("<"), copy=False)).tobytes())
