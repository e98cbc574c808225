"""FAISS indexes: flat, compared by inner product, with ids beside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.checks import blocks_of
from monosashi.embeddings.files.card_places import card_path, stem_of
from monosashi.stores.file_rows import FileRows, replaced
from monosashi.stores.reading import read
from monosashi.stores.space_notices import all_unit
from monosashi.stores.store_protocols import RAW
from monosashi.stores.written import Written

INDEXES = (".faiss", ".index")
LINE_ENDS = ("\n", "\r")


def write_index(data: EmbeddingSet, path: Path, already: int = 0) -> Written:
    """Vectors as they are: for cosines, give ``data.unit()`` and search with unit queries."""
    if odd := [name for name in data.ids if any(end in name for end in LINE_ENDS)]:
        raise DataError(fault("stores.errors.ids_lines", ids=odd, path=path.name))
    path.parent.mkdir(parents=True, exist_ok=True)
    card_path(path).unlink(missing_ok=True)  # it belongs to what stood here before
    _save(data.vectors, path)
    _save_ids(data.ids, path)
    _save_card(data, path)
    return Written(str(path), path.name, data.n, already, tuple(_notices(data, path)))


def index_beside(mended: EmbeddingSet, path: Path, rows: FileRows, name: str) -> Written:
    """``pages_mended.faiss`` beside ``pages.faiss``, in the order of that one."""
    ending = path.name.removeprefix(stem_of(path))
    other = path.with_name(f"{stem_of(path)}_{name.removeprefix(RAW + '_')}{ending}")
    ordered = mended.take(rows.of_set[rows.of_set >= 0])
    if other == path:
        raise DataError(fault("stores.errors.beside_is_raw", address=path.name, name=name))
    if other.exists() and _same(read(other), ordered):
        return Written(str(other), other.name, mended.n, mended.n, tuple(_notices(mended, other)))
    return write_index(ordered, other)


def _same(held: EmbeddingSet, wanted: EmbeddingSet) -> bool:
    same = (
        held.n == wanted.n and held.model == wanted.model and bool((held.ids == wanted.ids).all())
    )
    return same and bool((held.vectors == wanted.vectors.astype(np.float32)).all())


def _save(vectors: FloatArray, path: Path) -> None:
    faiss = _faiss(path)
    index = faiss.IndexFlatIP(vectors.shape[1])
    for _, block in blocks_of(vectors):
        index.add(np.ascontiguousarray(block, dtype=np.float32))
    with replaced(path) as draft:
        faiss.write_index(index, str(draft))


def _save_ids(ids: TextArray, path: Path) -> None:
    file = path.with_name(stem_of(path) + ".ids.txt")
    with replaced(file) as draft:
        draft.write_text("".join(f"{name}\n" for name in ids), encoding="utf-8", newline="\n")


def _save_card(data: EmbeddingSet, path: Path) -> None:
    held = json.dumps(data.model.to_dict(canaries=True), indent=2) + "\n"
    with replaced(card_path(path)) as draft:
        draft.write_text(held, encoding="utf-8")


def _faiss(path: Path) -> Any:
    try:
        import faiss
    except ImportError:
        raise DataError(fault("embeddings.errors.needs_faiss", path=path.name)) from None
    return faiss


def _notices(data: EmbeddingSet, path: Path) -> list[Fault]:
    """An inner product orders like a cosine only on vectors of length 1."""
    if all_unit(data.vectors):
        return []
    return [fault("stores.notices.store_order", address=path.name, name=path.name, order="dot")]
