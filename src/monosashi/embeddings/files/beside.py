"""Vectors in a file of arrays, alone or beside a text file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray, TextArray, as_float_matrix
from monosashi.embeddings.card import without_mended
from monosashi.embeddings.checks import as_ids
from monosashi.embeddings.errors import DataError, Fault, Faults, fault
from monosashi.embeddings.files.arrays import read_npy, read_npz
from monosashi.embeddings.files.faiss_index import read_faiss
from monosashi.embeddings.files.ids_beside import ids_beside
from monosashi.embeddings.files.tensors import read_tensors

ID_NAMES = ("ids", "id")
VECTOR_NAMES = {"vectors": ("vectors", "embeddings"), "query_vectors": ("query_vectors", "queries")}
IntArray = npt.NDArray[np.intp]


@dataclass(frozen=True)
class VectorFile:
    """Arrays of one file; ``ids`` is None when it has none."""

    source: str
    arrays: Mapping[str, npt.NDArray[Any]]
    ids: TextArray | None
    notices: tuple[Fault, ...] = ()

    @classmethod
    def load(cls, path: Path, id_name: str | None = None) -> VectorFile:
        """Read npy, npz, safetensors or a FAISS index; ids are checked to be unique text.

        A file without ids takes those of ``NAME.ids.txt`` beside it, if there.
        """
        held = cls._of(path, id_name)
        return held if held.ids is not None else replace(held, ids=ids_beside(path))

    @classmethod
    def _of(cls, path: Path, id_name: str | None) -> VectorFile:
        ending = path.suffix.lower()
        if ending == ".npy":
            return cls(path.name, {"vectors": read_npy(path)}, None)
        if ending in {".faiss", ".index"}:
            found = read_faiss(path)
            ids = None if found.ids is None else as_ids(found.ids, path.name)
            return cls(path.name, {"vectors": found.vectors}, ids, found.notices)
        arrays = read_tensors(path) if ending == ".safetensors" else read_npz(path)
        return cls._named(path.name, arrays, id_name)

    @classmethod
    def _named(
        cls, source: str, arrays: dict[str, npt.NDArray[Any]], id_name: str | None
    ) -> VectorFile:
        usual = next((name for name in ID_NAMES if name in arrays), None)
        if id_name is not None and id_name not in arrays:
            code = "no_array" if usual is None else "no_id_array"
            raise DataError(fault(f"embeddings.errors.{code}", path=source, name=id_name,
                                  known=", ".join(arrays), usual=usual))  # fmt: skip
        name = id_name or usual
        ids = None if name is None else as_ids(arrays.pop(name), f"{source} [{name}]")
        return cls(source, arrays, ids)

    def matrices(self) -> list[str]:
        """Names of the arrays that have two dimensions."""
        return [name for name, array in self.arrays.items() if array.ndim == 2]

    def matrix(self, name: str, bits: int | None = None) -> FloatArray:
        """Return one array as floats, one row for each id."""
        if name not in self.arrays:
            raise DataError(fault("embeddings.errors.no_array", path=self.source, name=name,
                                  known=", ".join(self.arrays)))  # fmt: skip
        matrix = as_float_matrix(self.arrays[name], f"{self.source} [{name}]", bits)
        if self.ids is not None and len(matrix) != len(self.ids):
            raise DataError(fault("embeddings.errors.array_length", path=self.source, name=name,
                                  length=len(matrix), n=len(self.ids)))  # fmt: skip
        return matrix

    def name_of(self, role: str) -> str | None:
        """Name of the array for a role: a usual name, or (for documents) the only matrix."""
        usual = next((name for name in VECTOR_NAMES[role] if name in self.arrays), None)
        others = without_mended(self.matrices())
        if usual is None and role == "vectors" and len(others) == 1:
            return others[0]
        return usual

    def holds_language(self, language: str) -> bool:
        """Whether there are document vectors in this language."""
        return bool(self.language_names("vectors", [language]))

    def language_names(self, role: str, languages: Sequence[str]) -> dict[str, str]:
        """Language -> name of its array: ``LANG_passage`` or ``LANG``; ``LANG_query``."""
        endings = {"vectors": ("_passage", ""), "query_vectors": ("_query",)}[role]
        found = {language: next((language + end for end in endings if language + end in
                                 self.arrays), None) for language in languages}  # fmt: skip
        return {language: name for language, name in found.items() if name is not None}


def stack_languages(
    file: VectorFile,
    names: Mapping[str, str],
    languages: TextArray,
    rows: IntArray,
    bits: int | None = None,
) -> FloatArray:
    """(n, d) vectors of long rows, from one array a language: ``rows`` are rows of the arrays."""
    faults = Faults()
    loaded = {language: faults.attempt(file.matrix, name, bits) for language, name in names.items()}
    held = {language: matrix for language, matrix in loaded.items() if matrix is not None}
    if len({matrix.shape[1] for matrix in held.values()}) > 1:
        found = ", ".join(f"{names[k]}: {matrix.shape[1]}" for k, matrix in held.items())
        faults.found.append(fault("embeddings.errors.widths", path=file.source, found=found))
    faults.raise_any()
    width = next(iter(held.values())).shape[1]
    out: FloatArray = np.empty((len(rows), width), dtype=np.result_type(*held.values()))
    for language, matrix in held.items():
        own = languages == language
        out[own] = matrix[rows[own]]
    return out
