"""Another column of vectors in a parquet file; the columns that are there stay as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.files.arrow import UNREADABLE, is_vector_type, matrix_of
from monosashi.stores.file_rows import FileRows, replaced

ROWS = 65_536


def vector_columns(path: Path) -> list[str]:
    """Names of the columns of lists of numbers."""
    parquet = _parquet(path)
    try:
        schema = parquet.read_schema(path)
    except UNREADABLE:
        raise DataError(fault("embeddings.errors.broken_file", path=path.name)) from None
    return [field.name for field in schema if is_vector_type(field.type)]


def _parquet(path: Path) -> Any:
    try:
        from pyarrow import parquet
    except ImportError:
        raise DataError(fault("embeddings.errors.needs_pyarrow", path=path.name)) from None
    return parquet


def add_column(
    path: Path, name: str, mended: EmbeddingSet, rows: FileRows, id_name: str | None
) -> int:
    """Rows that were right before; nothing is written where all were."""
    del id_name
    parquet = _parquet(path)
    if name in parquet.read_schema(path).names:
        held = matrix_of(parquet.read_table(path, columns=[name])[name], name)
        if (right := rows.right(held, mended.vectors)) is not None:
            return right
    with replaced(path) as draft, parquet.ParquetFile(path) as file:
        _write(file, draft, name, rows, mended.vectors)
    return 0


def _write(file: Any, draft: Path, name: str, rows: FileRows, mended: FloatArray) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    kept = [one for one in file.schema_arrow.names if one != name]
    kind = _kind(rows.of_set, mended)
    fields = [file.schema_arrow.field(one) for one in kept]
    schema = pa.schema([*fields, pa.field(name, kind)], metadata=file.schema_arrow.metadata)
    start = 0
    with parquet.ParquetWriter(draft, schema) as writer:
        for batch in file.iter_batches(batch_size=ROWS, columns=kept):
            some = rows.of_set[start : start + batch.num_rows]
            arrays = [batch.column(one) for one in kept]
            writer.write_batch(
                pa.record_batch([*arrays, _lists(some, mended, kind)], schema=schema)
            )
            start += batch.num_rows


def _kind(rows: Any, mended: FloatArray) -> Any:
    """Lists of one length; of any where some are null: before pyarrow 26 no fixed ones are read."""
    import pyarrow as pa

    number = pa.from_numpy_dtype(mended.dtype)
    return pa.list_(number) if (rows < 0).any() else pa.list_(number, mended.shape[1])


def _lists(rows: Any, mended: FloatArray, kind: Any) -> Any:
    """A list a row; null where the set has no row."""
    import pyarrow as pa

    there = rows >= 0
    flat = pa.array(np.ascontiguousarray(mended[rows[there]]).reshape(-1))
    if pa.types.is_fixed_size_list(kind):
        return pa.FixedSizeListArray.from_arrays(flat, type=kind)
    ends = np.concatenate([[0], np.cumsum(there) * mended.shape[1]]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(ends), flat, type=kind, mask=pa.array(~there))
