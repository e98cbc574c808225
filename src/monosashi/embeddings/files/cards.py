"""``FILE.card.json`` beside a file of vectors: what is known about the model."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.card import ModelCard
from monosashi.embeddings.errors import DataError, fault
from monosashi.embeddings.files.card_places import card_beside, card_path

if TYPE_CHECKING:
    from monosashi.embeddings.sets import EmbeddingSet

BESIDE = "beside"  # marks of mended vectors by their name, where raw ones have the card
KINDS = {"dimension": int, "text_cut": int, "token_limit": int, "normalised": bool,
         "aliases": list, "canaries": dict}  # fmt: skip


def card_of(path: Path, model: ModelCard | str | None) -> ModelCard:
    """The card beside ``path``; a ModelCard given replaces it, a name given replaces its name."""
    if isinstance(model, ModelCard):
        return model
    file = card_beside(path)
    card = ModelCard() if file is None else _read(file)
    return card if model is None else replace(card, name=model)


def mark_beside(path: Path, name: str) -> str | None:
    """By which repair the vectors of that name were mended, as the card of the file tells."""
    file = card_beside(path)
    held = None if file is None else _values(file)
    marks = held.get(BESIDE) if isinstance(held, dict) else None
    found = marks.get(name) if isinstance(marks, dict) else None
    return found if isinstance(found, str) else None


def note_beside(path: Path, name: str, mark: str | None) -> None:
    """Note it in the card of this file alone; None takes the note away."""
    if mark_beside(path, name) == mark:
        return
    file = card_beside(path)
    held = {} if file is None else _values(file)
    marks = {key: value for key, value in held.get(BESIDE, {}).items() if key != name}
    marks |= {} if mark is None else {name: mark}
    kept = {key: value for key, value in held.items() if key != BESIDE}
    kept |= {BESIDE: marks} if marks else {}
    own = card_path(path)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{own.name}.")
    with os.fdopen(handle, "w", encoding="utf-8") as text:
        text.write(json.dumps(kept, indent=2) + "\n")
    Path(draft).chmod(0o644)
    Path(draft).replace(own)


def narrowed(data: EmbeddingSet, path: Path) -> EmbeddingSet:
    """Numbers of a text file as float32 again, if the card says so and none of them changes."""
    file = card_beside(path)
    held = None if file is None else _values(file)
    if not isinstance(held, dict) or held.get("dtype") != "float32":
        return data
    queries = None if data.query_vectors is None else _single(data.query_vectors)
    return replace(data, vectors=_single(data.vectors), query_vectors=queries)


def _single(matrix: FloatArray) -> FloatArray:
    with np.errstate(over="ignore"):
        short = matrix.astype(np.float32)
    return short if bool((short == matrix).all()) else matrix


def _values(file: Path) -> Any:
    try:
        values: Any = json.loads(file.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError):
        raise DataError(fault("embeddings.errors.bad_card", path=file.name, why="JSON?")) from None
    return values


def _read(file: Path) -> ModelCard:
    values = _values(file)
    if why := _wrong(values):
        raise DataError(fault("embeddings.errors.bad_card", path=file.name, why=why))
    return ModelCard.from_dict(values)


def _wrong(values: Any) -> str:
    """What is no card: other JSON, or fields of another type."""
    if not isinstance(values, dict):
        return type(values).__name__
    names = {field.name: KINDS.get(field.name, str) for field in fields(ModelCard)}
    held = {name: values[name] for name in names if values.get(name) is not None}
    return ", ".join(f"{name}: {value!r}" for name, value in held.items()
                     if type(value) is not names[name])  # fmt: skip
