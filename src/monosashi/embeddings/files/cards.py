"""``NAME.card.json`` beside a file of vectors: what is known about the model."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.card import ModelCard
from monosashi.embeddings.errors import DataError, fault

if TYPE_CHECKING:
    from monosashi.embeddings.sets import EmbeddingSet

ENDINGS = (".jsonl.gz", ".ndjson.gz", ".jsonl", ".ndjson", ".parquet", ".pq", ".npz", ".npy",
           ".csv", ".tsv", ".safetensors", ".faiss", ".index", ".arrow", ".feather",
           ".ipc")  # fmt: skip


KINDS = {"dimension": int, "text_cut": int, "token_limit": int, "normalised": bool,
         "aliases": list, "canaries": dict}  # fmt: skip


def card_path(path: Path) -> Path:
    """``pages.e5.npz`` → ``pages.e5.card.json``."""
    return path.with_name(stem_of(path) + ".card.json")


def stem_of(path: Path) -> str:
    """``pages.e5.npz`` → ``pages.e5``."""
    ending = next((end for end in ENDINGS if path.name.lower().endswith(end)), "")
    return path.name[: len(path.name) - len(ending)]


def card_of(path: Path, model: ModelCard | str | None) -> ModelCard:
    """The card beside ``path``; a ModelCard given replaces it, a name given replaces its name."""
    if isinstance(model, ModelCard):
        return model
    file = card_path(path)
    card = _read(file) if file.is_file() else ModelCard()
    return card if model is None else replace(card, name=model)


def narrowed(data: EmbeddingSet, path: Path) -> EmbeddingSet:
    """Numbers of a text file as float32 again, if the card says so and none of them changes."""
    file = card_path(path)
    held = _values(file) if file.is_file() else None
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
