"""An npy file of float32 rows that is written and read in pieces.

Not mapped into memory: the pages of a map count as memory of the process until the system takes
them back, and a million vectors are gigabytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.models.embedder import Vectors

FLOAT = np.dtype("<f4")


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """A full disk is told at a write, and then without the name of the file."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


class RowsFile:
    """(n, d) rows on disk: slices are read and written, lists of rows are read.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> rows = RowsFile.create(Path(folder.name) / "v.npy", (3, 2))
    >>> rows[1:3] = np.ones((2, 2), dtype=np.float32)
    >>> rows[[2, 0]].tolist()
    [[1.0, 1.0], [0.0, 0.0]]
    >>> folder.cleanup()
    """

    dtype = FLOAT
    ndim = 2

    def __init__(self, path: Path, shape: tuple[int, int], offset: int) -> None:
        self.path, self.shape, self._offset = path, shape, offset
        self.nbytes = shape[0] * shape[1] * FLOAT.itemsize

    @classmethod
    def create(cls, path: Path, shape: tuple[int, int]) -> RowsFile:
        """Make a file of zeros; the disk is taken as rows are written."""
        with naming(path), path.open("wb") as file:
            head = {"descr": FLOAT.str, "fortran_order": False, "shape": shape}
            np.lib.format.write_array_header_1_0(file, head)
            made = cls(path, shape, file.tell())
            file.truncate(made._offset + made.nbytes)
        return made

    @classmethod
    def open(cls, path: Path) -> RowsFile:
        """Open one that ``create`` made; ValueError for any other file."""
        with path.open("rb") as file:
            np.lib.format.read_magic(file)
            shape, fortran, dtype = np.lib.format.read_array_header_1_0(file)
            offset = file.tell()
        if fortran or dtype != FLOAT or len(shape) != 2:
            raise ValueError(path)
        found = cls(path, (shape[0], shape[1]), offset)
        if path.stat().st_size != found._offset + found.nbytes:
            raise ValueError(path)
        return found

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, rows: Any) -> Vectors:
        width = self.shape[1]
        if isinstance(rows, slice):
            start, stop, _ = rows.indices(len(self))
            return self._read(start, max(0, stop - start))
        picked = np.asarray(rows, dtype=np.int64)
        made: Vectors = np.empty((len(picked), width), dtype=np.float32)
        for place, row in enumerate(picked.tolist()):
            made[place] = self._read(row, 1)[0]
        return made

    def __setitem__(self, rows: slice, values: Vectors) -> None:
        start, _, _ = rows.indices(len(self))
        with naming(self.path), self.path.open("r+b", buffering=0) as file:
            file.seek(self._offset + start * self._row_bytes)
            held = memoryview(np.ascontiguousarray(values, dtype=FLOAT).data).cast("B")
            while held:
                held = held[file.write(held) :]

    @property
    def _row_bytes(self) -> int:
        return self.shape[1] * FLOAT.itemsize

    def _read(self, start: int, count: int) -> Vectors:
        with self.path.open("rb") as file:
            file.seek(self._offset + start * self._row_bytes)
            held = np.fromfile(file, dtype=FLOAT, count=count * self.shape[1])
        return held.reshape(count, self.shape[1]).astype(np.float32, copy=False)
