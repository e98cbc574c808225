"""Arrow columns as numpy arrays."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.card import without_mended
from monosashi.embeddings.errors import DataError, Faults, fault
from monosashi.embeddings.files.table import Table
from monosashi.embeddings.ragged import ragged_fault

UNREADABLE = (OSError, ValueError, NotImplementedError, LookupError, TypeError)  # pyarrow's kinds


def chosen_columns(
    schema: Any, wanted: Collection[str], source: str, *, guess: bool
) -> tuple[list[str], tuple[str, ...]]:
    """Columns to read, and columns of vectors that nobody asked for.

    With ``guess``, the only column of vectors that is not ``wanted`` is read too. Names that stand
    more than once are refused.
    """
    names = list(schema.names)
    if repeated := [name for name in dict.fromkeys(names) if names.count(name) > 1]:
        raise DataError(fault("embeddings.errors.delimited_header", ids=repeated, path=source))
    vectors = [field.name for field in schema if is_vector_type(field.type)]
    others = without_mended([name for name in vectors if name not in wanted])
    chosen = {*wanted, *(others if guess and len(others) == 1 else ())}
    taken = [name for name in names if name not in vectors or name in chosen]
    return taken, tuple(name for name in vectors if name not in chosen)


def table_of(table: Any, unread: tuple[str, ...], source: str, *, rows: int | None = None) -> Table:
    """Columns as arrays; what is wrong with single columns stands in the table's ``faults``.

    ``rows`` counts them where the table may have no column left.
    """
    if not (table.num_rows if rows is None else rows):
        raise DataError(fault("embeddings.errors.no_records", path=source))
    faults = Faults()
    taken = {name: faults.attempt(_column, table[name], name, source)
             for name in table.column_names}  # fmt: skip
    columns = {name: values for name, values in taken.items() if values is not None}
    return Table(source, columns, unread=unread, faults=tuple(faults.found))


def _column(column: Any, name: str, source: str) -> npt.NDArray[Any]:
    try:
        if is_vector_type(column.type):
            return matrix_of(_stored(column), name)
        return plain_column(_stored(column))
    except DataError:
        raise
    except UNREADABLE:  # text that is no UTF-8, for one
        place = f"{source} [{name}]"
        raise DataError(fault("embeddings.errors.broken_file", path=place)) from None


def _stored(column: Any) -> Any:
    """The column without its extension type (tensors, arrays of ``datasets``)."""
    import pyarrow as pa

    if not isinstance(column.type, pa.BaseExtensionType):
        return column
    return pa.chunked_array([chunk.storage for chunk in column.chunks], column.type.storage_type)


def _storage(kind: Any) -> Any:
    return getattr(kind, "storage_type", kind)


def is_vector_type(kind: Any) -> bool:
    """Whether values of this arrow type are lists of numbers (also lists in lists)."""
    kind = _storage(kind)
    return _is_list(kind) and (_is_number(kind.value_type) or is_vector_type(kind.value_type))


def _is_list(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_list(kind) or types.is_large_list(kind)
                or types.is_fixed_size_list(kind))  # fmt: skip


def _is_number(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_floating(kind) or types.is_integer(kind))


def is_plain_vector(kind: Any) -> bool:
    """Whether values are lists of floats themselves, not of an extension or in further lists."""
    from pyarrow import types

    return _is_list(kind) and bool(types.is_float32(kind.value_type)
                                   or types.is_float64(kind.value_type))  # fmt: skip


def plain_rows(column: Any) -> FloatArray | None:
    """(m, d) numbers of lists of one length; None where a row or a number is missing."""
    if column.null_count or not len(column):
        return None
    values = column.flatten()
    width, odd = divmod(len(values), len(column))
    lengths = _lengths(column)
    if odd or not width or values.null_count or (lengths != width).any():
        return None
    rows: FloatArray = values.to_numpy(zero_copy_only=False).reshape(-1, width)
    return rows


def matrix_of(column: Any, name: str) -> FloatArray:
    """(n, d) floats of a list column; a null row, or a null inside one, becomes NaN.

    A list that holds exactly one list is read as that list.
    """
    lengths = _lengths(column)
    if _is_list(column.type.value_type):
        return _scatter(matrix_of(_unwrapped(column, lengths, name), name), lengths >= 0)
    width = _width(lengths, name)
    numbers = [chunk.flatten().to_numpy(zero_copy_only=False) for chunk in column.chunks]
    return _scatter(np.concatenate(numbers).reshape(-1, width), lengths >= 0)


def _unwrapped(column: Any, lengths: npt.NDArray[np.int64], name: str) -> Any:
    import pyarrow as pa

    if rows := np.flatnonzero(np.abs(lengths) != 1).tolist():
        kind = str(column.type)
        raise DataError(fault("embeddings.errors.nested", rows, name=name, kind=kind))
    return pa.chunked_array([chunk.flatten() for chunk in column.chunks], column.type.value_type)


def _scatter(held: npt.NDArray[Any], present: npt.NDArray[np.bool_]) -> FloatArray:
    """Rows that are present, in their places; NaN elsewhere."""
    if present.all():
        return held
    dtype = np.result_type(held.dtype, np.float32)
    matrix: FloatArray = np.full((len(present), held.shape[1]), np.nan, dtype=dtype)
    matrix[present] = held
    return matrix


def _lengths(column: Any) -> npt.NDArray[np.int64]:
    """(n,) number of values a row; -1 where the row is null."""
    import pyarrow.compute as pc

    counted = pc.fill_null(pc.list_value_length(column), -1)
    lengths: npt.NDArray[np.int64] = counted.to_numpy().astype(np.int64)
    return lengths


def _width(lengths: npt.NDArray[np.int64], name: str) -> int:
    known = lengths[lengths >= 0]
    sizes, counts = np.unique(known, return_counts=True)
    usual = int(sizes[counts.argmax()]) if len(sizes) else 0
    if usual == 0:
        raise DataError(fault("embeddings.errors.not_numbers", name=name, dtype="null"))
    if len(sizes) > 1:
        held = {int(row): int(lengths[row]) for row in np.flatnonzero(lengths >= 0)}
        bare = np.flatnonzero(lengths < 0).tolist()
        gaps = [fault("embeddings.errors.rows_missing", bare, name=name)] if bare else []
        raise DataError(*filter(None, [ragged_fault(held, name)]), *gaps)
    return usual


def plain_column(column: Any) -> npt.NDArray[Any]:
    """1-D values: numbers without gaps stay numbers, everything else becomes Python objects."""
    from pyarrow import types

    kind = column.type
    simple = _is_number(kind) or types.is_boolean(kind) or types.is_temporal(kind)
    if simple and not column.null_count and not types.is_time(kind):
        array: npt.NDArray[Any] = column.to_numpy()
        return array
    return np.fromiter(column.to_pylist(), dtype=object)
