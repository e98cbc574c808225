"""Points of Qdrant: ids are whole numbers or UUIDs, so other ids stand in the payload."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.errors import DataError, Faults
from monosashi.embeddings.files.carrying import json_values
from monosashi.embeddings.lengths import row_lengths

POINT_ID = "point_id"
OURS = UUID("6f1f7a0e-55a5-5c0b-9d55-6d3f0b1a9f27")  # name space of ids made from text
LARGEST = 2**64 - 1
ROUNDING = 1e-5  # of a length that a server scaled to 1


def point_id(name: str) -> int | str:
    """A number or UUID as it is, a UUID made from any other text (the same text, the same UUID)."""
    if name.isascii() and name.isdigit() and str(int(name)) == name and int(name) <= LARGEST:
        return int(name)
    try:
        return name if str(UUID(name)) == name else str(uuid5(OURS, name))
    except ValueError:
        return str(uuid5(OURS, name))


def payloads(rows: EmbeddingSet, source: str) -> list[dict[str, Any]]:
    """Columns of each row, and its id; values that JSON would change are refused by row."""
    faults = Faults()
    listed = {name: faults.attempt(json_values, name, values, source)
              for name, values in rows.columns.items()}  # fmt: skip
    if faults.found:
        raise DataError(*faults.found)
    held: list[dict[str, Any]] = [{"id": name} for name in rows.ids]
    for name, values in listed.items():
        for record, value in zip(held, values or [], strict=True):
            if value is not None:
                record[name] = value
    return held


def columns_of(records: Sequence[Any]) -> dict[str, list[Any]]:
    """Payloads as columns, beside the ids of the points."""
    names = dict.fromkeys(name for record in records for name in record.payload or {})
    held = {_name(name): [(record.payload or {}).get(name) for record in records]
            for name in names}  # fmt: skip
    return {**held, POINT_ID: [record.id for record in records]}


def _name(name: str) -> str:
    return f"payload.{name}" if name == POINT_ID else name


def vector_in(record: Any, name: str) -> Any:
    """One vector of a point, or None; an unnamed one comes without a name when it is alone."""
    held = record.vector
    if isinstance(held, Mapping):
        return held.get(name)
    return held if name == "" else None


def at_length_one(rows: npt.NDArray[Any] | list[Any]) -> npt.NDArray[Any] | list[Any]:
    """Vectors as a server keeps them under Cosine.

    The local mode gives some back as they were put in, others scaled, depending on whether the
    folder was opened anew since (qdrant-client 1.20): scaled here, reading is always the same.
    """
    if not isinstance(rows, np.ndarray):
        return rows
    with np.errstate(invalid="ignore"):
        lengths = row_lengths(rows)
        odd = np.flatnonzero((np.abs(lengths - 1) > ROUNDING) & (lengths > 0))
    rows[odd] = rows[odd] / lengths[odd, None]
    return rows
