"""One LanceDB table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.files.arrow import is_vector_type, matrix_of
from monosashi.stores.lancedb.columns import CARD, fixed_lists, record_table
from monosashi.stores.rows import ID_NAMES
from monosashi.stores.store_protocols import NOTE, Batch, Space, batch_size

NUMBERS = 2**22  # each batch that is written becomes a version of the table


class LanceTable:
    """Rows are found by a column of ids, since their numbers change."""

    def __init__(self, table: Any, id_column: str | None) -> None:
        self._table = table
        names = table.schema.names
        self._key = id_column or next((name for name in ID_NAMES if name in names), None)

    @property
    def key_column(self) -> str | None:
        """The column of ids, if there is one."""
        return self._key

    def spaces(self) -> dict[str, Space]:
        """Columns of lists of numbers."""
        kinds = {field.name: field.type for field in self._table.schema}
        return {name: Space(getattr(kind, "list_size", None)) for name, kind in kinds.items()
                if is_vector_type(kind) and not is_vector_type(kind.value_type)}  # fmt: skip

    def unusable(self) -> list[str]:
        """Columns of several vectors a row."""
        kinds = {field.name: field.type for field in self._table.schema}
        return [name for name, kind in kinds.items()
                if is_vector_type(kind) and is_vector_type(kind.value_type)]  # fmt: skip

    def count(self) -> int:
        """Number of rows."""
        return int(self._table.count_rows())

    def card(self) -> ModelCard | None:
        """What ``write`` noted."""
        held = (self._table.schema.metadata or {}).get(CARD)
        return None if held is None else ModelCard.from_dict(json.loads(held))

    def note(self, name: str) -> str | None:
        """Metadata of the column."""
        schema = self._table.schema
        held = (schema.field(name).metadata or {}) if name in schema.names else {}
        found = held.get(NOTE.encode())
        return None if found is None else str(found.decode())

    def set_note(self, name: str, text: str) -> None:
        """Metadata of the column; what others noted there stays."""
        self._table.update_field_metadata({"path": name, "metadata": {NOTE: text}})

    def batches(self, vectors: Sequence[str], *, columns: bool = True) -> Iterator[Batch]:
        """Rows as they lie in the table."""
        lists = {*self.spaces(), *self.unusable()}
        plain = [name for name in self._table.schema.names if name not in lists] if columns else []
        keys = [self._key] if self._key in self._table.schema.names else []
        chosen = list(dict.fromkeys([*keys, *plain, *vectors]))
        width = sum(self.spaces()[name].dimension or 1 for name in vectors)
        for batch in self._table.search().select(chosen).to_batches(batch_size(width)):
            held = {name: batch.column(name) for name in chosen}
            values = {name: held[name].to_pylist() for name in [*keys, *plain]}
            yield Batch(values[keys[0]] if keys else [None] * batch.num_rows, values,
                        {name: _vectors(held[name], name) for name in vectors})  # fmt: skip

    def insert(self, rows: EmbeddingSet, name: str) -> None:
        """Add rows."""
        for start in range(0, rows.n, size := batch_size(rows.dimension, NUMBERS, 2**20)):
            part = rows.take(np.arange(start, min(rows.n, start + size)))
            self._table.add(record_table(part, name, self._table.schema))

    def make_room(self, name: str, dimension: int) -> None:
        """A column of lists of that length, empty."""
        import pyarrow as pa

        if name not in self._table.schema.names:
            self._table.add_columns(pa.field(name, pa.list_(pa.float32(), dimension)))

    def put(self, name: str, keys: list[Any], vectors: FloatArray) -> None:
        """Set one column of rows that are there."""
        import pyarrow as pa

        schema = self._table.schema
        if self._key is None:
            raise DataError(fault("stores.errors.store_no_ids", known=", ".join(schema.names)))
        for start in range(0, len(keys), size := batch_size(vectors.shape[1], NUMBERS, 2**20)):
            part = slice(start, start + size)
            lists = fixed_lists(vectors[part], schema.field(name).type)
            names = pa.array(keys[part], type=schema.field(self._key).type)
            rows = pa.table({self._key: names, name: lists})
            self._table.merge_insert(self._key).when_matched_update_all().execute(rows)


def _vectors(column: Any, name: str) -> npt.NDArray[Any] | list[Any]:
    """A matrix where all rows have one length."""
    import pyarrow as pa
    import pyarrow.compute as pc

    widths = set(pc.list_value_length(column).drop_null().unique().to_pylist())
    if len(widths) != 1:
        listed: list[Any] = column.to_pylist()
        return listed
    return matrix_of(pa.chunked_array([column]), name)
