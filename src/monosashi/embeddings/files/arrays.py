"""Files of numpy: ``.npy`` and ``.npz``. Nothing is ever unpickled."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.errors import DataError, Fault, fault

LARGE = 64 * 2**20
NPY, NPZ, PICKLE = b"\x93NUMPY", b"PK", b"\x80"
UNREADABLE = (ValueError, EOFError, OSError, zipfile.BadZipFile)


def read_npy(path: Path) -> npt.NDArray[Any]:
    """Load an array; files over 64 MiB stay on disk (read-only memory map)."""
    _check_head(path, NPY)
    mode: Any = "r" if path.stat().st_size > LARGE else None
    try:
        array: npt.NDArray[Any] = np.load(path, mmap_mode=mode, allow_pickle=False)
    except UNREADABLE as error:
        raise DataError(_unreadable(path.name, error)) from None
    return array


def read_npz(path: Path) -> dict[str, npt.NDArray[Any]]:
    """Load all arrays of an archive."""
    _check_head(path, NPZ)
    with path.open("rb") as file:
        try:
            archive = np.load(file, allow_pickle=False)
        except UNREADABLE as error:
            raise DataError(_unreadable(path.name, error)) from None
        with archive:
            return _members(archive, path)


def _check_head(path: Path, expected: bytes) -> None:
    """The first bytes say what a file is, whatever its name says."""
    with path.open("rb") as file:
        head = file.read(len(NPY))
    if head.startswith(expected):
        return
    if head.startswith(PICKLE):
        raise DataError(fault("embeddings.errors.object_array", path=path.name))
    known = {NPY: "npy", NPZ: "npz"}
    found = next((name for start, name in known.items() if head.startswith(start)), "?")
    raise DataError(fault("embeddings.errors.broken_file", path=path.name,
                          why=f"{found}, not {known[expected]}"))  # fmt: skip


def _members(archive: Any, path: Path) -> dict[str, npt.NDArray[Any]]:
    held: dict[str, npt.NDArray[Any]] = {}
    faults: list[Fault] = []
    for name in archive.files:
        try:
            held[name] = archive[name]
        except UNREADABLE as error:
            faults.append(_unreadable(f"{path.name} [{name}]", error))
    if faults:
        raise DataError(*faults)
    return held


def _unreadable(name: str, error: Exception) -> Fault:
    if "pickle" in str(error).lower() or "object array" in str(error).lower():
        return fault("embeddings.errors.object_array", path=name)
    return fault("embeddings.errors.broken_file", path=name, why=str(error).split("\n")[0])
