"""Long lists of numbers in records, column by column, kept where memory does not grow with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.files.spool import RowSpool

LONG = 16


class LongLists:
    """Vectors that stand in the lines of a file.

    Every list of one length goes to the spool of its column; in the record a number of its row
    stands for it, until it is known whether the whole column is such vectors.
    """

    def __init__(self) -> None:
        """Start with no columns."""
        self.spools: dict[str, RowSpool] = {}

    def kept(self, name: str, value: Any) -> Any:
        """The value, or what stands for it."""
        array = compact(value)
        if not isinstance(array, np.ndarray):
            return value
        spool = self.spools.setdefault(name, RowSpool(len(array), np.float64))
        if spool.width != len(array):
            return array
        spool.add(array)
        return _Row(spool.n - 1)

    def column(self, name: str, values: list[Any]) -> npt.NDArray[Any]:
        """(n, d) numbers where every row is a vector and they are many; else one object a row."""
        spool = self.spools.get(name)
        if spool is None:
            return np.fromiter(values, dtype=object)
        matrix = spool.matrix()
        if spool.on_disk and all(isinstance(value, _Row) for value in values):
            return matrix
        return np.fromiter((matrix[value] if isinstance(value, _Row) else value
                            for value in values), dtype=object)  # fmt: skip


class _Row(int):
    """Which row of the spool a record holds."""


def compact(value: Any) -> Any:
    """A long list of numbers as an array, which takes a quarter of the memory."""
    if not isinstance(value, list) or len(value) < LONG or not isinstance(value[0], float):
        return value
    try:
        array = np.array(value)
    except ValueError:
        return value
    return array if array.dtype.kind == "f" and array.ndim == 1 else value
