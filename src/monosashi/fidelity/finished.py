"""Finished parts of long passes in a folder: a run that was killed goes on from them.

A part is named by everything it depends on, data included, so that nothing of other data or
settings is ever taken; it is written beside its place and moved there whole.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tokenize import TokenError
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault

T = TypeVar("T")
Arrays = Mapping[str, npt.NDArray[Any]]
FORMAT = 1
# numpy reads the head of an array as Python, before the zip file is found to be damaged
UNREADABLE = (OSError, ValueError, KeyError, EOFError, SyntaxError, TokenError, MemoryError,
              zipfile.BadZipFile)  # fmt: skip


@dataclass(frozen=True)
class Finished:
    """A folder of finished parts."""

    folder: Path

    @classmethod
    def open(cls, path: str | Path | None) -> Finished | None:
        """None without a path; the folder is made."""
        if path is None:
            return None
        try:
            Path(path).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataError(
                fault("fidelity.errors.store", path=path, why=error.strerror or error)
            ) from None
        return cls(Path(path))

    def part(
        self, name: str, make: Callable[[], T], arrays: Callable[[T], Arrays],
        back: Callable[[Arrays], T],
    ) -> T:  # fmt: skip
        """A part from its file, or made and kept. What cannot be read is made again."""
        path = self.folder / f"{name}.npz"
        if path.is_dir():
            raise DataError(fault("fidelity.errors.part_folder", path=path))
        if path.exists():
            try:
                with path.open("rb") as file, np.load(file, allow_pickle=False) as held:
                    return back(dict(held))
            except UNREADABLE:
                pass
        made = make()
        self._write(path, arrays(made))
        return made

    def _write(self, path: Path, arrays: Arrays) -> None:
        handle, draft = tempfile.mkstemp(dir=self.folder, prefix=".part.", suffix=".npz")
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez(file, allow_pickle=False, **arrays)
            Path(draft).replace(path)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise


def name_of(kind: str, *what: Any) -> str:
    """A name for a part from all that decides it: arrays by their bytes.

    >>> name_of("own", np.zeros(3), 5) == name_of("own", np.zeros(3), 5)
    True
    >>> name_of("own", np.zeros(3), 5) == name_of("own", np.zeros(4), 5)
    False
    """
    found = hashlib.sha256(f"{kind} {FORMAT}".encode())
    for one in what:
        if isinstance(one, np.ndarray):
            found.update(f"{one.dtype.str}{one.shape}".encode())
            found.update(np.ascontiguousarray(one).data)
        else:
            found.update(repr(one).encode())
        found.update(b"\0")
    return f"{kind}-{found.hexdigest()[:24]}"
