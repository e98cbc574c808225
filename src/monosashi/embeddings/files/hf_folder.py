"""A folder of Hugging Face ``datasets`` (``save_to_disk``): arrow streams and what lists them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from monosashi.embeddings.errors import DataError, fault

STATE, SPLITS = "state.json", "dataset_dict.json"


def is_dataset_folder(path: Path) -> bool:
    """Whether ``save_to_disk`` wrote this folder (one data set, or one folder a split)."""
    return (path / STATE).is_file() or (path / SPLITS).is_file()


def dataset_files(path: Path) -> list[Path]:
    """The arrow files of one data set, in their order; of a single split, those of the split.

    Raises
    ------
    DataError
        Several splits (they are named, one must be chosen); a split or files that are listed and
        not there; a broken ``state.json``; rows chosen by an index that was never written out.
    """
    if (path / SPLITS).is_file():
        return dataset_files(_only_split(path))
    state = _json(path / STATE)
    if state.get("_indices_data_files"):
        raise DataError(fault("embeddings.errors.dataset_indices", path=path))
    listed = state.get("_data_files")
    files = [path / Path(str(one.get("filename"))).name for one in listed or []
             if isinstance(one, dict)]  # fmt: skip
    if not files:
        raise DataError(fault("embeddings.errors.no_records", path=path))
    if missing := [file.name for file in files if not file.is_file()]:
        raise DataError(fault("embeddings.errors.dataset_files", ids=missing, path=path))
    return files


def _only_split(path: Path) -> Path:
    """Folder of the split, where there is one."""
    listed = _json(path / SPLITS).get("splits")
    names = [Path(str(name)).name for name in listed] if isinstance(listed, list) else []
    if not names:
        raise DataError(fault("embeddings.errors.broken_file", path=path / SPLITS))
    if len(names) > 1:
        raise DataError(fault("embeddings.errors.dataset_splits", ids=names, path=path,
                              example=path / names[0]))  # fmt: skip
    if not (path / names[0] / STATE).is_file():
        raise DataError(fault("embeddings.errors.dataset_split_gone", ids=names, path=path))
    return path / names[0]


def _json(file: Path) -> dict[str, Any]:
    try:
        held = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        held = None
    if not isinstance(held, dict):
        raise DataError(fault("embeddings.errors.broken_file", path=file))
    return held
