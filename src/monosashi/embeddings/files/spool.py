"""Rows of numbers that wait on disk: memory does not grow with them."""

from __future__ import annotations

import tempfile
import weakref
from typing import Any

import numpy as np
import numpy.typing as npt

LARGE = 64 * 2**20  # bytes; what is smaller stays in memory


class RowSpool:
    """Rows of one length and type, in the order in which they come.

    They stand in memory until they are ``LARGE`` together, then in a file without a name, which
    goes with the process that holds it.
    """

    def __init__(self, width: int, dtype: npt.DTypeLike) -> None:
        """Start with no rows."""
        self.width, self.dtype, self.n = width, np.dtype(dtype), 0
        self._file = tempfile.SpooledTemporaryFile(max_size=LARGE)  # noqa: SIM115 - held open
        weakref.finalize(self, self._file.close)

    def add(self, rows: npt.NDArray[Any]) -> None:
        """Add (m, width) rows, or one."""
        self._file.write(np.ascontiguousarray(rows, dtype=self.dtype).tobytes())
        self.n += 1 if rows.ndim == 1 else len(rows)

    @property
    def on_disk(self) -> bool:
        """Whether they are many."""
        return self.n * self.width * self.dtype.itemsize > LARGE

    def matrix(self) -> npt.NDArray[Any]:
        """(n, width) rows, once: a memory map where they are on disk. No rows come after that."""
        shape = (self.n, self.width)
        with self._file as file:
            if not self.on_disk:
                file.seek(0)
                return np.frombuffer(file.read(), dtype=self.dtype).reshape(shape).copy()
            file.rollover()
            file.flush()
            held: Any = file._file  # noqa: SLF001 - the file itself, which has a number
            return np.memmap(held, dtype=self.dtype, mode="r", shape=shape)
