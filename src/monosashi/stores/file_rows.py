"""Rows of a file against the rows of a set that goes beside them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.stores.reading import read
from monosashi.stores.store_protocols import Space, one_name
from monosashi.stores.store_rows import same_rows
from monosashi.stores.writing_checks import absent_faults, differing_faults

USUAL = ("vectors", "vector", "embeddings")


@dataclass(frozen=True)
class FileRows:
    """Ids of a file in its order, and for each row the row of the set (-1: none)."""

    ids: TextArray
    of_set: npt.NDArray[np.intp]

    def in_file_order(self, mended: FloatArray) -> FloatArray:
        """(n, d) mended vectors of the rows of the file; NaN where there is none."""
        if bool((self.of_set >= 0).all()):
            return mended[self.of_set]
        found: FloatArray = np.full((len(self.ids), mended.shape[1]), np.nan, dtype=mended.dtype)
        there = self.of_set >= 0
        found[there] = mended[self.of_set[there]]
        return found

    def right(self, held: FloatArray, mended: FloatArray) -> int | None:
        """How many rows are right already; None where something must be written."""
        wanted = self.in_file_order(mended)
        if held.shape != wanted.shape or held.dtype != wanted.dtype:
            return None
        same = ((held == wanted) | (np.isnan(held) & np.isnan(wanted))).all(axis=1)
        return int(same[self.of_set >= 0].sum()) if bool(same.all()) else None


def raw_name(names: Sequence[str], name: str, vectors: str | None, path: Path) -> str:
    """The raw vectors of a file, which are never written to."""
    others = [other for other in names if other != name]
    if vectors == name or not others:
        raise DataError(fault("stores.errors.beside_is_raw", address=path.name, name=name))
    usual = next((other for other in USUAL if other in others), None)
    found = vectors or usual or one_name(others)
    if found is None:
        raise DataError(fault("embeddings.errors.which_vectors", source=path.name,
                              known=", ".join(others)))  # fmt: skip
    return found


def rows_of_file(
    path: Path,
    mended: EmbeddingSet,
    raw: EmbeddingSet | None,
    base: str | None,
    id_name: str | None,
) -> FileRows:
    """Read the file and find the rows of the set in it; all that does not fit is listed."""
    held = read(path, vectors=base, id=id_name)
    place = {name: row for row, name in enumerate(mended.ids)}
    rows = FileRows(held.ids, np.array([place.get(one, -1) for one in held.ids], dtype=np.intp))
    there = rows.of_set[rows.of_set >= 0]
    absent = np.setdiff1d(np.arange(mended.n), there)
    faults = absent_faults(absent, mended, path.name)
    if raw is not None and held.dimension == raw.dimension:
        same = same_rows(held.vectors[rows.of_set >= 0], raw.vectors[there], Space(None))
        faults += differing_faults(there[~same], raw, path.name, base or "-")
    elif raw is not None:
        faults.append(fault("stores.errors.beside_length", address=path.name, name=base or "-",
                            held=held.dimension, dimension=raw.dimension))  # fmt: skip
    if faults:
        raise DataError(*faults)
    return rows


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A draft beside the file that takes its place when all went well."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        draft.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
