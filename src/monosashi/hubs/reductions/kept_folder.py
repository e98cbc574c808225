"""A folder for what was fitted: JSON beside one npz, no pickle, whole or not at all."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.embeddings.scratch import scratch_folder
from monosashi.results.provenance import VERSION
from monosashi.results.writing import strict_json

T = TypeVar("T")
Head = dict[str, Any]
ARRAYS = "arrays.npz"
READERS = {"reduction.json": "monosashi.load_reduction", "gicdm.json": "monosashi.GICDM.load"}
UNREADABLE = (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError,
              zipfile.BadZipFile)  # fmt: skip


@dataclass(frozen=True)
class KeptFolder:
    """One kind of folder: the name of its JSON, what it calls itself, and how it is refused."""

    head: str
    kind: str
    format: int
    foreign: str
    missing: str
    unreadable: str

    def write(
        self, path: Path, data: EmbeddingSet, own: Mapping[str, Any], arrays: Mapping[str, Any]
    ) -> None:
        """Write beside the place, then move into it; an older one there is replaced."""
        if path.exists() and not (path / self.head).is_file():
            raise DataError(fault(self.foreign, path=path))
        with scratch_folder(path.parent) as draft:
            self._write(draft / "new", data, own, arrays)
            if path.exists():
                path.replace(draft / "old")
            (draft / "new").replace(path)

    def _write(
        self, folder: Path, data: EmbeddingSet, own: Mapping[str, Any], arrays: Mapping[str, Any]
    ) -> None:
        folder.mkdir()
        head = {
            "kind": self.kind, "format": self.format, "version": VERSION, "n": data.n,
            "dimension": data.dimension, "fingerprint": fingerprint(data),
            "model": data.model.to_dict(canaries=True), **own,
        }  # fmt: skip
        np.savez(folder / ARRAYS, **arrays)
        (folder / self.head).write_text(strict_json(head), encoding="utf-8")

    def read(self, path: Path, back: Callable[[Head], T]) -> T:
        """``back(JSON)``; whatever is wrong with the folder is one refusal."""
        if not (path / self.head).is_file():
            raise DataError(self._absent(path))
        try:
            return back(self._head(path))
        except DataError:
            raise
        except UNREADABLE as error:
            raise DataError(fault(self.unreadable, path=path, why=error)) from None

    def _absent(self, path: Path) -> Fault:
        """Nothing is there, or what another reader reads."""
        reader = next((READERS[one] for one in READERS if (path / one).is_file()), None)
        if reader is None:
            return fault(self.missing, path=path)
        return fault("hubs.errors.another_fit_there", path=path, reader=reader)

    def head_of(self, path: Path) -> Head:
        """Its JSON; a folder that cannot be read is one refusal."""
        return self.read(path, lambda head: head)

    def _head(self, path: Path) -> Head:
        head: Head = json.loads((path / self.head).read_text(encoding="utf-8"))
        if head["kind"] != self.kind or head["format"] > self.format:
            raise ValueError(f"{head['kind']}, format {head['format']}")
        return head


def read_arrays(path: Path, sizes: Mapping[str, int]) -> dict[str, npt.NDArray[Any]]:
    """Arrays of one finite number a place, by name and length."""
    with (path / ARRAYS).open("rb") as file, np.load(file, allow_pickle=False) as held:
        found = {name: held[name] for name in sizes}
    for name, array in found.items():
        check_array(name, array, sizes[name])
    return found


def check_array(name: str, array: npt.NDArray[Any], size: int) -> None:
    """Refuse another shape, and what is not finite."""
    if array.shape != (size,) or not np.isfinite(array).all():
        raise ValueError(f"{name} has shape {array.shape} or numbers that are not finite")
