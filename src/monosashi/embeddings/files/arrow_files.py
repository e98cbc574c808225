"""Arrow files (feather, IPC file or stream) and folders of them: read like Parquet."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from monosashi.embeddings.errors import DataError, fault
from monosashi.embeddings.files.arrow import UNREADABLE, chosen_columns, table_of
from monosashi.embeddings.files.heads import found_format, head_of
from monosashi.embeddings.files.hf_folder import dataset_files, is_dataset_folder
from monosashi.embeddings.files.table import Table


def read_arrow(path: Path, wanted: Collection[str] = (), *, guess: bool = True) -> Table:
    """Read one arrow file, or the files of a ``datasets`` folder one after the other.

    The files are mapped, not copied; of the columns of vectors only those ``wanted`` are taken,
    and with ``guess`` the only one that is left.
    """
    files = dataset_files(path) if path.is_dir() else [path]
    whole = _joined([_whole(file) for file in files], path)
    names, unread = chosen_columns(whole.schema, wanted, path.name, guess=guess)
    return table_of(whole.select(names), unread, path.name)


def _whole(file: Path) -> Any:
    """The table of one file, whichever way it was written."""
    ipc = _ipc(file)
    head = head_of(file)
    if found_format(head) not in {None, "arrow"}:
        raise DataError(fault("embeddings.errors.other_format", path=file.name,
                              found=found_format(head), expected="arrow"))  # fmt: skip
    if head.startswith(b"FEA1"):
        raise DataError(fault("embeddings.errors.feather_1", path=file.name))
    try:
        import pyarrow as pa

        opened = ipc.open_file if head.startswith(b"ARROW1") else ipc.open_stream
        return opened(pa.memory_map(str(file))).read_all()
    except UNREADABLE:
        raise DataError(fault("embeddings.errors.broken_file", path=file.name)) from None


def _joined(tables: list[Any], path: Path) -> Any:
    import pyarrow as pa

    try:
        return pa.concat_tables(tables)
    except UNREADABLE:
        raise DataError(fault("embeddings.errors.broken_file", path=path.name)) from None


def _ipc(file: Path) -> Any:
    try:
        from pyarrow import ipc
    except ImportError:
        raise DataError(fault("embeddings.errors.needs_arrow", path=file.name)) from None
    return ipc


__all__ = ["is_dataset_folder", "read_arrow"]
