"""Files of numpy: ``.npy`` and ``.npz``. Nothing is ever unpickled."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.errors import DataError, Fault, fault

LARGE = 64 * 2**20


def read_npy(path: Path) -> npt.NDArray[Any]:
    """Load an array; files over 64 MiB stay on disk (read-only memory map)."""
    mode: Any = "r" if path.stat().st_size > LARGE else None
    try:
        array = np.load(path, mmap_mode=mode, allow_pickle=False)
    except (ValueError, EOFError, OSError, zipfile.BadZipFile) as error:
        raise DataError(_unreadable(path.name, error)) from None
    if isinstance(array, np.ndarray):
        return array
    raise DataError(fault("embeddings.errors.broken_file", path=path.name, why="npz, not npy"))


def read_npz(path: Path) -> dict[str, npt.NDArray[Any]]:
    """Load all arrays of an archive."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            if not isinstance(archive, np.lib.npyio.NpzFile):
                raise DataError(fault("embeddings.errors.broken_file", path=path.name,
                                      why="npy, not npz"))  # fmt: skip
            return _members(archive, path)
    except (ValueError, EOFError, OSError, zipfile.BadZipFile) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(_unreadable(path.name, error)) from None


def _members(archive: Any, path: Path) -> dict[str, npt.NDArray[Any]]:
    held: dict[str, npt.NDArray[Any]] = {}
    faults: list[Fault] = []
    for name in archive.files:
        try:
            held[name] = archive[name]
        except (ValueError, EOFError, OSError, zipfile.BadZipFile) as error:
            faults.append(_unreadable(f"{path.name} [{name}]", error))
    if faults:
        raise DataError(*faults)
    return held


def _unreadable(name: str, error: Exception) -> Fault:
    if "pickle" in str(error).lower() or "object array" in str(error).lower():
        return fault("embeddings.errors.object_array", path=name)
    return fault("embeddings.errors.broken_file", path=name, why=str(error).split("\n")[0])
