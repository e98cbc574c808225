"""``.parquet``: columns with their types, vectors as lists of one length."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.checks import blocks_of
from monosashi.embeddings.errors import DataError, Faults, fault
from monosashi.embeddings.files.arrow import UNREADABLE, plain_column
from monosashi.embeddings.files.carrying import cannot_carry, native, odd_rows, same_values
from monosashi.embeddings.sets import EmbeddingSet


def write_parquet(data: EmbeddingSet, draft: Path, name: str, vectors: str = "vectors") -> None:
    """``id``, every column, ``vectors`` (under the name given), ``query_vectors``; row groups."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise DataError(fault("embeddings.errors.needs_pyarrow", path=name)) from None
    faults = Faults()
    held = {"id": faults.attempt(_column, "id", data.ids, name)}
    held |= {key: faults.attempt(_column, key, values, name)
             for key, values in data.columns.items()}  # fmt: skip
    faults.raise_any()
    plain = {key: values for key, values in held.items() if values is not None}
    writer = None
    for start, block in blocks_of(data.vectors):
        columns = {key: values.slice(start, len(block)) for key, values in plain.items()}
        columns[vectors] = _lists(block)
        if data.query_vectors is not None:
            columns["query_vectors"] = _lists(data.query_vectors[start : start + len(block)])
        table = pa.table(columns)
        writer = writer or parquet.ParquetWriter(draft, table.schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()


def _lists(block: FloatArray) -> Any:
    import pyarrow as pa

    return pa.FixedSizeListArray.from_arrays(pa.array(native(block).reshape(-1)), block.shape[1])


def _column(name: str, values: npt.NDArray[Any], path: str) -> Any:
    """Values as an arrow array, if they come back from it the same."""
    import pyarrow as pa

    listed: list[Any] = values.tolist()
    try:
        array = pa.array(values if values.dtype.kind != "O" else listed)
        back = plain_column(pa.chunked_array([array]))
    except (*UNREADABLE, OverflowError):
        raise DataError(cannot_carry(path, name, *odd_rows(listed))) from None
    if not same_values(listed, np.asarray(back)):
        raise DataError(cannot_carry(path, name, *odd_rows(listed)))
    return array
