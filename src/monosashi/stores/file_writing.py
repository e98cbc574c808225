"""Files of vectors: written whole, or with mended vectors beside the raw ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.errors import Fault
from monosashi.embeddings.files.card_places import unknown_ending
from monosashi.embeddings.files.cards import mark_beside, note_beside
from monosashi.embeddings.files.writing import WRITERS, write_named
from monosashi.stores.faiss_writing import INDEXES, index_beside, write_index
from monosashi.stores.file_rows import FileRows, raw_name, rows_of_file
from monosashi.stores.npz_beside import add_array, matrices_of
from monosashi.stores.parquet_beside import add_column, vector_columns
from monosashi.stores.store_protocols import MENDED, QUERIES_MENDED
from monosashi.stores.written import Written

NAMES_OF = {".npz": matrices_of, ".parquet": vector_columns, ".pq": vector_columns}


def write_file(data: EmbeddingSet, path: Path) -> Written:
    """A FAISS index, or what ``EmbeddingSet.save`` writes."""
    if path.suffix.lower() in INDEXES:
        return write_index(data, path)
    if not path.is_dir() and (ending := unknown_ending(path)):  # a slip would become a folder
        known = ", ".join([*WRITERS, *INDEXES])
        raise DataError(fault("stores.errors.unwritable", path=path.name, ending=ending,
                              writable=known))  # fmt: skip
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
        if vectors is None or ending in INDEXES:
            write_file(raw, path)
        else:
            write_named(raw, path, vectors)
    if ending in INDEXES:
        rows = rows_of_file(path, mended, raw, None, None)
        done = index_beside(mended, path, rows, name)
        return replace(done, notices=(*done.notices, *_queries_left(mended, path)))
    asked = QUERIES_MENDED if name == MENDED else f"query_{name}"
    held = [one for one in NAMES_OF[ending](path) if one != asked]
    base = raw_name(held, name, vectors, path)
    rows = rows_of_file(path, mended, raw, base, id)
    add = add_array if ending == ".npz" else add_column
    mark = mended.model.mended
    if mark_beside(path, name) != mark:
        note_beside(path, name, None)  # what stands there now is not what the next note says
    already = add(path, name, mended, rows, id)
    note_beside(path, name, mark)
    notices = _left(rows, path)
    if mended.query_vectors is not None:  # mended documents and raw queries must not meet
        queries = replace(mended, vectors=mended.query_vectors, query_vectors=None)
        add(path, asked, queries, rows, id)
        notices.append(fault("stores.notices.queries_beside", address=path.name, name=asked))
    return Written(str(path), name, mended.n, already, tuple(notices))


def vector_names(path: Path) -> list[str]:
    """What vectors are called in a file that can hold several; none for other files."""
    names = NAMES_OF.get(path.suffix.lower())
    return [] if names is None or not path.is_file() else names(path)


def _queries_left(mended: EmbeddingSet, path: Path) -> list[Fault]:
    left = mended.query_vectors is not None
    return [fault("stores.notices.queries_left", address=path.name)] if left else []


def _left(rows: FileRows, path: Path) -> list[Fault]:
    left = np.flatnonzero(rows.of_set < 0)
    if not len(left):
        return []
    return [
        fault("stores.notices.beside_left", left.tolist(), list(rows.ids[left]), address=path.name)
    ]
