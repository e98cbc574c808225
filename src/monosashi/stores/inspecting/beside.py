"""Vectors in the columns of a table, or in a file of arrays beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from monosashi.embeddings import Fault
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.files.beside import VectorFile
from monosashi.embeddings.files.table import Table
from monosashi.stores.formats import beside, has_encoding, is_vector_file
from monosashi.stores.inspecting.questions import Questions
from monosashi.stores.inspecting.vector_facts import vector_row
from monosashi.stores.reading import read


def look_beside(path: Path, table: Table, asked: Questions, faults: Faults) -> list[dict[str, Any]]:
    """One row a set of vectors: columns of the table, or arrays of the file named."""
    if is_beside(asked, table):
        place = faults.attempt(beside, str(asked.vectors), path)
        file = None if place is None else faults.attempt(VectorFile.load, place)
        return [] if file is None else array_rows(file, faults)
    given = [name for name in (asked.vectors, asked.query_vectors) if name]
    rows = []
    for name in given or table.vector_columns():
        values = table.columns.get(name)
        if values is None:
            faults.attempt(table.take, name, "vectors")
            continue
        row, found = vector_row(name, values)
        rows.append(row)
        faults.found += found
    return rows


def is_beside(asked: Questions, table: Table) -> bool:
    """Whether ``vectors`` names a file rather than a column."""
    given = asked.vectors
    return given is not None and is_vector_file(given) and given not in table.columns


def array_rows(file: VectorFile, faults: Faults) -> list[dict[str, Any]]:
    """One row an array of two dimensions."""
    rows = []
    for name in file.matrices():
        row, found = vector_row(name, file.arrays[name])
        rows.append(row)
        faults.found += found
    return rows


def reading_faults(
    path: Path, vectors: list[dict[str, Any]], asked: Questions, wide: str | None
) -> list[Fault]:
    """What ``monosashi.read`` would refuse, for every set of vectors on its own."""
    if not vectors:
        return []
    names = [asked.vectors] if asked.vectors else [str(row["vectors"]) for row in vectors]
    encoding = asked.encoding if has_encoding(path) else None
    faults = Faults()
    for name in names:
        faults.attempt(read, path, vectors=name, query_vectors=asked.query_vectors, id=asked.id,
                       wide=wide, encoding=encoding)  # fmt: skip
    return faults.found
