"""What stands in each column: kind of values, gaps, distinct values, an example."""

from __future__ import annotations

import datetime as dt
from collections.abc import Hashable, Mapping
from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.checks import is_missing
from monosashi.embeddings.files.table import Table, holds_vectors

EXAMPLE = 60
MIXED = 2
KINDS: dict[str, tuple[type, ...]] = {  # the first that fits: True is an int too
    "text": (str,),
    "yes/no": (bool, np.bool_),
    "whole numbers": (int, np.integer),
    "numbers": (float, Decimal, np.floating),
    "mappings": (Mapping,),
    "lists": (list, tuple, np.ndarray),
    "bytes": (bytes, bytearray, memoryview),
    "dates": (dt.date, dt.time, np.datetime64),
}


def column_rows(table: Table) -> list[dict[str, Any]]:
    """One row a column: name, kind, missing (share), distinct, example."""
    rows = [_row(name, values) for name, values in table.columns.items()]
    return rows + [_unread(name) for name in table.unread if name not in table.columns]


def _unread(name: str) -> dict[str, Any]:
    return {"column": name, "kind": "vectors", "missing": None, "distinct": None, "example": None}


def _row(name: str, values: npt.NDArray[Any]) -> dict[str, Any]:
    if values.ndim == MIXED:
        gone = int(np.isnan(values).all(axis=1).sum()) if values.dtype.kind == "f" else 0
        return {**_unread(name), "missing": gone / max(1, len(values)),
                "example": _cut(str([_plain(x) for x in values[0][:3]]))}  # fmt: skip
    held = [value for value in values.tolist() if not is_missing(value)]
    vectors = holds_vectors(values)
    kind = "vectors" if vectors else kind_of(held)
    return {
        "column": name,
        "kind": kind,
        "missing": 1 - len(held) / max(1, len(values)),
        "distinct": None if vectors else _distinct(held),
        "example": _example(held[0], vectors=vectors) if held else None,
    }


def kind_of(held: list[Any]) -> str:
    """text, whole numbers, numbers, yes/no, lists, {…}, bytes, dates, other, empty, or mixed."""
    kinds = {_kind(value) for value in held}
    if kinds == {"whole numbers", "numbers"}:
        return "numbers"
    return "empty" if not kinds else next(iter(kinds)) if len(kinds) == 1 else "mixed"


def _kind(value: Any) -> str:
    return next((kind for kind, types in KINDS.items() if isinstance(value, types)), "other")


def _distinct(held: list[Any]) -> int | None:
    """Distinct values; None for lists and mappings."""
    if not all(isinstance(value, Hashable) for value in held):
        return None
    return len(set(held))


def _example(value: Any, *, vectors: bool) -> str:
    if vectors:
        return _cut(str([_plain(number) for number in value[:3]]))
    if isinstance(value, Mapping):
        return _cut("{" + ", ".join(f"{key}: {held}" for key, held in value.items()) + "}")
    return _cut(str(value))


def _plain(number: Any) -> Any:
    return round(float(number), 3) if isinstance(number, int | float | np.number) else number


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= EXAMPLE else line[: EXAMPLE - 1] + "…"
