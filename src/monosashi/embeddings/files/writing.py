"""One file for a set, chosen by the ending of its name, and the card beside it."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.files.card_places import ENDINGS, card_path
from monosashi.embeddings.files.carrying import refuse_odd_columns
from monosashi.embeddings.files.writing_jsonl import write_jsonl
from monosashi.embeddings.files.writing_npz import write_npz
from monosashi.embeddings.files.writing_parquet import write_parquet
from monosashi.embeddings.files.writing_tensors import write_tensors
from monosashi.embeddings.folder import write_folder
from monosashi.embeddings.sets import EmbeddingSet

WRITERS: dict[str, Callable[[EmbeddingSet, Path, str], None]] = {
    ".npz": write_npz,
    ".parquet": write_parquet,
    ".pq": write_parquet,
    ".safetensors": write_tensors,
    ".jsonl": write_jsonl,
    ".ndjson": write_jsonl,
}


def write_set(data: EmbeddingSet, path: Path) -> None:
    """Write a file of the format that the name ends in, or a folder when it ends in none.

    Endings that can only be read are refused.
    """
    ending = next((end for end in ENDINGS if path.name.lower().endswith(end)), None)
    if ending is None or path.is_dir():
        write_folder(data, path)
    elif (writer := WRITERS.get(ending)) is None:
        raise DataError(_cannot_write(path, ending))
    else:
        refuse_odd_columns(data, path.name)
        _put(data, path, writer)


def write_named(data: EmbeddingSet, path: Path, vectors: str) -> None:
    """A file of several sets of vectors (npz, Parquet), in which these keep their name."""
    named = {".npz": write_npz, ".parquet": write_parquet, ".pq": write_parquet}
    refuse_odd_columns(data, path.name)
    _put(data, path, partial(named[path.suffix.lower()], vectors=vectors))


def _cannot_write(path: Path, ending: str) -> Fault:
    return fault("embeddings.errors.cannot_write", path=path.name, ending=ending,
                 writable=", ".join(WRITERS))  # fmt: skip


def _put(data: EmbeddingSet, path: Path, writer: Callable[[EmbeddingSet, Path, str], None]) -> None:
    """Whole or not at all; at no moment does a card stand beside vectors it does not belong to."""
    path.parent.mkdir(parents=True, exist_ok=True)
    card = card_path(path)
    drafts = [_draft(path), _draft(card)]
    try:
        writer(data, drafts[0], path.name)
        drafts[1].write_text(_card(data), encoding="utf-8")
        for draft in drafts:
            draft.chmod(0o644)
        card.unlink(missing_ok=True)
        drafts[0].replace(path)
        drafts[1].replace(card)
    finally:
        for draft in drafts:
            draft.unlink(missing_ok=True)


def _draft(path: Path) -> Path:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    return Path(name)


def _card(data: EmbeddingSet) -> str:
    """The model card, and the precision of the vectors for formats of text."""
    held: dict[str, Any] = data.model.to_dict(canaries=True)
    return json.dumps({**held, "dtype": data.vectors.dtype.name}, indent=2) + "\n"
