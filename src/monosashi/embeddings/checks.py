"""What every vector set must satisfy, checked once, all faults together."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.errors import DataError, Fault, fault

BLOCK = 65_536


def as_text(values: Iterable[Any], what: str) -> TextArray:
    """Ids and labels as text: whole numbers are written out, floats and gaps are refused."""
    raw = [value.item() if isinstance(value, np.generic) else value for value in values]
    faults = [_missing(raw, what), _not_text(raw, what), _same_spelling(raw, what)]
    if found := [f for f in faults if f is not None]:
        raise DataError(*found)
    out = np.empty(len(raw), dtype=object)
    out[:] = [value if isinstance(value, str) else str(value) for value in raw]
    return out


def is_missing(value: Any) -> bool:
    """None, NaN, NaT or an empty string."""
    return value is None or value == "" or value != value  # noqa: PLR0124 - NaN is not itself


def _missing(raw: Sequence[Any], what: str) -> Fault | None:
    rows = [i for i, value in enumerate(raw) if is_missing(value)]
    return fault("embeddings.errors.missing_text", rows=rows, what=what) if rows else None


def _not_text(raw: Sequence[Any], what: str) -> Fault | None:
    rows = [i for i, v in enumerate(raw) if not is_missing(v) and not isinstance(v, str | int)]
    if not rows:
        return None
    example = repr(raw[rows[0]])
    return fault("embeddings.errors.not_text", rows=rows, what=what, example=example)


def _same_spelling(raw: Sequence[Any], what: str) -> Fault | None:
    """1 and "1" would become one name: refuse rather than merge."""
    kinds: defaultdict[str, set[type]] = defaultdict(set)
    for value in raw:
        if isinstance(value, str | int):
            kinds[str(value)].add(type(value))
    clash = sorted(name for name, types in kinds.items() if len(types) > 1)
    rows = [i for i, value in enumerate(raw) if str(value) in clash]
    return fault("embeddings.errors.mixed_types", rows, clash, what=what) if clash else None


def duplicate_ids(ids: TextArray) -> list[Fault]:
    """Ids that stand more than once, or that differ only in Unicode form."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for row, name in enumerate(ids):
        places[name].append(row)
    faults = []
    if repeated := {name: rows for name, rows in places.items() if len(rows) > 1}:
        rows = [row for group in repeated.values() for row in group]
        faults.append(fault("embeddings.errors.duplicate_ids", rows, list(repeated)))
    forms: defaultdict[str, list[str]] = defaultdict(list)
    for name in places:
        forms[unicodedata.normalize("NFC", name)].append(name)
    if twins := [name for group in forms.values() if len(group) > 1 for name in group]:
        rows = [places[name][0] for name in twins]
        faults.append(fault("embeddings.errors.unicode_twins", rows, twins))
    return faults


def non_finite_rows(vectors: FloatArray) -> list[int]:
    """Rows that hold NaN or infinity, found block by block."""
    found: list[int] = []
    for start in range(0, len(vectors), BLOCK):
        bad = ~np.isfinite(vectors[start : start + BLOCK]).all(axis=1)
        found.extend((np.flatnonzero(bad) + start).tolist())
    return found


def zero_rows(vectors: FloatArray) -> list[int]:
    """Rows without a direction: every entry exactly zero."""
    found: list[int] = []
    for start in range(0, len(vectors), BLOCK):
        empty = ~vectors[start : start + BLOCK].any(axis=1)
        found.extend((np.flatnonzero(empty) + start).tolist())
    return found
