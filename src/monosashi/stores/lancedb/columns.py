"""Columns and vectors as arrow arrays."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.files.arrow import UNREADABLE
from monosashi.embeddings.files.carrying import cannot_carry, odd_rows

CARD = b"monosashi_card"


def schema_for(rows: EmbeddingSet, vectors: str, source: str) -> Any:
    """``id``, the columns, the vectors as lists of one length; the card in its metadata."""
    import pyarrow as pa

    faults = Faults()
    kinds = {name: faults.attempt(_kind, name, values, source)
             for name, values in rows.columns.items()}  # fmt: skip
    faults.raise_any()
    fields = [pa.field("id", pa.string()), *(pa.field(name, kind) for name, kind in kinds.items())]
    fields.append(pa.field(vectors, pa.list_(pa.float32(), rows.dimension)))
    card = json.dumps(rows.model.to_dict(canaries=True)).encode()
    return pa.schema(fields, metadata={CARD: card})


def _kind(name: str, values: npt.NDArray[Any], source: str) -> Any:
    import pyarrow as pa

    listed = values.tolist()
    try:
        return pa.array(values if values.dtype.kind != "O" else listed).type
    except (*UNREADABLE, OverflowError):
        raise DataError(cannot_carry(source, name, *odd_rows(listed))) from None


def record_table(rows: EmbeddingSet, name: str, schema: Any) -> Any:
    """Rows as an arrow table of that schema; columns that it lacks are left out."""
    import pyarrow as pa

    held = {"id": list(rows.ids)} | {key: values.tolist() for key, values in rows.columns.items()}
    columns = {field.name: pa.array(held[field.name], type=field.type)
               for field in schema if field.name in held}  # fmt: skip
    columns[name] = fixed_lists(rows.vectors, schema.field(name).type)
    return pa.table(columns)


def fixed_lists(vectors: FloatArray, kind: Any) -> Any:
    """(m, d) numbers as lists of one length, in the type of the column."""
    import pyarrow as pa

    flat = np.ascontiguousarray(vectors, dtype=np.float32).reshape(-1)
    return pa.FixedSizeListArray.from_arrays(pa.array(flat), vectors.shape[1]).cast(kind)
