"""Columns beside the vectors: given in row order, or as a mapping of id to value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.checks import is_missing
from monosashi.embeddings.errors import DataError, Fault, fault, name_ids


def as_column(values: Any) -> npt.NDArray[Any]:
    """Return a 1-D copy; text becomes an object array, so that one long text costs only itself.

    In object columns a gap (NaN, NaT, NA) is None and numpy scalars are plain Python values.
    A masked entry is a gap.
    """
    if isinstance(values, np.ma.MaskedArray):
        values = _unmasked(values)
    held = np.asarray(values) if hasattr(values, "__array__") else values
    if not isinstance(held, Iterable):
        raise DataError(fault("embeddings.errors.not_1d", name="column", shape=()))
    if isinstance(held, np.ndarray):
        if held.ndim != 1:
            raise DataError(fault("embeddings.errors.not_1d", name="column", shape=held.shape))
        if held.dtype.kind in "fiubmMc":
            return held.astype(held.dtype.newbyteorder("="))
    return np.fromiter(map(_plain, held), dtype=object)


def _unmasked(values: np.ma.MaskedArray[Any, Any]) -> npt.NDArray[Any]:
    """NaN or None where the mask hides a value; what lies below a mask is no value."""
    if not np.ma.getmaskarray(values).any():
        return np.asarray(values.data)
    held = np.array(values.data, dtype=np.float64 if values.dtype.kind == "f" else object)
    held[np.ma.getmaskarray(values)] = np.nan if held.dtype.kind == "f" else None
    return held


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, np.generic):
        value = value.item()
    return None if not isinstance(value, str) and is_missing(value) else value


def column_of(given: Any, ids: TextArray, what: str, n: int | None = None) -> npt.NDArray[Any]:
    """Values in row order, from a sequence of n values or from a mapping of id to value.

    A pandas Series whose index holds the ids is such a mapping; a plain list has no names, so its
    order is that of the rows.
    """
    if isinstance(given, Mapping):
        return join_labels(given, ids, what)
    if _named_by_id(given, ids):
        return join_labels(dict(zip(given.index, given, strict=True)), ids, what)
    column = as_column(given)
    if len(column) != (expected := len(ids) if n is None else n):
        raise DataError(length_fault(what, len(column), expected))
    return column


def _named_by_id(given: Any, ids: TextArray) -> bool:
    """Whether a Series names every row by its id; ids that only count rows name nothing."""
    index = getattr(given, "index", None)
    if index is None or callable(index) or len(index) != len(ids):
        return False
    names = {str(name) for name in index}
    counted = all(str(place) == one for place, one in enumerate(ids))
    return not counted and names == set(ids.tolist())


def length_fault(name: str, length: int, n: int) -> Fault:
    """A column that does not have one value for each row."""
    return fault("embeddings.errors.column_length", name=name, length=length, n=n)


def join_labels(labels: Mapping[Any, Any], ids: TextArray, what: str) -> npt.NDArray[Any]:
    """Values of a mapping in row order; every id must have one."""
    named = {str(key): value for key, value in labels.items()}
    if len(named) < len(labels):
        clash = sorted(str(key) for key in labels if not isinstance(key, str))
        raise DataError(fault("embeddings.errors.mixed_types", ids=clash, what=what))
    if rows := [row for row, name in enumerate(ids) if name not in named]:
        extra = sorted(named.keys() - set(ids))
        raise DataError(fault("embeddings.errors.labels_missing", rows, list(ids[rows]), what=what,
                              extra=name_ids(extra, 5) or "-"))  # fmt: skip
    return as_column([named[name] for name in ids])


def no_column(given: str, what: str, known: Sequence[str]) -> Fault:
    """A column that is not there, and the one that was probably meant.

    >>> no_column("lagn", "language", ["key", "lang"]).values["near"]
    'lang'
    """
    from difflib import get_close_matches

    listed = ", ".join(known) or "-"
    folded = {name.casefold(): name for name in reversed(known)}
    near = get_close_matches(given.casefold(), list(folded), n=1, cutoff=0.6)
    if not near:
        return fault("embeddings.errors.no_column", name=given, what=what, known=listed)
    return fault("embeddings.errors.no_column_near", name=given, what=what, known=listed,
                 near=folded[near[0]])  # fmt: skip
