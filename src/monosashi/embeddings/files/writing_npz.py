"""``.npz``: one array for each part, plain numpy, no pickle."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.errors import DataError, Faults, fault
from monosashi.embeddings.files.carrying import cannot_carry, odd_rows, same_values
from monosashi.embeddings.sets import EmbeddingSet

PADDED = 2**30  # bytes of a column of text, in which every value takes as much as the longest


def write_npz(data: EmbeddingSet, draft: Path, name: str, vectors: str = "vectors") -> None:
    """Arrays ``vectors`` (under the name given), ``query_vectors``, ``ids`` and the columns."""
    faults = Faults()
    arrays = {"ids": faults.attempt(_column, "id", data.ids, name)}
    arrays |= {key: faults.attempt(_column, key, values, name)
               for key, values in data.columns.items()}  # fmt: skip
    faults.raise_any()
    arrays |= {vectors: data.vectors, "query_vectors": data.query_vectors}
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_STORED, allowZip64=True) as archive:
        for key, array in arrays.items():
            if array is not None:
                with archive.open(f"{key}.npy", "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, np.asanyarray(array), allow_pickle=False)


def _column(name: str, values: npt.NDArray[Any], path: str) -> npt.NDArray[Any]:
    if values.dtype.kind != "O":
        return values
    listed: list[Any] = values.tolist()
    kinds = set(map(type, listed))
    if kinds not in ({str}, {int}, {float}, {bool}):
        raise DataError(cannot_carry(path, name, *odd_rows(listed)))
    if kinds == {str} and 4 * len(listed) * max(map(len, listed)) > PADDED:
        raise DataError(fault("embeddings.errors.npz_text", path=path, name=name,
                              longest=max(map(len, listed))))  # fmt: skip
    array = np.array(listed)
    if array.dtype.kind == "O":  # whole numbers over 64 bits
        raise DataError(cannot_carry(path, name, range(len(listed)), "int"))
    if not same_values(listed, array):  # text that ends in NUL
        found = array.tolist()
        rows = [row for row, value in enumerate(listed) if found[row] != value]
        raise DataError(cannot_carry(path, name, rows, str(array.dtype)))
    return array
