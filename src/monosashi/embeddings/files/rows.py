"""Ids and columns of objects, one JSON line a row: ``{"id": …, "columns": {…}}``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.errors import DataError, Fault, fault

if TYPE_CHECKING:
    from monosashi.embeddings.sets import EmbeddingSet


def write_rows(data: EmbeddingSet, path: Path) -> None:
    """Write ids and object columns; values that JSON would change are refused by row."""
    named = {key: values for key, values in data.columns.items() if values.dtype.kind == "O"}
    if faults := [one for key, values in named.items() if (one := _lossy(key, values))]:
        raise DataError(*faults)
    with path.open("wb") as file:
        for row, name in enumerate(data.ids):
            record = {"id": name, "columns": {key: values[row] for key, values in named.items()}}
            line = json.dumps(record, ensure_ascii=False) + "\n"
            file.write(line.encode("utf-8", "surrogatepass"))


def _lossy(name: str, values: npt.NDArray[Any]) -> Fault | None:
    rows = [row for row, value in enumerate(values) if not survives(value)]
    if not rows:
        return None
    kind = type(values[rows[0]]).__name__
    return fault("embeddings.errors.cannot_save", rows, name=name, kind=kind)


def survives(value: Any) -> bool:
    """Whether JSON gives the same value back."""
    if value is None or isinstance(value, str | bool | int):
        return True
    try:
        return bool(json.loads(json.dumps(value, allow_nan=False)) == value)
    except (TypeError, ValueError):
        return False


def read_rows(path: Path, head: dict[str, Any]) -> tuple[TextArray, dict[str, npt.NDArray[Any]]]:
    """Read ids and object columns back."""
    with path.open("rb") as file:
        records = [json.loads(line.decode("utf-8", "surrogatepass")) for line in file]
    ids = np.fromiter((record["id"] for record in records), dtype=object)
    names = [name for name in head["columns"] if name not in head["number_columns"]]
    columns = {name: np.fromiter((record["columns"][name] for record in records), dtype=object)
               for name in names}  # fmt: skip
    return ids, columns
