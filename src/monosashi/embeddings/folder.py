"""A folder that holds a set exactly: written whole or not at all, read without pickle.

``set.json`` names the folder of data beside it and is written last. Vectors and number columns
are npy files; ids and all other columns stand in ``rows.jsonl``, one row a line.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from monosashi.embeddings.arrays import as_float_matrix
from monosashi.embeddings.card import ModelCard
from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.files.arrays import LARGE, read_npy
from monosashi.embeddings.files.rows import read_rows, write_rows
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.embeddings.scratch import scratch_folder
from monosashi.embeddings.sets import EmbeddingSet

KIND, FORMAT = "embedding set", 1
HEAD = "set.json"
STAGE = ".monosashi-set-"


def write_folder(
    data: EmbeddingSet, path: Path, *, ready: Mapping[str, Path] = MappingProxyType({})
) -> None:
    """Write ``data`` into the folder ``path``, replacing a set that stands there.

    A run that is killed leaves either nothing at ``path`` or the set that was there before; what
    it left in a hidden folder is removed by the next set that is written there.
    ``ready`` names npy files that hold ``vectors`` or ``query_vectors`` already: they are linked
    (or copied), so that rows larger than memory are written once.
    """
    refuse_foreign(path)
    name = _free_name(path)
    with scratch_folder(path.parent, STAGE) as draft:
        draft.chmod(0o755)
        _write(data, draft, name, ready)
        _put_in_place(draft, path, name)


def refuse_foreign(path: Path) -> None:
    """Only an earlier set, or an empty folder, may be replaced."""
    if path.is_dir() and ((path / HEAD).is_file() or not any(path.iterdir())):
        return
    if path.exists():
        raise DataError(fault("embeddings.errors.not_a_set_folder", path=path))


def _free_name(path: Path) -> str:
    number = 1
    while (path / f"data-{number}").exists():
        number += 1
    return f"data-{number}"


def _put_in_place(draft: Path, path: Path, name: str) -> None:
    if not (path / HEAD).exists():
        draft.replace(path)
        return
    (draft / name).replace(path / name)
    (draft / HEAD).replace(path / HEAD)
    for old in path.glob("data-*"):
        if old.name != name:
            shutil.rmtree(old, ignore_errors=True)


def _link(file: Path, place: Path) -> None:
    try:
        os.link(file, place)
    except OSError:  # a disk without links
        shutil.copyfile(file, place)


def _write(data: EmbeddingSet, draft: Path, name: str, ready: Mapping[str, Path]) -> None:
    place = draft / name
    place.mkdir()
    arrays = {"vectors": data.vectors, "query_vectors": data.query_vectors}
    numeric = [key for key, values in data.columns.items() if values.dtype.kind != "O"]
    arrays |= {f"column-{i}": data.columns[key] for i, key in enumerate(numeric)}
    for stem, array in arrays.items():
        if stem in ready:
            _link(ready[stem], place / f"{stem}.npy")
        elif array is not None:
            np.save(place / f"{stem}.npy", np.ascontiguousarray(array), allow_pickle=False)
    write_rows(data, place / "rows.jsonl")
    text = json.dumps(_head(data, name, numeric), ensure_ascii=False, indent=2, default=_plain)
    (draft / HEAD).write_bytes((text + "\n").encode("utf-8", "surrogatepass"))


def _head(data: EmbeddingSet, name: str, numeric: list[str]) -> dict[str, Any]:
    notices = [{"code": n.code, "values": n.values, "rows": n.rows} for n in data.notices]
    return {
        "kind": KIND,
        "format": FORMAT,
        "data": name,
        "n": data.n,
        "dimension": data.dimension,
        "dtype": data.vectors.dtype.name,
        "fingerprint": fingerprint(data),
        "model": data.model.to_dict(canaries=True),
        "columns": list(data.columns),
        "number_columns": numeric,
        "notices": notices,
    }


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else str(value)


def read_folder(path: Path) -> EmbeddingSet:
    """Read a folder written by ``EmbeddingSet.save``; large vectors stay on disk.

    Raises
    ------
    DataError
        The folder holds no complete set, a newer format, or vectors that were changed since.
    """
    head = read_head(path)
    try:
        place = path / str(head["data"])
        ids, columns = read_rows(place / "rows.jsonl", head)
        columns |= {key: read_npy(place / f"column-{i}.npy")
                    for i, key in enumerate(head["number_columns"])}  # fmt: skip
        queries = place / "query_vectors.npy"
        data = EmbeddingSet(
            vectors=as_float_matrix(read_npy(place / "vectors.npy")),
            ids=ids,
            columns={key: columns[key] for key in head["columns"]},
            model=ModelCard.from_dict(head["model"]),
            query_vectors=as_float_matrix(read_npy(queries)) if queries.exists() else None,
            notices=tuple(Fault(n["code"], n["values"], tuple(n["rows"])) for n in head["notices"]),
        )
        whole = (data.n, len(ids)) == (head["n"],) * 2
        whole &= data.vectors.nbytes > LARGE or fingerprint(data) == head["fingerprint"]
    except DataError as error:
        raise DataError(fault("embeddings.errors.incomplete_folder", path=path),
                        *error.faults) from None  # fmt: skip
    except (OSError, KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise DataError(fault("embeddings.errors.incomplete_folder", path=path)) from None
    if not whole:
        raise DataError(fault("embeddings.errors.changed_folder", path=path))
    return data


def read_head(path: Path) -> dict[str, Any]:
    """What ``set.json`` says, once it is one of ours."""
    try:
        head = json.loads((path / HEAD).read_bytes().decode("utf-8", "surrogatepass"))
    except (OSError, ValueError, RecursionError):
        raise DataError(fault("embeddings.errors.no_set_folder", path=path)) from None
    if not isinstance(head, dict) or head.get("kind") != KIND:
        raise DataError(fault("embeddings.errors.no_set_folder", path=path))
    if head.get("format") != FORMAT:
        found = head.get("format")
        raise DataError(fault("embeddings.errors.newer_folder", path=path, format=found,
                              known=FORMAT))  # fmt: skip
    return head
