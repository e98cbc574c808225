"""Files of vectors: written whole, or with mended vectors beside the raw ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.errors import Fault
from monosashi.stores.faiss_writing import INDEXES, index_beside, write_index
from monosashi.stores.file_rows import FileRows, raw_name, rows_of_file
from monosashi.stores.npz_beside import add_array, matrices_of
from monosashi.stores.parquet_beside import add_column, vector_columns
from monosashi.stores.written import Written

NAMES_OF = {".npz": matrices_of, ".parquet": vector_columns, ".pq": vector_columns}


def write_file(data: EmbeddingSet, path: Path) -> Written:
    """A FAISS index, or what ``EmbeddingSet.save`` writes."""
    if path.suffix.lower() in INDEXES:
        return write_index(data, path)
    data.save(path)
    return Written(str(path), "vectors", data.n)


def write_file_beside(
    mended: EmbeddingSet,
    path: Path,
    *,
    raw: EmbeddingSet | None,
    name: str,
    vectors: str | None,
    id: str | None,  # noqa: A002 - the column is called id everywhere
) -> Written:
    """Another array, column or index; the raw vectors stay as they are."""
    ending = path.suffix.lower()
    if ending not in {*NAMES_OF, *INDEXES}:
        raise DataError(fault("stores.errors.beside_format", path=path.name,
                              writable=", ".join([*NAMES_OF, *INDEXES])))  # fmt: skip
    if not path.exists():
        if raw is None:
            raise DataError(fault("stores.errors.not_found", path=path))
        write_file(raw, path)
    if ending in INDEXES:
        rows = rows_of_file(path, mended, raw, None, None)
        return index_beside(mended, path, rows, name)
    base = raw_name(NAMES_OF[ending](path), name, vectors, path)
    rows = rows_of_file(path, mended, raw, base, id)
    add = add_array if ending == ".npz" else add_column
    already = add(path, name, mended, rows, id)
    return Written(str(path), name, mended.n, already, tuple(_left(rows, path)))


def _left(rows: FileRows, path: Path) -> list[Fault]:
    left = np.flatnonzero(rows.of_set < 0)
    if not len(left):
        return []
    return [
        fault("stores.notices.beside_left", left.tolist(), list(rows.ids[left]), address=path.name)
    ]
