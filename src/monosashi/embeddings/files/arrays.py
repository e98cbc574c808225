"""Files of numpy: ``.npy`` and ``.npz``. Nothing is ever unpickled."""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.files.heads import found_format, head_of

LARGE = 64 * 2**20
PICKLE = b"\x80"
ENCRYPTED = 0x1
HEADS = {(1, 0): np.lib.format.read_array_header_1_0,
         (2, 0): np.lib.format.read_array_header_2_0}  # fmt: skip
LOCAL_HEAD = "<4s5H3I2H"  # of a member of a zip archive; the last two are lengths that follow
# what numpy, zipfile and zlib raise for damaged, encrypted or oddly compressed files
UNREADABLE = (ValueError, EOFError, OSError, zipfile.BadZipFile, zlib.error, NotImplementedError,
              RuntimeError, LookupError, TypeError, OverflowError, SyntaxError, TokenError,
              struct.error)  # fmt: skip


def read_npy(path: Path) -> npt.NDArray[Any]:
    """Load an array; files over 64 MiB stay on disk (read-only memory map)."""
    _check_head(path, "npy")
    mode: Any = "r" if path.stat().st_size > LARGE else None
    try:
        array: npt.NDArray[Any] = np.load(path, mmap_mode=mode, allow_pickle=False)
    except (*UNREADABLE, MemoryError) as error:  # a small file whose head claims more than there is
        raise DataError(_unreadable(path.name, error)) from None
    return array


def read_npz(path: Path) -> dict[str, npt.NDArray[Any]]:
    """Load all arrays of an archive."""
    _check_head(path, "npz")
    with path.open("rb") as file:
        try:
            archive = np.load(file, allow_pickle=False)
        except UNREADABLE as error:
            raise DataError(_unreadable(path.name, error)) from None
        with archive:
            return _members(archive, path)


def _check_head(path: Path, expected: str) -> None:
    """The first bytes say what a file is, whatever its name says."""
    head = head_of(path)
    found = found_format(head)
    if found == expected:
        return
    if head.startswith(PICKLE):
        raise DataError(fault("embeddings.errors.object_array", path=path.name))
    if found is None:
        raise DataError(fault("embeddings.errors.broken_file", path=path.name))
    raise DataError(fault("embeddings.errors.other_format", path=path.name, found=found,
                          expected=expected))  # fmt: skip


def _members(archive: Any, path: Path) -> dict[str, npt.NDArray[Any]]:
    held: dict[str, npt.NDArray[Any]] = {}
    faults: list[Fault] = []
    for name in archive.files:
        try:
            mapped = map_member(path, archive.zip, name)
            member = archive[name] if mapped is None else mapped
            if isinstance(member, np.ndarray):  # an archive may hold other files beside arrays
                held[name] = member
        except UNREADABLE as error:
            faults.append(_unreadable(f"{path.name} [{name}]", error))
    if faults:
        raise DataError(*faults)
    return held


def map_member(path: Path, archive: zipfile.ZipFile, name: str) -> npt.NDArray[Any] | None:
    """A large array that is stored uncompressed, as a read-only memory map of the archive.

    None for others. What the archive's directory says of it (length, place) is checked against
    the file; a wrong checksum stays unseen, since nobody reads the array at this point.
    """
    try:
        member = archive.getinfo(f"{name}.npy")
    except KeyError:
        return None
    stored = member.compress_type == zipfile.ZIP_STORED and not member.flag_bits & ENCRYPTED
    if not stored or member.file_size <= LARGE or member.file_size != member.compress_size:
        return None
    with archive.open(member) as file:
        head_of_version = HEADS.get(np.lib.format.read_magic(file))
        if head_of_version is None:
            return None
        shape, fortran, dtype = head_of_version(file)
        head = file.tell()
    numbers = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    if dtype.hasobject or fortran:
        return None
    if head + numbers != member.file_size:
        raise ValueError(f"{member.file_size} bytes for an array of {numbers}")
    return np.memmap(path, dtype=dtype, mode="r", shape=shape, offset=_place(path, member) + head)


def _place(path: Path, member: zipfile.ZipInfo) -> int:
    """Where the bytes of a member begin: after its own head, whose length it tells."""
    with path.open("rb") as file:
        file.seek(member.header_offset)
        *_, name, extra = struct.unpack(LOCAL_HEAD, file.read(struct.calcsize(LOCAL_HEAD)))
    return member.header_offset + struct.calcsize(LOCAL_HEAD) + int(name) + int(extra)


def _unreadable(name: str, error: Exception) -> Fault:
    if "pickle" in str(error).lower() or "object array" in str(error).lower():
        return fault("embeddings.errors.object_array", path=name)
    return fault("embeddings.errors.broken_file", path=name)
