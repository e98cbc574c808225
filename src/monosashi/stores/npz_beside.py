"""Another array in an npz; the arrays that are there are copied byte by byte."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.files.arrays import read_npz
from monosashi.stores.file_rows import FileRows, replaced


def matrices_of(path: Path) -> list[str]:
    """Names of the arrays of two dimensions."""
    return [name for name, array in read_npz(path).items() if array.ndim == 2]


def add_array(
    path: Path, name: str, mended: EmbeddingSet, rows: FileRows, id_name: str | None
) -> int:
    """Rows that were right before; nothing is written where all were."""
    del id_name
    left = np.flatnonzero(rows.of_set < 0)
    if len(left):  # an array has a row for every id
        raise DataError(fault("stores.errors.npz_gaps", left.tolist(), list(rows.ids[left]),
                              path=path.name))  # fmt: skip
    held = read_npz(path).get(name)
    if held is not None and (right := rows.right(held, mended.vectors)) is not None:
        return right
    with replaced(path) as draft:
        _write(path, draft, name, rows.in_file_order(mended.vectors))
    return 0


def _write(path: Path, draft: Path, name: str, matrix: np.ndarray) -> None:
    with zipfile.ZipFile(path) as before, zipfile.ZipFile(draft, "w", allowZip64=True) as after:
        for member in before.infolist():
            if member.filename != f"{name}.npy":
                with before.open(member) as source, after.open(member, "w") as target:
                    shutil.copyfileobj(source, target)
        with after.open(f"{name}.npy", "w", force_zip64=True) as target:
            np.lib.format.write_array(target, np.ascontiguousarray(matrix), allow_pickle=False)
